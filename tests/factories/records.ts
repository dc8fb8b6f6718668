import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { MemberRole } from '@/domain/vocabulary';
import type { RequestUploadInput } from '@/features/document/schema';
import type { CreateLeaseInput } from '@/features/lease/schema';
import type {
  CreateBankAccountInput,
  CreateLandlordInput,
  CreatePortfolioInput,
} from '@/features/portfolio/schema';
import type { CreatePropertyInput } from '@/features/property/schema';
import type { CreateRecurringInput } from '@/features/recurring/schema';
import type { CreateTenantInput } from '@/features/tenant/schema';
import type { RecordTransactionInput } from '@/features/transaction/schema';
import type { CreateUnitInput } from '@/features/unit/schema';
import type { RecordPaymentInput } from '@/ledger/inputs';
import { addDays, firstOfMonth, monthOf, shiftMonth, todayIn } from '@/lib/calendar';
import { connected } from '../setup/admin-urls.ts';
import type { TestDatabase } from '../setup/database.ts';
import { createTestCaller, testStorage } from './session.ts';

export type Caller = Awaited<ReturnType<typeof createTestCaller>>;
export type Records = Awaited<ReturnType<typeof createPortfolio>>;

/** Today where the portfolios of these tests are. */
export const today = () => todayIn('Europe/Berlin', new Date());
/** The first day of the month so many months from now. */
export const monthStart = (months = 0) => firstOfMonth(shiftMonth(monthOf(today()), months));
export const daysFromToday = (days: number) => addDays(today(), days);

let serial = 0;
/** No two things of a test run bear the same name. */
const numbered = (name: string) => {
  serial += 1;
  return `${name} ${serial}`;
};

/** A portfolio in Berlin, founded by its owner through the router. */
export async function createPortfolio(database: TestDatabase, overrides: Partial<CreatePortfolioInput> = {}) {
  const ownerId = randomUUID();
  const id = randomUUID();
  const { appUrl } = database;
  const owner = await createTestCaller({ appUrl, userId: ownerId, portfolioId: id });
  await owner.portfolio.create({
    id,
    name: numbered('Portfolio'),
    jurisdiction: 'DE',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    ...overrides,
  });

  /** Somebody else who joined it. */
  const join = async (role: MemberRole) => {
    const userId = randomUUID();
    await asAdmin(
      database,
      (sql) => sql`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
        values (${id}, ${userId}, ${role}, now())`,
    );
    return { userId, caller: await createTestCaller({ appUrl, userId, portfolioId: id }) };
  };
  return { id, ownerId, owner, join };
}

/** Runs as the database's superuser, over every policy: to look behind the scenes. */
export const asAdmin = <T>(database: TestDatabase, work: (sql: postgres.Sql) => Promise<T>): Promise<T> =>
  connected(database.adminUrl, work);

export async function createProperty(caller: Caller, overrides: Partial<CreatePropertyInput> = {}) {
  const input = {
    id: randomUUID(),
    unitId: randomUUID(),
    name: numbered('Haus'),
    kind: 'multi_family' as const,
    street: 'Lindenstraße',
    houseNumber: '5',
    postalCode: '10969',
    city: 'Berlin',
    state: 'DE-BE',
    country: 'DE',
    ...overrides,
  };
  const { version } = await caller.property.create(input);
  return { ...input, version };
}

export async function createUnit(
  caller: Caller,
  propertyId: string,
  overrides: Partial<CreateUnitInput> = {},
) {
  const input = {
    id: randomUUID(),
    propertyId,
    name: numbered('Wohnung'),
    kind: 'apartment' as const,
    ...overrides,
  };
  const { version } = await caller.unit.create(input);
  return { ...input, version };
}

export async function createTenant(caller: Caller, overrides: Partial<CreateTenantInput> = {}) {
  const input = {
    id: randomUUID(),
    kind: 'person' as const,
    firstName: 'Anna',
    lastName: numbered('Schmidt'),
    letterLanguage: 'de' as const,
    ...overrides,
  };
  const { version } = await caller.tenant.create(input);
  return { ...input, name: `${input.firstName ?? ''} ${input.lastName ?? ''}`.trim(), version };
}

/** 700 € net and 150 € advance, from the first of this month unless told otherwise. */
export async function createLease(
  caller: Caller,
  parties: { unitIds: string[]; tenantIds: string[] },
  overrides: Partial<CreateLeaseInput> = {},
) {
  const startsOn = overrides.startsOn ?? monthStart();
  const input = {
    id: randomUUID(),
    startsOn,
    prorationMethod: 'calendar_days' as const,
    dueRule: 'first' as const,
    bookedFrom: firstOfMonth(monthOf(startsOn)),
    rentLines: [
      { component: 'net' as const, amountCents: 70_000, settlement: 'none' as const },
      { component: 'operating_costs' as const, amountCents: 15_000, settlement: 'advance' as const },
    ],
    ...parties,
    ...overrides,
  };
  await caller.lease.create(input);
  return input;
}

export async function recordPayment(
  caller: Caller,
  leaseId: string,
  amountCents: number,
  overrides: Partial<RecordPaymentInput> = {},
) {
  const input = { id: randomUUID(), leaseId, paidOn: today(), amountCents, ...overrides };
  await caller.payment.record(input);
  return input;
}

export async function createLandlord(caller: Caller, overrides: Partial<CreateLandlordInput> = {}) {
  const input = { id: randomUUID(), kind: 'person' as const, name: numbered('Vermieterin'), ...overrides };
  const { version } = await caller.landlord.create(input);
  return { ...input, version };
}

/** A German IBAN with a right checksum and an account number of its own. */
export function makeIban(): string {
  serial += 1;
  const account = `50010517${String(serial).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

export async function createBankAccount(
  caller: Caller,
  overrides: Partial<CreateBankAccountInput> & { iban?: string } = {},
) {
  const input = {
    id: randomUUID(),
    holder: numbered('Kontoinhaberin'),
    iban: makeIban(),
    purpose: 'rent' as const,
    ...overrides,
  };
  const { version } = await caller.bankAccount.create(input);
  return { ...input, version };
}

/** The id of a built-in category, by its code. */
export async function categoryId(caller: Caller, code: string): Promise<string> {
  const found = (await caller.category.list({})).find((row) => row.code === code);
  if (!found) throw new Error(`No category ${code}.`);
  return found.id;
}

/** 119 € for repairs today, 19 % VAT included, on the portfolio unless told otherwise. */
export async function recordTransaction(caller: Caller, overrides: Partial<RecordTransactionInput> = {}) {
  const input = {
    id: randomUUID(),
    bookedOn: today(),
    direction: 'expense' as const,
    categoryId: overrides.categoryId ?? (await categoryId(caller, 'repairs')),
    title: numbered('Reparatur'),
    amountCents: 11_900,
    vatRateBp: 1_900,
    ...overrides,
  };
  await caller.transaction.record(input);
  return input;
}

/** 50 € for the insurance on the first of each month from this one, on the portfolio unless told otherwise. */
export async function createRecurring(caller: Caller, overrides: Partial<CreateRecurringInput> = {}) {
  const input = {
    id: randomUUID(),
    direction: 'expense' as const,
    categoryId: overrides.categoryId ?? (await categoryId(caller, 'insurance')),
    title: numbered('Versicherung'),
    everyMonths: 1,
    startsOn: monthStart(),
    anchorDay: 1,
    amountCents: 5_000,
    ...overrides,
  };
  const { version, posted } = await caller.recurring.create(input);
  return { ...input, version, posted };
}

/** What stands in a record of moving in: a known meter read, keys, a room with a defect. */
export const handoverContent = (meterId: string) => ({
  heldOn: monthStart(-2),
  heldAt: '14:30',
  persons: ['Erika Muster'],
  confirmedBy: ['Erika Muster'],
  meters: [{ meterId, kind: 'electricity' as const, measure: 'kwh' as const, readingThousandths: 4_711_300 }],
  keys: [{ kind: 'flat_door' as const, count: 3 }],
  rooms: [
    {
      name: 'Bad',
      condition: 'good' as const,
      defects: [{ description: 'Fliese gesprungen', mendedBy: 'landlord' as const }],
    },
  ],
});

export async function createHandover(
  caller: Caller,
  { meterId, ...at }: { leaseId: string; unitId: string; meterId: string },
) {
  const input = { ...handoverContent(meterId), ...at, id: randomUUID(), kind: 'move_in' as const };
  await caller.handover.create(input);
  return input;
}

/** A file announced and brought to storage, but not looked at yet. */
export async function bringFile(
  caller: Caller,
  links: RequestUploadInput['links'],
  overrides: Partial<RequestUploadInput> & { bytes?: Uint8Array | string } = {},
) {
  const { bytes = `%PDF-1.4 ${randomUUID()}`, ...fields } = overrides;
  const input = {
    documentId: randomUUID(),
    versionId: randomUUID(),
    fileName: `${numbered('Vertrag')}.pdf`,
    title: numbered('Vertrag'),
    sizeBytes: Buffer.from(bytes).length,
    links,
    ...fields,
  };
  const { path } = await caller.document.requestUpload(input);
  testStorage.put(path, bytes);
  return { ...input, path };
}

/** A document with its file, offered to everybody. */
export async function createDocument(
  caller: Caller,
  links: RequestUploadInput['links'],
  overrides: Parameters<typeof bringFile>[2] = {},
) {
  const file = await bringFile(caller, links, overrides);
  await caller.document.confirmUpload({ versionId: file.versionId });
  return file;
}
