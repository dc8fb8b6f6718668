import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';

/** What a transaction is for: a page somebody waits for, a change, or a report, export, job or deletion of a whole portfolio. */
export type Purpose = 'read' | 'write' | 'report';

export type TimeLimit = {
  /** What a single statement may take; Postgres ends it then. */
  statementMs: number;
  /** What the transaction may take with all it awaits; then its connection is closed under it. */
  wholeMs: number;
};

const limits: Record<Purpose, TimeLimit> = {
  read: { statementMs: 15_000, wholeMs: 60_000 },
  write: { statementMs: 30_000, wholeMs: 120_000 },
  report: { statementMs: 120_000, wholeMs: 600_000 },
};

// Drizzle hands a transaction on to the pool without a word about what it is for, and for whom.
const purposes = new AsyncLocalStorage<Purpose>();
const people = new AsyncLocalStorage<string>();
const instants = new AsyncLocalStorage<boolean>();

/** Transactions that begin in `work` get the time of this purpose. */
export const withTimeFor = <T>(purpose: Purpose, work: () => T): T => purposes.run(purpose, work);

/** The time a transaction has that begins now; a change, where nobody has said. */
export const timeLimit = (): TimeLimit => limits[purposes.getStore() ?? 'write'];

/** Transactions that begin in `work` are this person's: of the connections each person has a share. */
export const onBehalfOf = <T>(userId: string, work: () => T): T => people.run(userId, work);

/** For whom a transaction is that begins now; the program itself, where nobody has said. */
export const whoAsks = (): string | undefined => people.getStore();

/** All statements of a transaction that begins in `begin` see the rows of one instant. */
export const atOneInstant = <T>(begin: () => T): T => instants.run(true, begin);

/** What others begin in `work` is a transaction like any other. */
export const afterBegin = <T>(work: () => T): T => instants.run(false, work);

/** Whether a transaction that begins now sees one instant. */
export const seesOneInstant = (): boolean => instants.getStore() ?? false;
