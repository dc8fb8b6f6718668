import 'server-only';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { costStatement, costStatementLease, property } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { lockLeases, nothingStated, postStatement } from '@/ledger';
import { addMonths, overlaps } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { getHouse, listHouseLeases } from '../occupancy/house-queries';
import { hasLetter, readNow } from './correction-queries';
import { letterHead, letterOf, payBy } from './letter-queries';
import { RULES_VERSION } from './rules';
import type { sendStatementInput } from './schema';
import {
  type FrozenLease,
  type FrozenStatement,
  listSentPeriods,
  listTold,
  listVersions,
} from './sent-queries';
import { isWhole } from './view-rules';

/**
 * Freezes the statement of a period as it stands and posts what it comes to, lease by lease: all of them or none. What
 * corrects a sent one is a version beside it, which posts the difference. The same id again changes nothing.
 * @throws DomainError `statement.not_ready` while the period runs, or something is to be mended first;
 * `statement.corrected_meanwhile`, `statement.nothing_changed`
 */
export async function sendStatement(tx: Tx, scope: Scope, input: z.output<typeof sendStatementInput>) {
  const { id, propertyId, corrects, slips, ...period } = input;
  const house = await getHouse(tx, scope, propertyId);
  // What is paid meanwhile waits, so that what is deducted is what is posted against; also of whom a plant's own year knows.
  const since = addMonths(period.from, -12);
  const held = await listHouseLeases(tx, scope, propertyId, { from: since, to: period.to });
  const before = await listTold(tx, scope, await listVersions(tx, scope, propertyId, period));
  await lockLeases(tx, scope, [...new Set([...held.map(({ leaseId }) => leaseId), ...before.keys()])]);
  // Two periods of one house may have no lease in common.
  await lockHouse(tx, scope, propertyId);
  const sent = await findById(tx, scope, id);
  if (sent) {
    const wanted = { propertyId, periodFrom: period.from, periodTo: period.to, version: (corrects ?? 0) + 1 };
    if (changesBetween(sent, wanted)) throw new DomainError('already_exists');
    return { id };
  }
  const { versions, told, found, view: whole, correction } = await readNow(tx, scope, house, period, slips);
  if ((corrects ?? 0) !== versions.length) {
    throw new DomainError(corrects == null ? 'statement.already_settled' : 'statement.corrected_meanwhile');
  }
  const others = await listSentPeriods(tx, scope, propertyId);
  if (versions.length === 0 && others.some((one) => overlaps(one, period))) {
    throw new DomainError('statement.already_settled');
  }
  const { leases: _, ...known } = found;
  const { parties, ...view } = whole;
  const settled = view.leases.filter(({ isSettled }) => isSettled);
  if (!isWhole(whole, scope.today)) throw new DomainError('statement.not_ready');
  if (versions.length > 0 && !settled.some((one) => hasLetter(correction(one)))) {
    throw new DomainError('statement.nothing_changed');
  }
  const dueOn = payBy(scope);
  const snapshot: FrozenStatement = { ...known, view, head: await letterHead(tx, scope, propertyId, view) };
  const [created] = await tx
    .insert(costStatement)
    .values({
      portfolioId: scope.portfolioId,
      id,
      propertyId,
      periodFrom: period.from,
      periodTo: period.to,
      version: versions.length + 1,
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
    const { result: __, ...letter } = await letterOf(tx, scope, result, correction(result));
    const { leaseId, resultCents } = result;
    const party = parties[leaseId];
    if (resultCents === null || !party) continue;
    const own = { id: crypto.randomUUID(), leaseId, resultCents, claimedCents: result.claimableCents ?? 0 };
    const vatRateBp = result.vat?.rateBp ?? 0;
    const before = told.get(leaseId) ?? { ...nothingStated, ids: [] };
    const note = `${period.from} – ${period.to}`;
    const postedCents = await postStatement(tx, scope, { ...own, vatRateBp, period, before, dueOn, note });
    await tx.insert(costStatementLease).values({
      id: own.id,
      leaseId,
      resultCents,
      claimedCents: own.claimedCents,
      postedCents,
      portfolioId: scope.portfolioId,
      statementId: id,
      letter: { party, letter } satisfies FrozenLease,
    });
  }
  await recordAudit(tx, scope, {
    action: 'cost_statement.send',
    entity: 'cost_statement',
    entityId: id,
    after: { propertyId, ...period, version: versions.length + 1, leases: settled.length },
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

async function findById(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select({
      propertyId: costStatement.propertyId,
      periodFrom: costStatement.periodFrom,
      periodTo: costStatement.periodTo,
      version: costStatement.version,
    })
    .from(costStatement)
    .where(isRow(costStatement, scope, id));
  return row;
}
