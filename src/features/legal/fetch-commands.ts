import 'server-only';
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { type PublishedFigure, sourceOf } from '@/bundesbank/series';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { legalFigure } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { listKnownFigures } from './queries';
import { compareFigures } from './rules';

/**
 * Takes what the Bundesbank published into the portfolio's own figures, as far as the program's tables lack it; where the
 * portfolio typed something else, only with `replaces`. Taken twice it is there once.
 */
export async function takeFigures(
  tx: Tx,
  scope: Scope,
  input: { fetched: readonly PublishedFigure[]; replaces: boolean },
) {
  const known = await listKnownFigures(tx, scope);
  const { fresh, differences } = compareFigures({ fetched: input.fetched, ...known });
  const own = input.replaces ? differences.filter((one) => one.isOwn) : [];
  const { portfolioId, today: fetchedOn } = scope;
  if (fresh.length > 0) {
    const rows = fresh.map((one) => ({ ...one, portfolioId, source: sourceOf(one.kind), fetchedOn }));
    await tx
      .insert(legalFigure)
      .values(rows)
      .onConflictDoNothing({
        target: [legalFigure.portfolioId, legalFigure.kind, legalFigure.place, legalFigure.validFrom],
      });
  }
  for (const { kind, validFrom, fetched: value } of own) {
    await tx
      .update(legalFigure)
      .set({
        value,
        source: sourceOf(kind),
        fetchedOn,
        version: sql`${legalFigure.version} + 1`,
        updatedAt: scope.now,
      })
      .where(
        and(
          within(legalFigure, scope),
          eq(legalFigure.kind, kind),
          eq(legalFigure.validFrom, validFrom),
          ne(legalFigure.value, value),
        ),
      );
  }
  if (fresh.length + own.length > 0) {
    await recordAudit(tx, scope, {
      action: 'legal_figure.fetch',
      entity: 'legal_figure',
      entityId: portfolioId,
      before:
        own.length === 0
          ? null
          : { replaced: own.map(({ kind, validFrom, known: value }) => ({ kind, validFrom, value })) },
      after: { added: fresh.length, replaced: own.length },
    });
  }
  return { added: fresh.length, replaced: own.length };
}

/** Removes what was fetched; what somebody typed stays. */
export async function removeFetched(tx: Tx, scope: Scope) {
  const removed = await tx
    .delete(legalFigure)
    .where(and(within(legalFigure, scope), isNotNull(legalFigure.fetchedOn)))
    .returning({ id: legalFigure.id });
  if (removed.length > 0) {
    await recordAudit(tx, scope, {
      action: 'legal_figure.remove_fetched',
      entity: 'legal_figure',
      entityId: scope.portfolioId,
      before: { count: removed.length },
    });
  }
  return { count: removed.length };
}
