import { targetDayFrom } from '@/bank/orders/target-days';
import { CREDITOR_ID } from './debits.ts';
import type { OneOfEach } from './one-of-each.ts';
import {
  type Caller,
  createLease,
  createRecurring,
  createUnit,
  daysFromToday,
  monthStart,
  today,
} from './records.ts';

type Ids = OneOfEach['ids'];
type Input = Record<string, unknown>;

export type FieldExample = {
  /** What this field needs beside it; all else is the case's. */
  beside?: (ids: Ids, caller: Caller) => Input | Promise<Input>;
  /** A value, where none that could be made up is valid. */
  value?: (ids: Ids) => unknown;
  /** What was written, where the room answers it under another name or another room does. */
  read?: (
    caller: Caller,
    input: Input,
    callerIn: (portfolioId: string) => Promise<Caller>,
  ) => Promise<unknown>;
};

const idOf = (input: Input) => String(input.id);
const debits = (caller: Caller, input: Input) => caller.debit.collection({ id: idOf(input) });
const payouts = (caller: Caller, input: Input) => caller.payout.get({ id: idOf(input) });
const lease = (caller: Caller, input: Input) => caller.lease.get({ id: idOf(input) });
const rents = (caller: Caller, input: Input) => caller.rent.list({ leaseId: idOf(input) });
/** A lease that has been running, with what was agreed before. */
const running = () => ({ startsOn: monthStart(-6), bookedFrom: monthStart(-3) });
const earlier = () => ({
  ...running(),
  rentSince: monthStart(-2),
  earlierRents: [
    { validFrom: monthStart(-6), lines: [{ component: 'net', amountCents: 70_000, settlement: 'none' }] },
  ],
});
const firstLine = async (caller: Caller, input: Input, at: number) =>
  (await rents(caller, input)).at(at)?.lines[0];

const ordinance = () => ({ kind: 'rent_cap', value: 1_500 });
const ordinanceOfPlace = () => ({ ...ordinance(), place: 'Leipzig' });
const endOfMonth: FieldExample = { beside: () => ({ startsOn: '2027-06-30' }), value: () => 31 };
const ofIncome = async (_: Ids, caller: Caller) => ({
  categoryId: (await caller.category.list({})).find((row) => row.direction === 'income' && row.parentId)?.id,
});

const american = { scheme: 'us', iban: null, bankCode: '021000021', accountNumber: '123456789' };
const accountExamples = (path: string): Record<string, FieldExample> => ({
  [`${path} scheme`]: { beside: () => american, value: () => 'us' },
  [`${path} bankCode`]: { beside: () => american, value: () => '011401533' },
  [`${path} accountNumber`]: { beside: () => american, value: () => '987654321' },
});

/** What the test of all fields cannot make up by itself, by procedure and field. */
export const fieldExamples: Record<string, FieldExample> = {
  // It came after the statement, which was sent today, and not tomorrow.
  'objection.create receivedOn': { value: today },
  'objection.create answeredOn': { value: today },
  'objection.create answer': { beside: () => ({ answeredOn: today() }), value: () => 'Nein.' },
  'objection.create lineIds': { value: (ids) => [ids.statedLine] },
  'objection.update receivedOn': { value: today },
  'objection.update answeredOn': { value: today },
  'objection.update lineIds': { value: (ids) => [ids.statedLine] },
  'portfolio.create prorationMethod': {
    read: async (_, input, callerIn) => (await (await callerIn(idOf(input))).portfolio.get()).prorationMethod,
  },
  'portfolio.create landlordName': {
    read: async (_, input, callerIn) =>
      (await (await callerIn(idOf(input))).landlord.list({})).map((row) => row.name)[0],
  },
  ...accountExamples('bankAccount.create'),
  ...accountExamples('bankAccount.update'),
  'bankAccount.create creditorIdentifier': { value: () => CREDITOR_ID },
  'bankAccount.update creditorIdentifier': { value: () => CREDITOR_ID },
  'debit.create bankAccountId': {
    read: async (caller, input) => (await debits(caller, input)).bankAccountId,
  },
  'debit.create collectOn': { value: () => targetDayFrom(daysFromToday(30)) },
  // The place follows.
  'debit.create purpose': {
    read: async (caller, input) =>
      (await debits(caller, input)).items[0]?.purpose.slice(0, String(input.purpose).length),
  },
  'payout.create bankAccountId': {
    read: async (caller, input) => (await payouts(caller, input)).bankAccountId,
  },
  'payout.create executeOn': { value: () => targetDayFrom(daysFromToday(20)) },
  'payout.create purpose': {
    read: async (caller, input) =>
      (await payouts(caller, input)).items[0]?.purpose.slice(0, String(input.purpose).length),
  },
  'property.create unitId': {
    read: async (caller, input) => (await caller.unit.list({ propertyId: idOf(input) }))[0]?.id,
  },
  'deposit.create leaseId': {
    read: async (caller, input) =>
      (await caller.deposit.list({ leaseId: String(input.leaseId) })).leases.find((one) =>
        one.deposits.some((row) => row.id === input.id),
      )?.leaseId,
  },
  'unit.create coOwnershipNumerator': { beside: () => ({ coOwnershipDenominator: 5_000 }) },
  'unit.create coOwnershipDenominator': { beside: () => ({ coOwnershipNumerator: 5 }) },
  'unit.create persons': { beside: () => ({ ownUse: true }) },
  'tenant.create kind': { beside: () => ({ companyName: 'Blumen GmbH' }), value: () => 'company' },
  'tenant.create companyName': { beside: () => ({ kind: 'company' }) },
  'tenant.update kind': { beside: () => ({ companyName: 'Blumen GmbH' }), value: () => 'company' },
  'tenant.update companyName': { beside: () => ({ kind: 'company' }) },
  'lease.create endsOn': { value: () => monthStart(14) },
  'lease.create isFixedTerm': { beside: () => ({ endsOn: monthStart(14) }) },
  'lease.create dueDay': { beside: () => ({ dueRule: 'day_of_month' }), value: () => 17 },
  'lease.create persons': {
    value: () => 3,
    read: async (caller, input) => (await lease(caller, input)).household[0]?.persons,
  },
  'lease.create bookedFrom': { beside: running, value: () => monthStart(-4) },
  'lease.create openingBalanceCents': {
    beside: running,
    read: async (caller, input) =>
      (await caller.charge.list({ leaseId: idOf(input) })).rows.find((row) => row.kind === 'opening_balance')
        ?.totalCents,
  },
  'lease.create arePaid': {
    beside: running,
    read: async (caller, input) =>
      (await caller.ledger.account({ leaseId: idOf(input) })).rows.some((row) => row.type === 'payment'),
  },
  'lease.create unitIds': {
    value: (ids) => [ids.spareUnit],
    read: async (caller, input) => (await lease(caller, input)).units.map((unit) => unit.id),
  },
  'lease.create tenantIds': {
    read: async (caller, input) => (await lease(caller, input)).tenants.map((tenant) => tenant.id),
  },
  ...Object.fromEntries(
    (['component', 'amountCents', 'settlement', 'vatRateBp'] as const).flatMap((key) => [
      [
        `lease.create rentLines.0.${key}`,
        { read: async (caller, input) => (await firstLine(caller, input, -1))?.[key] } satisfies FieldExample,
      ],
      [
        `lease.create earlierRents.0.lines.0.${key}`,
        {
          beside: earlier,
          read: async (caller, input) => (await firstLine(caller, input, 0))?.[key],
        } satisfies FieldExample,
      ],
    ]),
  ),
  'lease.create earlierRents.0.validFrom': {
    beside: earlier,
    value: () => monthStart(-6),
    read: async (caller, input) => (await rents(caller, input))[0]?.validFrom,
  },
  'lease.create rentSince': {
    beside: earlier,
    value: () => monthStart(-1),
    read: async (caller, input) => (await rents(caller, input)).at(-1)?.validFrom,
  },
  // What is posted keeps its start.
  'lease.update startsOn': {
    beside: async (ids, caller) => {
      const unit = await createUnit(caller, ids.property);
      const startsOn = monthStart(8);
      const { id } = await createLease(caller, { unitIds: [unit.id], tenantIds: [ids.tenant] }, { startsOn });
      return { id, startsOn };
    },
    value: () => monthStart(9),
  },
  'lease.update endsOn': { value: () => monthStart(14) },
  'lease.update isFixedTerm': { beside: () => ({ endsOn: monthStart(14) }) },
  'lease.update dueDay': { beside: () => ({ dueRule: 'day_of_month' }), value: () => 17 },
  'legal.create kind': { beside: () => ({ value: 400 }) },
  'legal.create place': { beside: ordinance },
  'legal.create validUntil': { beside: ordinanceOfPlace, value: () => '2030-12-31' },
  'legal.update place': { beside: ordinance },
  'legal.update validUntil': { beside: ordinanceOfPlace, value: () => '2030-12-31' },
  'meter.create unitId': { beside: () => ({ isShared: false }) },
  'meter.create isShared': {
    read: async (caller, input) =>
      (await caller.meter.list({ unitId: String(input.unitId) })).find((row) => row.id === input.id)
        ?.unitId === null,
  },
  'rent.update validFrom': { value: () => monthStart(5) },
  'recurring.create anchorDay': endOfMonth,
  'recurring.update anchorDay': endOfMonth,
  'recurring.update direction': { beside: ofIncome },
  // What is posted keeps its place.
  'recurring.update propertyId': {
    beside: async (ids, caller) => {
      const { id } = await createRecurring(caller, { propertyId: ids.property, startsOn: monthStart(8) });
      return { id, version: 1 };
    },
    value: () => null,
  },
  'transaction.update direction': { beside: ofIncome },
  'transaction.update serviceFrom': { beside: () => ({ serviceTo: '2025-12-31' }) },
  'transaction.update serviceTo': { beside: () => ({ serviceFrom: '2025-01-01' }) },
  'transaction.update splitMethod': { beside: () => ({ unitId: null }) },
  'transaction.update shares.0.unitId': { beside: () => ({ unitId: null, splitMethod: 'equal' }) },
  'transaction.update shares.0.amountCents': {
    beside: (ids) => ({
      unitId: null,
      splitMethod: 'manual',
      amountCents: 4_321,
      shares: [{ unitId: ids.unit, amountCents: 4_321 }],
    }),
    value: () => 4_321,
  },
  'transaction.update propertyId': { beside: () => ({ unitId: null }), value: () => null },
};
