import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { costStatement, costStatementLease, property } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { lockLeases, postStatement } from '@/ledger';
import { overlaps } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { getHouse, listHouseLeases } from './house-queries';
import { readCase } from './input-queries';
import { letterHead, letterOf, payBy } from './letter-queries';
import { isReady, RULES_VERSION } from './rules';
import type { sendStatementInput } from './schema';
import { type FrozenLease, type FrozenStatement, listSentPeriods } from './sent-queries';
import { viewOf } from './view-rules';

/**
 * Freezes the statement of a period as it stands and posts what it comes to, lease by lease: all of them or none. The
 * same id again changes nothing.
 * @throws DomainError `statement.not_ready` while the period runs, or something is to be mended first
 */
export async function sendStatement(tx: Tx, scope: Scope, input: z.output<typeof sendStatementInput>) {
  const { id, propertyId, ...period } = input;
  const house = await getHouse(tx, scope, propertyId);
  // What is paid meanwhile waits, so that what is deducted is what is posted against.
  const held = await listHouseLeases(tx, scope, propertyId, period);
  await lockLeases(
    tx,
    scope,
    held.map(({ leaseId }) => leaseId),
  );
  // Two periods of one house may have no lease in common.
  await lockHouse(tx, scope, propertyId);
  if (await isSent(tx, scope, id)) return { id };
  const settledBefore = await listSentPeriods(tx, scope, propertyId);
  if (settledBefore.some((one) => overlaps(one, period))) throw new DomainError('statement.already_settled');
  const { leases, ...known } = await readCase(tx, scope, house, period);
  const { parties, ...view } = viewOf({ ...known, leases });
  const settled = view.leases.filter(({ isSettled }) => isSettled);
  if (
    period.to >= scope.today ||
    view.lines.length === 0 ||
    settled.length === 0 ||
    !settled.every(isReady)
  ) {
    throw new DomainError('statement.not_ready');
  }
  const dueOn = payBy(scope);
  const snapshot: FrozenStatement = { ...known, view, head: await letterHead(tx, scope, propertyId) };
  const [created] = await tx
    .insert(costStatement)
    .values({
      portfolioId: scope.portfolioId,
      id,
      propertyId,
      periodFrom: period.from,
      periodTo: period.to,
      sentOn: scope.today,
      dueOn,
      rulesVersion: RULES_VERSION,
      snapshot,
      snapshotHash: createHash('sha256').update(JSON.stringify(snapshot)).digest('hex'),
      sentBy: postedBy(scope),
      sentAt: scope.now,
    })
    .onConflictDoNothing()
    .returning({ id: costStatement.id });
  if (!created) throw new DomainError('statement.already_settled');
  for (const result of settled) {
    const { result: _, ...letter } = await letterOf(tx, scope, result);
    const { leaseId, resultCents } = result;
    const party = parties[leaseId];
    if (resultCents === null || !party) continue;
    const own = { id: crypto.randomUUID(), leaseId, resultCents, postedCents: result.claimableCents ?? 0 };
    await tx.insert(costStatementLease).values({
      id: own.id,
      leaseId,
      resultCents,
      postedCents: own.postedCents,
      portfolioId: scope.portfolioId,
      statementId: id,
      letter: { party, letter } satisfies FrozenLease,
    });
    await postStatement(tx, scope, { ...own, period, dueOn, note: `${period.from} – ${period.to}` });
  }
  await recordAudit(tx, scope, {
    action: 'cost_statement.send',
    entity: 'cost_statement',
    entityId: id,
    after: { propertyId, ...period, leases: settled.length },
  });
  return { id };
}

/** After its leases, as whoever deletes it does; what refers to it goes on meanwhile. */
const lockHouse = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ id: property.id })
    .from(property)
    .where(isRow(property, scope, propertyId))
    .for('no key update');

async function isSent(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: costStatement.id })
    .from(costStatement)
    .where(and(within(costStatement, scope), eq(costStatement.id, id)));
  return rows.length > 0;
}
