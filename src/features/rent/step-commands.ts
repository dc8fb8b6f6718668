import 'server-only';
import type { z } from 'zod';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { sameRequestOnly } from '@/db/versioned';
import { lockLeases } from '@/ledger';
import { compareDates } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { assertDayIsFree, assertSteps, followChange, insertRent } from './commands';
import { findClause } from './index-queries';
import { listRents } from './queries';
import { rentOn } from './rules';
import type { planStepsInput } from './schema';
import { netCentsOf, withNetCents } from './step-rules';

/**
 * Agrees the steps of a stepped rent; each has the other parts of the rent it follows. Answers with the posted
 * months that differ, when steps of a lease that has been running are entered; they change only if confirmed. The same request
 * again changes nothing, one for fewer of them is refused: the others stand.
 */
export async function agreeSteps(tx: Tx, scope: Scope, input: z.output<typeof planStepsInput>) {
  const { leaseId, note } = input;
  await lockLeases(tx, scope, [leaseId]);
  if (await findClause(tx, scope, leaseId)) throw new DomainError('rent.index_beside_steps');
  const known = await listRents(tx, scope, [leaseId]);
  const steps = input.steps.filter((step) => {
    const standing = known.find((row) => row.id === step.id);
    if (standing) sameRequestOnly({ ...standing, netCents: netCentsOf(standing.lines) }, { ...step, note });
    return standing === undefined;
  });
  const entry = {
    action: 'rent.plan_steps',
    entity: 'lease',
    entityId: leaseId,
    after: { steps: input.steps.map(({ id, validFrom, netCents }) => ({ id, validFrom, netCents })) },
  } as const;
  if (steps.length === 0) {
    if (!(await isMadeSo(tx, scope, entry))) throw new DomainError('already_exists');
    return { differences: await followChange(tx, scope, leaseId, input.correctPosted) };
  }
  for (const { id, validFrom, netCents } of steps.toSorted((a, b) =>
    compareDates(a.validFrom, b.validFrom),
  )) {
    const field = `steps.${input.steps.findIndex((step) => step.id === id)}.validFrom`;
    await assertDayIsFree(tx, scope, leaseId, validFrom, null, field);
    const before = rentOn(await listRents(tx, scope, [leaseId]), validFrom);
    const lines = withNetCents(before?.lines ?? [], netCents);
    await insertRent(tx, scope, { id, leaseId, validFrom, reason: 'stepped', note, lines });
  }
  await assertSteps(tx, scope, leaseId);
  await recordAudit(tx, scope, entry);
  return { differences: await followChange(tx, scope, leaseId, input.correctPosted) };
}
