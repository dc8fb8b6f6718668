import { randomUUID } from 'node:crypto';
import { addDays } from '@/lib/calendar';
import type { TestDatabase } from '../setup/database.ts';
import { asAdmin, type Caller, createBankAccount, makeIban, monthStart, today } from './records.ts';

export const CREDITOR_ID = 'DE98ZZZ09999999999';

let made = 0;

/** A mandate a tenant signed two months ago. */
export async function createMandate(
  caller: Caller,
  leaseId: string,
  overrides: { reference?: string; holder?: string; iban?: string; signedOn?: string } = {},
) {
  made += 1;
  const input = {
    id: randomUUID(),
    leaseId,
    reference: `HB-${made}`,
    holder: 'Jürgen Groß',
    iban: makeIban(),
    signedOn: monthStart(-2),
    ...overrides,
  };
  const { version } = await caller.debit.createMandate(input);
  return { ...input, version };
}

/** An account to collect to, whose bank took a creditor identifier. */
export const createCreditor = (caller: Caller) =>
  createBankAccount(caller, { creditorIdentifier: CREDITOR_ID });

/** A file of one direct debit for the first day on which the bank can collect. */
export async function createCollection(
  caller: Caller,
  debit: { bankAccountId: string; mandateId: string; amountCents: number; isBatch?: boolean },
) {
  const { collectOn } = await caller.debit.due({});
  const { bankAccountId, mandateId, amountCents, isBatch = false } = debit;
  const input = {
    id: randomUUID(),
    bankAccountId,
    collectOn,
    isBatch,
    purpose: 'Miete',
    items: [{ mandateId, amountCents }],
  };
  await caller.debit.create(input);
  return input;
}

/** As if the bank had collected it yesterday: a file is never made for a day that is over. */
export const moveToYesterday = (database: TestDatabase, collectionId: string) =>
  asAdmin(
    database,
    (sql) =>
      sql`update hausbuch.collection set collect_on = ${addDays(today(), -1)} where id = ${collectionId}`,
  );
