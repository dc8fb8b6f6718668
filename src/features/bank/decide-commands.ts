import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { bankImport, bankLine, bankMatch, bankStatement } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { listLeasesOf, lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { unbook } from './booking-commands';
import { isDecidedSo } from './decided-queries';
import { forgetMappings } from './mapping-commands';
import { unreturnPaidOut } from './movement-commands';
import { post, unpost } from './posting-commands';
import type { BankLine, Posted } from './proof-commands';
import { listLeasesOfMovements } from './queries';
import { type ChosenWords, learnBooking, learnPayer, learnToLeaveOut, unlearn } from './rule-commands';
import type { acceptLineInput, leaveOutInput, reopenLineInput, takeBackImportInput } from './schema';

/** Holds lines until the transaction ends, in one order: of two members who decide at once the second finds it decided. */
export async function lockLines(tx: Tx, scope: Scope, lineIds: string[]): Promise<BankLine[]> {
  const rows = await tx
    .select()
    .from(bankLine)
    .where(and(within(bankLine, scope), isAmong(bankLine.id, lineIds)))
    .orderBy(asc(bankLine.id))
    .for('update');
  if (rows.length !== new Set(lineIds).size) throw new DomainError('not_found');
  return rows;
}

async function lockLine(tx: Tx, scope: Scope, lineId: string): Promise<BankLine> {
  const [row] = await lockLines(tx, scope, [lineId]);
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Posts what a line is. The same id again changes nothing; a line that is decided stays as it is. */
export async function acceptLine(tx: Tx, scope: Scope, input: z.output<typeof acceptLineInput>) {
  const line = await lockLine(tx, scope, input.lineId);
  const [earlier] = await tx
    .select({ lineId: bankMatch.lineId })
    .from(bankMatch)
    .where(isRow(bankMatch, scope, input.id));
  if (earlier && earlier.lineId !== line.id) throw new DomainError('already_exists');
  if (earlier && !(await isDecidedSo(tx, scope, line.id, input.parts)))
    throw new DomainError('bank.line_decided');
  if (earlier) return { id: line.id, version: line.version };
  return accept(tx, scope, line, input);
}

type Learned = Pick<z.output<typeof acceptLineInput>, 'learnText' | 'learnFromAnybody'>;
type Decision = Pick<z.output<typeof acceptLineInput>, 'id' | 'parts'> & Partial<Learned>;

const wordsOf = ({ learnText, learnFromAnybody }: Partial<Learned>): ChosenWords =>
  learnText ? { text: learnText, fromAnybody: learnFromAnybody ?? false } : null;

/** Posts a line that is held; `isByItself` where nobody decided, so that nothing is learned of it either. */
export async function accept(tx: Tx, scope: Scope, line: BankLine, decision: Decision, isByItself = false) {
  if (line.state !== 'waiting') throw new DomainError('bank.line_decided');
  if (line.currency !== scope.currency) {
    throw new DomainError('bank.other_currency', { params: { currency: line.currency } });
  }
  const posted = await post(tx, scope, line, decision);
  const decided = await decide(tx, scope, line, { state: 'matched', posted, isByItself });
  if (isByItself) return decided;
  const paid = decision.parts.flatMap((part) => (part.kind === 'payment' ? [part.leaseId] : []));
  const proved = await listProvedLeases(tx, scope, line, decision.parts);
  await learnPayer(tx, scope, line, [...paid, ...proved], wordsOf(decision));
  for (const { transactionId } of posted) {
    if (transactionId !== undefined) await learnBooking(tx, scope, line, transactionId, wordsOf(decision));
  }
  return decided;
}

/** The leases of payments that were typed in and came with a line: its sender pays their rent as much as if the line had booked it. */
async function listProvedLeases(tx: Tx, scope: Scope, line: BankLine, parts: Decision['parts']) {
  const isProof = line.amountCents > 0;
  const ids = parts.flatMap((part) => (isProof && part.kind === 'evidence' ? [part.paymentId] : []));
  if (ids.length === 0) return [];
  return (await listLeasesOf(tx, scope, ids)).map(({ leaseId }) => leaseId);
}

/** The line is nothing of the books. Left out already, it stays so. */
export async function leaveOut(tx: Tx, scope: Scope, input: z.output<typeof leaveOutInput>) {
  const line = await lockLine(tx, scope, input.lineId);
  if (line.state === 'left_out') return { id: line.id, version: line.version };
  if (line.state !== 'waiting') throw new DomainError('bank.line_decided');
  if (input.forGood) await learnToLeaveOut(tx, scope, line);
  return drop(tx, scope, line);
}

export async function drop(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  { id = crypto.randomUUID(), isByItself = false } = {},
) {
  const leftOut: Posted = {
    id,
    kind: 'left_out',
    amountCents: line.amountCents,
  };
  return decide(tx, scope, line, { state: 'left_out', posted: [leftOut], isByItself });
}

type Decided = { state: 'matched' | 'left_out'; posted: readonly Posted[]; isByItself: boolean };

async function decide(tx: Tx, scope: Scope, line: BankLine, { state, posted, isByItself }: Decided) {
  await tx.insert(bankMatch).values(
    posted.map((part) => ({
      ...part,
      portfolioId: scope.portfolioId,
      lineId: line.id,
      isByItself,
      decidedBy: postedBy(scope),
      decidedAt: scope.now,
    })),
  );
  const version = line.version + 1;
  await tx
    .update(bankLine)
    .set({ state, decidedAt: scope.now, version })
    .where(isRow(bankLine, scope, line.id));
  await recordAudit(tx, scope, {
    action: state === 'matched' ? 'bank_line.accept' : 'bank_line.leave_out',
    entity: 'bank_line',
    entityId: line.id,
    after: { bookedOn: line.bookedOn, amountCents: line.amountCents, ...(isByItself && { isByItself }) },
  });
  return { id: line.id, version };
}

/**
 * Takes a decision back: what was posted for it is reversed, and the line waits again. Whoever saw another decision than the
 * one that stands takes nothing back; sending it again changes nothing.
 */
export async function reopenLine(tx: Tx, scope: Scope, input: z.output<typeof reopenLineInput>) {
  const line = await lockLine(tx, scope, input.lineId);
  if (line.state === 'waiting' && line.version === input.version + 1) {
    return { id: line.id, version: line.version };
  }
  if (line.state === 'waiting' || line.version !== input.version) throw new DomainError('version_conflict');
  await unpostAll(tx, scope, [line]);
  await unlearn(tx, scope, [line.id]);
  const version = line.version + 1;
  await tx
    .update(bankLine)
    .set({ state: 'waiting', decidedAt: null, version })
    .where(isRow(bankLine, scope, line.id));
  await recordAudit(tx, scope, {
    action: 'bank_line.reopen',
    entity: 'bank_line',
    entityId: line.id,
    before: { bookedOn: line.bookedOn, amountCents: line.amountCents },
  });
  return { id: line.id, version };
}

/** Reverses what was posted for lines, the leases of all of them held first and in one order. How many parts they had. */
async function unpostAll(tx: Tx, scope: Scope, lines: readonly BankLine[]): Promise<number> {
  const lineIds = lines.map((line) => line.id);
  const parts = await tx
    .select({
      kind: bankMatch.kind,
      paymentId: bankMatch.paymentId,
      transactionId: bankMatch.transactionId,
      movementId: bankMatch.movementId,
    })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), isAmong(bankMatch.lineId, lineIds)))
    .orderBy(asc(bankMatch.id));
  const leases = await listLeasesOf(
    tx,
    scope,
    parts.flatMap((part) => part.paymentId ?? []),
  );
  const ofDeposits = await listLeasesOfMovements(
    tx,
    scope,
    parts.flatMap((part) => part.movementId ?? []),
  );
  await lockLeases(tx, scope, [...new Set([...leases, ...ofDeposits].map((row) => row.leaseId))]);
  // First the proof, so that the ledger's rows are free for another line.
  await tx.delete(bankMatch).where(and(within(bankMatch, scope), isAmong(bankMatch.lineId, lineIds)));
  // A return before the payment it returned, should both be of this file.
  for (const part of parts.toSorted((a, b) => Number(b.kind === 'return') - Number(a.kind === 'return'))) {
    const { kind, paymentId, transactionId, movementId } = part;
    if (paymentId !== null) await unpost(tx, scope, kind, paymentId);
    if (transactionId !== null) await unbook(tx, scope, { kind, transactionId });
    if (movementId !== null && kind === 'return') await unreturnPaidOut(tx, scope, movementId);
  }
  return parts.length;
}

/**
 * Takes a whole file back: its lines, and the payments they were booked as. Payments that were typed in stay as they were,
 * without a line. The same request again changes nothing.
 */
export async function takeBackImport(tx: Tx, scope: Scope, input: z.output<typeof takeBackImportInput>) {
  const entry = { action: 'bank_import.take_back', entity: 'bank_import', entityId: input.importId } as const;
  const [row] = await tx
    .select()
    .from(bankImport)
    .where(isRow(bankImport, scope, input.importId));
  if (!row && (await isMadeSo(tx, scope, entry))) return { id: input.importId };
  if (!row) throw new DomainError('not_found');
  const statements = tx
    .select({ id: bankStatement.id })
    .from(bankStatement)
    .where(and(within(bankStatement, scope), eq(bankStatement.importId, row.id)));
  const isOfImport = and(within(bankLine, scope), isAmong(bankLine.statementId, statements));
  const lines = await tx.select().from(bankLine).where(isOfImport).orderBy(asc(bankLine.id)).for('update');
  const decided = await unpostAll(
    tx,
    scope,
    lines.filter((line) => line.state !== 'waiting'),
  );
  await unlearn(
    tx,
    scope,
    lines.map((line) => line.id),
  );
  await forgetMappings(tx, scope, [row.id]);
  await tx.delete(bankLine).where(isOfImport);
  await tx.delete(bankStatement).where(and(within(bankStatement, scope), eq(bankStatement.importId, row.id)));
  const gone = await tx
    .delete(bankImport)
    .where(isRow(bankImport, scope, row.id))
    .returning({ id: bankImport.id });
  // Two who take it back at once waited for each other at its lines.
  if (gone.length === 0) return { id: row.id };
  await recordAudit(tx, scope, {
    ...entry,
    before: { fileName: row.fileName, lines: lines.length, decided },
  });
  return { id: row.id };
}
