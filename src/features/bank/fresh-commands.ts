import 'server-only';
import { and, asc, eq, gte, lte, notExists } from 'drizzle-orm';
import { recogniseLines } from '@/bank/lines/same-line';
import type { Statement, StatementLine } from '@/bank/statement';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { bankLine, bankMatch, bankRule } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';

export type OfAccount = { accountId: string; statement: Statement };
export type StoredStatement = OfAccount & { id: string; fresh: StatementLine[] };

/**
 * Keeps of statements of one account what neither the database nor the file itself has said before. Returns how many lines of
 * earlier files gave way to theirs.
 */
export async function keepFresh(
  tx: Tx,
  scope: Scope,
  together: readonly StoredStatement[],
  all: readonly StoredStatement[],
): Promise<number> {
  const [first] = together;
  if (!first) return 0;
  const incoming = together.flatMap((row, place) =>
    row.statement.lines.map((line) => ({ row, line, place })),
  );
  const days = incoming.map(({ line }) => line.bookedOn).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return 0;
  const known = await listKnown(tx, scope, first.accountId, from, to);
  const ofThisFile = all
    .filter((row) => row.accountId === first.accountId)
    .flatMap((row) => row.fresh.map((line, at) => knownOf(row.id, idInFile(row, at), line)));
  // A booking is told by its place in its statement, so those of two statements are kept apart.
  const apart = incoming.map(({ line, place }) => ({
    ...line,
    entry: { ...line.entry, index: line.entry.index + place * BOOKINGS_APART },
  }));
  const { fresh, parted } = recogniseLines(apart, [...known, ...ofThisFile]);
  const gaveWay = await giveWay(tx, scope, [...parted.keys()], all);
  const kept = [...fresh, ...[...gaveWay.ofThisFile, ...gaveWay.gone].flatMap((id) => parted.get(id) ?? [])];
  for (const index of kept.toSorted((a, b) => a - b)) {
    const one = incoming[index];
    one?.row.fresh.push(one.line);
  }
  return gaveWay.gone.length;
}

/**
 * A batch that came without its details, and that waits, gives way to them: its parts can be matched, their sum cannot. One that
 * something booked or learned still hangs on stays. Returns the ids of those that did, of this file and of earlier ones.
 */
async function giveWay(
  tx: Tx,
  scope: Scope,
  batchIds: readonly string[],
  rows: readonly StoredStatement[],
): Promise<{ ofThisFile: string[]; gone: string[] }> {
  if (batchIds.length === 0) return { ofThisFile: [], gone: [] };
  const asked = new Set(batchIds);
  const ofThisFile: string[] = [];
  for (const row of rows) {
    row.fresh = row.fresh.filter((_, at) => {
      const id = idInFile(row, at);
      if (asked.has(id)) ofThisFile.push(id);
      return !asked.has(id);
    });
  }
  const kept = batchIds.filter((id) => !ofThisFile.includes(id));
  const gone = await tx
    .delete(bankLine)
    .where(
      and(
        within(bankLine, scope),
        isAmong(bankLine.id, kept),
        isAnyOf(bankLine.state, 'waiting'),
        notExists(
          tx
            .select({ id: bankMatch.id })
            .from(bankMatch)
            .where(and(within(bankMatch, scope), eq(bankMatch.lineId, bankLine.id))),
        ),
        notExists(
          tx
            .select({ id: bankRule.id })
            .from(bankRule)
            .where(and(within(bankRule, scope), eq(bankRule.learnedFromLineId, bankLine.id))),
        ),
      ),
    )
    .returning({ id: bankLine.id });
  return { ofThisFile, gone: gone.map(({ id }) => id) };
}

/** Until it is kept a line is told by its place. */
const idInFile = (row: StoredStatement, at: number) => `${row.id} ${at}`;

const BOOKINGS_APART = 10_000_000;

const knownOf = (statementId: string, id: string, line: StatementLine) => ({
  id,
  bookedOn: line.bookedOn,
  amountCents: line.amountCents,
  name: line.name,
  account: line.account,
  text: line.text,
  batchCount: line.batchCount,
  endToEnd: line.references.endToEnd,
  entry: { id: `${statementId} ${line.entry.index}`, amountCents: line.entry.amountCents },
});

async function listKnown(tx: Tx, scope: Scope, accountId: string, from: string, to: string) {
  const rows = await tx
    .select({
      id: bankLine.id,
      bookedOn: bankLine.bookedOn,
      amountCents: bankLine.amountCents,
      name: bankLine.name,
      account: bankLine.account,
      text: bankLine.text,
      batchCount: bankLine.batchCount,
      references: bankLine.givenReferences,
      statementId: bankLine.statementId,
      entryIndex: bankLine.entryIndex,
      entryCents: bankLine.entryCents,
    })
    .from(bankLine)
    .where(
      and(
        within(bankLine, scope),
        eq(bankLine.bankAccountId, accountId),
        gte(bankLine.bookedOn, from),
        lte(bankLine.bookedOn, to),
      ),
    )
    .orderBy(asc(bankLine.bookedOn), asc(bankLine.id));
  return rows.map(({ references, statementId, entryIndex, entryCents, ...row }) => ({
    ...row,
    endToEnd: references.endToEnd,
    entry: { id: `${statementId} ${entryIndex}`, amountCents: entryCents },
  }));
}
