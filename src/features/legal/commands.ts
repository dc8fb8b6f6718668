import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { legalFigure } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import { DomainError } from '@/lib/errors';
import type { createFigureInput, deleteFigureInput, updateFigureInput } from './schema';

type Fields = Omit<z.output<typeof createFigureInput>, 'id'>;
const audited = ({ kind, place, validFrom, validUntil, value, source }: Fields) => ({
  kind,
  ...(place !== '' && { place, validUntil }),
  validFrom,
  value,
  source,
});

/** Enters a figure of a kind from a day on; of each day there is one. The same id again changes nothing. */
export async function createFigure(tx: Tx, scope: Scope, input: z.output<typeof createFigureInput>) {
  const { portfolioId } = scope;
  const [row] = await tx
    .insert(legalFigure)
    .values({ ...exactly(legalFigure, input), portfolioId })
    .onConflictDoNothing({ target: [legalFigure.portfolioId, legalFigure.id] })
    .returning({ id: legalFigure.id, version: legalFigure.version });
  if (!row) {
    const [existing] = await tx
      .select()
      .from(legalFigure)
      .where(isRow(legalFigure, scope, input.id));
    return sameRequestOnly(existing, input);
  }
  await recordAudit(tx, scope, {
    action: 'legal_figure.create',
    entity: 'legal_figure',
    entityId: input.id,
    after: audited(input),
  });
  return row;
}

async function getFigure(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select()
    .from(legalFigure)
    .where(isRow(legalFigure, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** What was fetched and is changed by hand counts as typed from then on. */
export async function updateFigure(tx: Tx, scope: Scope, input: z.output<typeof updateFigureInput>) {
  const before = await getFigure(tx, scope, input.id);
  const { id, version, ...fields } = input;
  const changed = changedRow(
    await tx
      .update(legalFigure)
      .set({ ...exactly(legalFigure, { ...fields, fetchedOn: null }), ...nextVersion(legalFigure, scope) })
      .where(isSeenRow(legalFigure, scope, { id, version }))
      .returning({ id: legalFigure.id, version: legalFigure.version }),
  );
  await recordAudit(tx, scope, {
    action: 'legal_figure.update',
    entity: 'legal_figure',
    entityId: id,
    before: audited(before),
    after: audited(fields),
  });
  return changed;
}

export async function deleteFigure(tx: Tx, scope: Scope, input: z.output<typeof deleteFigureInput>) {
  const before = await getFigure(tx, scope, input.id);
  changedRow(
    await tx
      .delete(legalFigure)
      .where(isSeenRow(legalFigure, scope, input))
      .returning({ id: legalFigure.id }),
  );
  await recordAudit(tx, scope, {
    action: 'legal_figure.delete',
    entity: 'legal_figure',
    entityId: input.id,
    before: audited(before),
  });
  return { id: input.id };
}
