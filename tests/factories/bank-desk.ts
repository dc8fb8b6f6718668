import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { acceptLine, leaveOut, reopenLine } from '@/features/bank/decide-commands';
import { unpackFile } from '@/features/bank/file-rules';
import { importFile } from '@/features/bank/import-commands';
import { getInbox, listDecided } from '@/features/bank/queries';
import { decisionOf } from '@/features/bank/rules';
import { acceptLineInput, importFileInput } from '@/features/bank/schema';
import { listOpenItems } from '@/ledger';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { type MadeLine, packedFile } from './bank-import.ts';
import { makeIban } from './records.ts';
import { type Books, enterLease, openBooks } from './tenancy.ts';

export const today = '2026-03-10';
export const paging = { limit: 50 };
export const ascending = (a: number, b: number) => a - b;

/** A file is read here, and not beside: what it holds is the same. */
export const bringTo = (books: Books, input: Parameters<typeof importFile>[2]) =>
  importFile(
    (work) => books.on(today, work),
    async (order) => unpackFile(order),
    input,
  );

/** The bank of a portfolio with one lease, its payer known by account; a new one for each test of a file. */
export function openBankDesk() {
  let database: TestDatabase;
  let books: Books;
  let [own, payer, leaseId] = ['', '', ''];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    books = await openBooks(database);
    [own, payer] = [makeIban(), makeIban()];
    await books.admin`insert into hausbuch.bank_account (portfolio_id, holder, iban, purpose)
      values (${books.portfolioId}, 'Eva Ohne', ${own}, 'rent')`;
    await books.admin`update hausbuch.tenant set payer_ibans = ${[payer]} where id = ${books.tenantId}`;
    leaseId = await enterLease(books, today);
  });
  afterEach(() => books.close());
  afterAll(() => database.drop());

  const inbox = (limit = 50, cursor?: string | null) =>
    books.on(today, (tx, scope) => getInbox(tx, scope, { limit, cursor }));
  const accept = (
    lineId: string,
    parts: unknown,
    id: string = randomUUID(),
    learn: { learnText?: string; learnFromAnybody?: boolean } = {},
  ) => {
    const input = acceptLineInput.parse({ id, lineId, parts, ...learn });
    return books.on(today, (tx, scope) => acceptLine(tx, scope, input));
  };
  return {
    get books() {
      return books;
    },
    get own() {
      return own;
    },
    get payer() {
      return payer;
    },
    get leaseId() {
      return leaseId;
    },
    bring: (text: string | Uint8Array, id = randomUUID()) => {
      const input = importFileInput.parse({ id, fileName: 'auszug.xml', packed: packedFile(text) });
      return bringTo(books, input);
    },
    rent: (on: string, more: Partial<MadeLine> = {}): MadeLine => ({
      on,
      cents: 70_000,
      name: 'MUELLER, AENNE',
      account: payer,
      text: 'Miete',
      ...more,
    }),
    inbox,
    decided: () => books.on(today, (tx, scope) => listDecided(tx, scope, paging)),
    accept,
    reopen: (lineId: string, version: number) =>
      books.on(today, (tx, scope) => reopenLine(tx, scope, { lineId, version })),
    drop: (lineId: string, forGood = false) =>
      books.on(today, (tx, scope) => leaveOut(tx, scope, { lineId, forGood })),
    /** What is open of the lease, item by item. */
    open: async () => {
      const { items } = await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
      return items.map((item) => item.openCents);
    },
    /** Accepts what is proposed for the first line. */
    acceptFirst: async (id = randomUUID()) => {
      const [row] = (await inbox()).rows;
      const parts = row && decisionOf(row.match);
      if (!row || !parts) throw new Error('Nothing is proposed.');
      return accept(row.id, parts, id);
    },
    counts: async () => {
      const [row] = await books.admin<
        { lines: number; payments: number; matches: number; imports: number }[]
      >`select (select count(*)::int from hausbuch.bank_line where portfolio_id = ${books.portfolioId}) as lines,
        (select count(*)::int from hausbuch.payment where portfolio_id = ${books.portfolioId}) as payments,
        (select count(*)::int from hausbuch.bank_match where portfolio_id = ${books.portfolioId}) as matches,
        (select count(*)::int from hausbuch.bank_import where portfolio_id = ${books.portfolioId}) as imports`;
      return row;
    },
  };
}
