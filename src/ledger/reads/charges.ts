import 'server-only';
import { and, asc, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { charge, lease, openItem, property } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { chargeState } from '../rules';
import { leaseIdsOf } from './account-leases';
import { findWaived } from './waived';

type Asked = {
  propertyId?: string | null | undefined;
  leaseId?: string | null | undefined;
  cursor?: string | null | undefined;
  limit: number;
};

/** What was charged to the leases of a property, to one lease, or in the portfolio; the latest due first. */
export async function listCharges(tx: Tx, scope: Scope, input: Asked) {
  if (input.propertyId) await assertExists(tx, scope, property, input.propertyId);
  if (input.leaseId) await assertExists(tx, scope, lease, input.leaseId);
  const after = decodeCursor(input.cursor, 'date');
  const rows = await tx
    .select({
      id: charge.id,
      leaseId: charge.leaseId,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      periodTo: charge.periodTo,
      dueOn: charge.dueOn,
      basis: charge.basis,
      carriedKind: charge.carriedKind,
      carriedPeriodFrom: charge.carriedPeriodFrom,
      note: charge.note,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(charge)
    .innerJoin(openItem, joins(openItem.chargeId, charge.id))
    .where(
      and(
        within([charge, openItem], scope),
        isNull(charge.correctsChargeId),
        input.leaseId ? eq(charge.leaseId, input.leaseId) : undefined,
        input.propertyId ? isAmong(charge.leaseId, leaseIdsOf(tx, scope, input.propertyId)) : undefined,
        after
          ? or(lt(charge.dueOn, after.key), and(eq(charge.dueOn, after.key), gt(charge.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(desc(charge.dueOn), asc(charge.id))
    .limit(input.limit + 1);
  const page = toPage(rows, input.limit, (row) => ({ key: row.dueOn, id: row.id }));
  const waived = await findWaived(
    tx,
    scope,
    page.rows.map((row) => row.id),
  );
  return {
    rows: page.rows.map((row) => ({
      ...row,
      state: chargeState({ ...row, waived: waived.has(row.id) }, scope.today),
    })),
    nextCursor: page.nextCursor,
  };
}
