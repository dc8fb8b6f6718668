import 'server-only';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Match } from '@/bank/matching/book';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { bankAccount, bankLine, bankMatch, bankStatement } from '@/db/schema';
import type { InTransaction, Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { lockStandingLeases } from '@/ledger';
import { DomainError, type DomainErrorCode, type DomainErrorParams } from '@/lib/errors';
import { newId } from '@/lib/new-id';
import { accept, drop, lockLines } from './decide-commands';
import type { BankLine } from './proof-commands';
import { findCertain } from './queries';
import { decisionOf, isLeftOut, leasesOfPart, MAX_CERTAIN } from './rules';
import type { acceptCertainInput } from './schema';

/**
 * Posts what is certain of lines, each as if alone. What somebody else decided meanwhile, or what is not certain any more,
 * is passed over; what cannot be posted waits, with the reason. The same ids again post nothing more, and are answered for.
 */
export async function acceptCertain(tx: Tx, scope: Scope, input: z.output<typeof acceptCertainInput>) {
  const lineIds = input.lines.map((one) => one.lineId);
  const idOf = new Map(input.lines.map(({ id, lineId }) => [lineId, id]));
  const { accepted, refused } = await postCertain(
    tx,
    scope,
    lineIds,
    (line) => idOf.get(line.id) ?? newId(),
    false,
  );
  return { accepted: [...accepted, ...(await listDecided(tx, scope, input, accepted))], refused };
}

/** The lines that these very ids have decided before. */
async function listDecided(
  tx: Tx,
  scope: Scope,
  { lines }: z.output<typeof acceptCertainInput>,
  fresh: readonly { id: string }[],
) {
  const ids = lines.flatMap(({ id, lineId }) => (fresh.some((line) => line.id === lineId) ? [] : [id]));
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ matchId: bankMatch.id, id: bankLine.id, version: bankLine.version })
    .from(bankMatch)
    .innerJoin(bankLine, joins(bankLine.id, bankMatch.lineId))
    .where(and(within([bankMatch, bankLine], scope), isAmong(bankMatch.id, ids)));
  return lines.flatMap((one) => {
    const row = rows.find(({ matchId, id }) => matchId === one.id && id === one.lineId);
    return row ? [{ id: row.id, version: row.version }] : [];
  });
}

async function postCertain(
  tx: Tx,
  scope: Scope,
  lineIds: string[],
  idOf: (line: BankLine) => string,
  isByItself: boolean,
) {
  const lines = new Map((await lockLines(tx, scope, lineIds)).map((line) => [line.id, line]));
  const accepted: { id: string; version: number }[] = [];
  const refused: { id: string; code: DomainErrorCode; params?: DomainErrorParams }[] = [];
  const certain = await findCertain(tx, scope, lineIds);
  const held = await lockStandingLeases(tx, scope, leasesOf([...certain.values()]));
  // What came back after what it is a return of: banks may list the latest first, and ids of one moment have no order everywhere.
  const inOrder = [...certain].toSorted(([, a], [, b]) => Number(isReturn(a)) - Number(isReturn(b)));
  for (const [lineId, match] of inOrder) {
    const line = lines.get(lineId);
    const decision = line && certainDecision(scope, line, match);
    if (!line || !decision) continue;
    // Erased at this moment: of all these lines only that one is left.
    if (leasesOf([match]).some((id) => !held.has(id))) {
      refused.push({ id: line.id, code: 'not_found' });
      continue;
    }
    try {
      // A part of the transaction: one line that cannot be posted takes nothing of the others back.
      const done = await tx.transaction((part) =>
        decision === 'left_out'
          ? drop(part, scope, line, { id: idOf(line), isByItself })
          : accept(part, scope, line, { id: idOf(line), parts: decision }, isByItself),
      );
      accepted.push(done);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push({ id: line.id, code: error.code, ...(error.params && { params: error.params }) });
    }
  }
  return { accepted, refused };
}

/** The bank took back money that came in, or brought money back that went out. */
const comeBack: readonly string[] = [
  'reversal',
  'return_charge',
  'deposit_returned',
] satisfies Match['parts'][number]['kind'][];
const isReturn = ({ parts }: Match) => parts.some(({ kind }) => comeBack.includes(kind));

/** All at once and in their order: two who book one lease after the other would wait for each other for ever. */
const leasesOf = (matches: readonly Match[]) => [
  ...new Set(matches.flatMap(({ parts }) => parts.flatMap(leasesOfPart))),
];

function certainDecision(scope: Scope, line: BankLine, match: Match) {
  if (isLeftOut(match)) return 'left_out' as const;
  // Printed ahead of its day, as before a weekend: it waits for it.
  return line.bookedOn > scope.today || line.currency !== scope.currency ? null : decisionOf(match);
}

/**
 * Books by itself what is certain of a file's lines, on accounts where somebody switched that on: some at a time, each line whole
 * or not at all. Only what nobody has decided yet, so that a line that was taken back waits, and sending the file again books
 * nothing twice. How many it booked.
 */
export async function bookByItself(inTransaction: InTransaction, importId: string): Promise<number> {
  let [booked, after] = [0, null as LinePlace | null];
  for (;;) {
    const step = await inTransaction((tx, scope) => bookNext(tx, scope, importId, after)).catch(passOver);
    if (!step) return booked;
    booked += step.booked;
    after = step.last;
  }
}

type LinePlace = { bookedOn: string; id: string };

/** What another member did at the same moment leaves the rest waiting: the file itself is read. */
function passOver(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

async function bookNext(tx: Tx, scope: Scope, importId: string, after: LinePlace | null) {
  const lines = await tx
    .select({ id: bankLine.id, bookedOn: bankLine.bookedOn })
    .from(bankLine)
    .innerJoin(bankStatement, joins(bankStatement.id, bankLine.statementId))
    .innerJoin(bankAccount, joins(bankAccount.id, bankLine.bankAccountId))
    .where(
      and(
        within([bankLine, bankStatement, bankAccount], scope),
        eq(bankStatement.importId, importId),
        bankAccount.booksCertain,
        isAnyOf(bankLine.state, 'waiting'),
        eq(bankLine.version, 1),
        lte(bankLine.bookedOn, scope.today),
        after
          ? sql`(${bankLine.bookedOn}, ${bankLine.id}) > (${after.bookedOn}::date, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(bankLine.bookedOn), asc(bankLine.id))
    .limit(MAX_CERTAIN);
  const last = lines.at(-1);
  if (!last) return null;
  const lineIds = lines.map((line) => line.id);
  const { accepted } = await postCertain(tx, scope, lineIds, newId, true);
  return { booked: accepted.length, last };
}
