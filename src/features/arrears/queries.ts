import 'server-only';
import { and, SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease, openItem, property, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { isOverdue, listOverdueRents } from '@/ledger';
import { type CalendarDate, LAST_DAY } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { findDwellingLeases, findGermanLeases } from '../legal/law-queries';
import { listLeaseTenants, listLeaseUnits } from '../occupancy/party-queries';
import { findSaleDays } from '../occupancy/sale-queries';
import { listRents } from '../rent/queries';
import { type Rent, rentOn } from '../rent/rules';
import { arrearsTotal } from './age-rules';
import { listProposals } from './proposal-queries';
import { ruleOf } from './rule-queries';
import type { listArrearsInput } from './schema';
import { noticeThresholds } from './threshold-rules';

const count = z.coerce.number().int();
const ageColumns = {
  days_1_30: count,
  days_31_60: count,
  days_61_90: count,
  days_over_90: count,
};
const leaseRow = z.object({
  leaseId: z.string(),
  oldestDueOn: z.string(),
  overdueCents: count,
  ...ageColumns,
});

/**
 * What is overdue today by age, lease by lease, the oldest first, with the sum over all of them. It reads what is
 * open and never the history.
 */
export async function listArrears(tx: Tx, scope: Scope, input: z.output<typeof listArrearsInput>) {
  if (input.propertyId) await assertExists(tx, scope, property, input.propertyId);
  if (input.tenantId) await assertExists(tx, scope, tenant, input.tenantId);
  if (input.leaseId) await assertExists(tx, scope, lease, input.leaseId);
  const after = decodeCursor(input.cursor, 'date');
  const { portfolioId, today } = scope;
  const age = (from: number, to: number | null) =>
    sql`coalesce(sum(o.open_cents) filter (where ${today}::date - o.since >= ${from}
      and (${to}::int is null or ${today}::date - o.since <= ${to})), 0)`;
  const items = tx
    .select({
      leaseId: openItem.leaseId,
      openCents: openItem.openCents,
      since: sql`${openItem.owedSince}`.as('since'),
    })
    .from(openItem)
    .where(and(within(openItem, scope), isOverdue(today)))
    .as('o');
  // Only what is asked: of "nothing is asked, or …" a plan for any values tries the condition on each.
  const asked = [
    input.leaseId && sql` and o.lease_id = ${input.leaseId}::uuid`,
    !input.includePaused &&
      sql` and (l.dunning_paused_until is null or l.dunning_paused_until < ${today}::date)`,
    input.tenantId &&
      sql` and exists (
        select 1 from hausbuch.lease_tenant t
        where t.portfolio_id = ${portfolioId} and t.lease_id = o.lease_id and t.tenant_id = ${input.tenantId}::uuid)`,
    input.propertyId &&
      sql` and exists (
        select 1 from hausbuch.lease_unit lu
        join hausbuch.unit u on u.portfolio_id = lu.portfolio_id and u.id = lu.unit_id
        where lu.portfolio_id = ${portfolioId} and u.portfolio_id = ${portfolioId}
          and lu.lease_id = o.lease_id and u.property_id = ${input.propertyId}::uuid)`,
  ].filter((condition) => condition instanceof SQL);
  const overdue = sql`
    select o.lease_id as "leaseId", to_char(min(o.since), 'YYYY-MM-DD') as "oldestDueOn",
      sum(o.open_cents) as "overdueCents", ${age(1, 30)} as days_1_30, ${age(31, 60)} as days_31_60,
      ${age(61, 90)} as days_61_90, ${age(91, null)} as days_over_90
    from ${items}
    join hausbuch.lease l on l.id = o.lease_id
    where l.portfolio_id = ${portfolioId}${sql.join(asked)}
    group by o.lease_id`;
  const found = await tx.execute(sql`
    select * from (${overdue}) a${after ? sql` where ("oldestDueOn", "leaseId") > (${after.key}::text, ${after.id}::uuid)` : sql``}
    order by "oldestDueOn", "leaseId"
    limit ${input.limit + 1}`);
  const [sums] = await tx.execute(sql`
    select count(*) as leases, coalesce(sum("overdueCents"), 0) as "overdueCents",
      coalesce(sum(days_1_30), 0) as days_1_30, coalesce(sum(days_31_60), 0) as days_31_60,
      coalesce(sum(days_61_90), 0) as days_61_90, coalesce(sum(days_over_90), 0) as days_over_90
    from (${overdue}) a`);
  const page = toPage(z.array(leaseRow).parse([...found]), input.limit, (row) => ({
    key: row.oldestDueOn,
    id: row.leaseId,
  }));
  const { leases, overdueCents, ...byAge } = z
    .object({ leases: count, overdueCents: count, ...ageColumns })
    .parse(sums);
  return {
    total: { leases, overdueCents, byAge: arrearsTotal(byAge, today) },
    rows: await describeRows(tx, scope, page.rows),
    nextCursor: page.nextCursor,
  };
}

/** Who, where, which letter is next, and how near the arrears are to a notice without a period. */
async function describeRows(tx: Tx, scope: Scope, rows: z.infer<typeof leaseRow>[]) {
  const ids = rows.map((row) => row.leaseId);
  if (ids.length === 0) return [];
  const [leases, tenants, units, rents, rentItems, german, dwellings] = await Promise.all([
    tx
      .select({
        id: lease.id,
        version: lease.version,
        startsOn: lease.startsOn,
        endsOn: lease.endsOn,
        dunningPausedUntil: lease.dunningPausedUntil,
      })
      .from(lease)
      .where(and(within(lease, scope), isAmong(lease.id, ids))),
    listLeaseTenants(tx, scope, ids),
    listLeaseUnits(tx, scope, ids),
    listRents(tx, scope, ids),
    listOverdueRents(tx, scope, ids),
    findGermanLeases(tx, scope, ids),
    findDwellingLeases(tx, scope, ids),
  ]);
  const proposals = await listProposals(
    tx,
    scope,
    leases.map(({ id, dunningPausedUntil }) => ({
      id,
      pausedUntil: dunningPausedUntil,
      isGerman: german.has(id),
      interestCents: 0,
    })),
    await ruleOf(tx, scope),
  );
  const saleDays = await findSaleDays(tx, scope, leases);
  return rows.map(({ leaseId, oldestDueOn, overdueCents, ...byAge }) => {
    const own = leases.find((row) => row.id === leaseId);
    const agreed = rents.filter((rent) => rent.leaseId === leaseId);
    const today = own && own.startsOn > scope.today ? own.startsOn : scope.today;
    const monthlyRentCents = rentCentsOn(agreed, today);
    const isGerman = german.has(leaseId);
    const next = proposals.find((one) => one.leaseId === leaseId)?.result;
    const isWithBuyer = (saleDays.get(leaseId) ?? LAST_DAY) <= scope.today;
    const isPaused = Boolean(own?.dunningPausedUntil && own.dunningPausedUntil >= scope.today);
    return {
      leaseId,
      leaseVersion: own?.version ?? 1,
      oldestDueOn,
      overdueCents,
      byAge,
      monthlyRentCents,
      isGerman,
      isDwelling: dwellings.has(leaseId),
      /** The letter that the rule proposes today, or why it proposes none. */
      next: { step: next?.step ?? null, reason: next?.reason ?? 'nothing_overdue', on: next?.nextOn ?? null },
      pausedUntil: isPaused ? (own?.dunningPausedUntil ?? null) : null,
      // German law; elsewhere nothing is claimed about a notice. Of a sold house the buyer alone gives it (§ 566 (1) BGB).
      thresholds:
        isGerman && !isWithBuyer
          ? noticeThresholds({
              isDwelling: dwellings.has(leaseId),
              rents: rentItems
                .filter((item) => item.leaseId === leaseId)
                .map((item) => ({ ...item, rentCents: rentCentsOn(agreed, item.periodFrom) })),
            })
          : null,
      tenants: tenants.filter((row) => row.leaseId === leaseId),
      units: units.filter((row) => row.leaseId === leaseId),
    };
  });
}

/** The whole rent that is agreed for a day, in cents a month. */
const rentCentsOn = (rents: readonly Rent[], on: CalendarDate): number =>
  sumCents(rentOn(rents, on)?.lines.map((line) => line.amountCents) ?? []);
