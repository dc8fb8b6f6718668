import 'server-only';
import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { BankFault, Statement, StatementLine } from '@/bank/statement';
import type { SaidColumns, TableQuestion } from '@/bank/tables/mapping';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { bankAccount, bankImport, bankLine, bankMatch, bankRule, bankStatement } from '@/db/schema';
import { type InTransaction, postedBy, type Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { isNamedBy } from '@/domain/bank-account';
import { maxDate, minDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { newId } from '@/lib/new-id';
import type { Period } from '@/lib/period';
import { bookByItself } from './certain-commands';
import type { FoundFile, ReadFile, ReadOrder } from './file-rules';
import { keepFresh, type OfAccount, type StoredStatement } from './fresh-commands';
import { findMapping, rememberMapping } from './mapping-commands';
import type { importFileInput } from './schema';

/** What became of a file: read whole, or why nothing of it is stored. */
export type ImportOutcome =
  | {
      kind: 'imported';
      importId: string | null;
      newLines: number;
      knownLines: number;
      pendingLines: number;
      /** What was certain and booked by itself, as it is switched on for the account. */
      bookedLines: number;
    }
  | { kind: 'refused'; fault: BankFault }
  | { kind: 'account_unknown'; iban: string }
  | { kind: 'account_needed' }
  | { kind: 'columns_unknown'; question: TableQuestion };

type ImportInput = z.output<typeof importFileInput>;

/**
 * Reads a file of a bank, outside of any transaction, and keeps its lines: all of them or none. A line that an earlier file
 * had, in whatever format, is that line; a file that brings nothing new is not kept.
 */
export async function importFile(
  inTransaction: InTransaction,
  read: (order: ReadOrder) => Promise<ReadFile>,
  input: ImportInput,
): Promise<ImportOutcome> {
  // Whoever may not import learns so before anything is read.
  await inTransaction(async () => undefined);
  const first = await read({ packed: input.packed, said: null });
  const said = await saidOf(inTransaction, first.file, input);
  const found = said === null ? first : await read({ packed: input.packed, said });
  const outcome = await inTransaction((tx, scope) => keepFile(tx, scope, input, found));
  if (outcome.kind !== 'imported' || outcome.importId === null) return outcome;
  return { ...outcome, bookedLines: await bookByItself(inTransaction, outcome.importId) };
}

/** What the columns of a table of no known bank are: as somebody says now, or said of one with the same header. */
async function saidOf(
  inTransaction: InTransaction,
  file: FoundFile,
  { columns }: ImportInput,
): Promise<SaidColumns | null> {
  if (file.kind !== 'table') return null;
  return columns ?? inTransaction((tx, scope) => findMapping(tx, scope, file.headerKeys));
}

async function keepFile(
  tx: Tx,
  scope: Scope,
  input: ImportInput,
  { file, hash }: ReadFile,
): Promise<ImportOutcome> {
  const asked = input.columns;
  const [earlier] = await tx
    .select()
    .from(bankImport)
    .where(isRow(bankImport, scope, input.id));
  if (earlier) {
    if (earlier.fileHash !== hash) throw new DomainError('already_exists');
    const { id, lineCount, knownCount } = earlier;
    return importedAs(id, { newLines: lineCount, knownLines: knownCount, pendingLines: 0 });
  }
  if (file.kind === 'fault') return { kind: 'refused', fault: file.fault };
  const chosenId = await lockChosen(tx, scope, input.bankAccountId);
  if (file.kind === 'table') return { kind: 'columns_unknown', question: file.question };
  const found = await findAccounts(tx, scope, file.statements, chosenId);
  if (found.kind !== 'found') return found;
  const outcome = await store(tx, scope, input, hash, found.statements);
  if (outcome.kind === 'imported' && outcome.importId !== null && asked && file.mapping) {
    await rememberMapping(tx, scope, outcome.importId, file.mapping);
  }
  return outcome;
}

/** The account somebody chose for a file that names none; it has to be the portfolio's, whatever the file says. */
async function lockChosen(tx: Tx, scope: Scope, accountId: string | null): Promise<string | null> {
  if (accountId === null) return null;
  const [row] = await tx
    .select({ id: bankAccount.id })
    .from(bankAccount)
    .where(isRow(bankAccount, scope, accountId))
    .for('update');
  if (!row) throw new DomainError('not_found');
  return row.id;
}

type FoundAccounts =
  | { kind: 'found'; statements: OfAccount[] }
  | { kind: 'account_unknown'; iban: string }
  | { kind: 'account_needed' };

/** The accounts of the statements, each held until the end: two who import the same file at once take turns. */
async function findAccounts(
  tx: Tx,
  scope: Scope,
  statements: readonly Statement[],
  chosenId: string | null,
): Promise<FoundAccounts> {
  const ibans = statements.flatMap(({ account }) => account.iban ?? []);
  const hasNumber = statements.some(({ account }) => account.number !== null);
  const { id, scheme, iban, bankCode, accountNumber } = bankAccount;
  const rows = await tx
    .select({ id, scheme, iban, bankCode, accountNumber })
    .from(bankAccount)
    .where(
      and(
        within(bankAccount, scope),
        or(isAmong(bankAccount.iban, ibans), hasNumber ? isNull(bankAccount.iban) : undefined),
      ),
    )
    .orderBy(asc(bankAccount.id))
    .for('update');
  const byIban = new Map(rows.map((row) => [row.iban, row.id]));
  const byNumber = (number: string | null) => {
    const named = number === null ? [] : rows.filter((row) => isNamedBy(row, number));
    // The same number at two banks is nobody's until somebody says whose.
    return named.length === 1 ? named[0]?.id : undefined;
  };
  const found: OfAccount[] = [];
  for (const statement of statements) {
    const { account } = statement;
    const accountId =
      account.iban === null ? (byNumber(account.number) ?? chosenId) : byIban.get(account.iban);
    if (accountId === null) return { kind: 'account_needed' };
    if (accountId === undefined) return { kind: 'account_unknown', iban: account.iban ?? '' };
    found.push({ accountId, statement });
  }
  return { kind: 'found', statements: found };
}

async function store(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof importFileInput>,
  fileHash: string,
  statements: readonly OfAccount[],
): Promise<ImportOutcome> {
  // In the order of the file: of several statements of a day the last says its balance.
  const ids = statements.map(() => newId()).toSorted();
  const rows: StoredStatement[] = statements.map((one, at) => ({
    ...one,
    id: ids[at] ?? newId(),
    fresh: [],
  }));
  let replaced = 0;
  for (const together of inTurns(rows)) replaced += await keepFresh(tx, scope, together, rows);
  const newLines = rows.reduce((sum, { fresh }) => sum + fresh.length, 0);
  const allLines = rows.reduce((sum, { statement }) => sum + statement.lines.length, 0);
  const knownLines = allLines - newLines;
  const pendingLines = rows.reduce((sum, { statement }) => sum + statement.leftOut.pending, 0);
  const counts = { newLines, knownLines, pendingLines };
  if (newLines === 0) return importedAs(null, counts);
  await tx.insert(bankImport).values({
    portfolioId: scope.portfolioId,
    id: input.id,
    fileName: input.fileName,
    fileHash,
    lineCount: newLines,
    knownCount: knownLines,
    importedBy: postedBy(scope),
    importedAt: scope.now,
  });
  await tx.insert(bankStatement).values(rows.map((row) => statementRow(scope, input.id, row)));
  const lines = rows.flatMap((row) => row.fresh.map((line) => lineRow(scope, row, line)));
  for (let at = 0; at < lines.length; at += ROWS_AT_ONCE) {
    await tx.insert(bankLine).values(lines.slice(at, at + ROWS_AT_ONCE));
  }
  await leaveOutExcluded(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  await recordAudit(tx, scope, {
    action: 'bank_import.create',
    entity: 'bank_import',
    entityId: input.id,
    after: { fileName: input.fileName, lines: newLines, ...(replaced > 0 && { replaced }) },
  });
  return importedAs(input.id, counts);
}

const importedAs = (
  importId: string | null,
  counts: Pick<Extract<ImportOutcome, { kind: 'imported' }>, 'newLines' | 'knownLines' | 'pendingLines'>,
): ImportOutcome => ({ kind: 'imported', importId, ...counts, bookedLines: 0 });

/** Lines of senders who were left out for good wait for nobody: private life on the same account. */
async function leaveOutExcluded(tx: Tx, scope: Scope, statementIds: string[]): Promise<void> {
  const excluded = await tx
    .select({ account: bankRule.account, name: bankRule.name })
    .from(bankRule)
    .where(and(within(bankRule, scope), eq(bankRule.kind, 'left_out'), isNull(bankRule.removedAt)));
  if (excluded.length === 0) return;
  const accounts = excluded.flatMap((rule) => rule.account ?? []);
  const names = excluded.flatMap((rule) => rule.name ?? []);
  const left = await tx
    .update(bankLine)
    .set({ state: 'left_out', decidedAt: scope.now, version: 2 })
    .where(
      and(
        within(bankLine, scope),
        isAmong(bankLine.statementId, statementIds),
        or(isAmong(bankLine.account, accounts), and(isNull(bankLine.account), isAmong(bankLine.name, names))),
      ),
    )
    .returning({ lineId: bankLine.id, amountCents: bankLine.amountCents });
  if (left.length === 0) return;
  const { portfolioId, now: decidedAt } = scope;
  await tx
    .insert(bankMatch)
    .values(
      left.map((line) => ({ ...line, portfolioId, kind: 'left_out' as const, isByItself: true, decidedAt })),
    );
}

/** A statement may have 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

/**
 * What is compared with the past together. Booked statements of one account say each line once, so that two equal payments
 * stay two; the day so far (052) and the details of a booking (054) say lines again that stand elsewhere in the same file,
 * and so do statements of a ZIP whose days overlap, in two formats, or sent twice.
 */
function inTurns(rows: readonly StoredStatement[]): StoredStatement[][] {
  const isRepeating = ({ statement }: StoredStatement) =>
    statement.format === 'camt.052' || statement.format === 'camt.054';
  const booked = Map.groupBy(
    rows.filter((row) => !isRepeating(row)),
    (row) => row.accountId,
  );
  const turns = [...booked.values()].flatMap(apartByDays);
  return [...turns, ...rows.filter(isRepeating).map((row) => [row])];
}

/** Statements of one account that follow each other, as many rows of them as it takes. */
function apartByDays(rows: readonly StoredStatement[]): StoredStatement[][] {
  const turns: { row: StoredStatement; days: Period }[][] = [];
  for (const row of rows) {
    const booked = row.statement.lines.map((line) => line.bookedOn).toSorted();
    const days = { from: booked[0] ?? '', to: booked.at(-1) ?? '' };
    const turn = turns.find(
      (others) => !others.some((other) => overlap(days, other.days) || isAgain(row, other.row)),
    );
    if (turn) turn.push({ row, days });
    else turns.push([{ row, days }]);
  }
  return turns.map((turn) => turn.map(({ row }) => row));
}

/** A day alone is no overlap: pages of one day, or one ends where the next begins, each with lines of its own. */
const overlap = (one: Period, other: Period) => maxDate(one.from, other.from) < minDate(one.to, other.to);

/** Whether a statement says what another says: in its own format, or from the same balance to the same other one. */
function isAgain({ statement: one }: StoredStatement, { statement: other }: StoredStatement): boolean {
  const balances = ({ opening, closing }: typeof one) =>
    opening && closing && opening.amountCents !== closing.amountCents
      ? `${opening.amountCents} ${closing.amountCents}`
      : null;
  return one.format !== other.format || (balances(one) !== null && balances(one) === balances(other));
}

const statementRow = (scope: Scope, importId: string, { id, accountId, statement }: StoredStatement) => ({
  portfolioId: scope.portfolioId,
  id,
  importId,
  bankAccountId: accountId,
  fromOn: statement.from,
  toOn: statement.to,
  openingOn: statement.opening?.on ?? null,
  openingCents: statement.opening?.amountCents ?? null,
  closingOn: statement.closing?.on ?? null,
  closingCents: statement.closing?.amountCents ?? null,
});

// Postgres keeps no NUL in a text.
const storable = (text: string) => text.replaceAll('\0', '');
const storableOrNull = (text: string | null) => (text === null ? null : storable(text));

function lineRow(
  scope: Scope,
  { id: statementId, accountId }: StoredStatement,
  line: StatementLine,
): typeof bankLine.$inferInsert {
  const { references, returned, entry, bookedOn, valueOn, amountCents, currency, kind } = line;
  return {
    portfolioId: scope.portfolioId,
    statementId,
    bankAccountId: accountId,
    bookedOn,
    valueOn,
    amountCents,
    currency: currency ?? scope.currency,
    name: storableOrNull(line.name),
    onBehalfOf: storableOrNull(line.onBehalfOf),
    account: storableOrNull(line.account),
    text: storable(line.text),
    givenReferences: {
      endToEnd: storableOrNull(references.endToEnd),
      mandate: storableOrNull(references.mandate),
      creditorId: storableOrNull(references.creditorId),
      structured: storableOrNull(references.structured),
      bank: storableOrNull(references.bank),
      batch: storableOrNull(references.batch),
    },
    kind,
    returned: returned && { ...returned, reason: storableOrNull(returned.reason) },
    batchCount: line.batchCount,
    entryIndex: entry.index,
    entryCents: entry.amountCents,
    balanceCents: line.balanceCents,
    raw: storable(line.raw),
    lineNumber: line.lineNumber,
  };
}
