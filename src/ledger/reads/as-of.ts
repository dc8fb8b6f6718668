import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { CalendarDate } from '@/lib/calendar';

/**
 * Whether a row of `hausbuch.allocation` counted on a day, whatever has happened since: its payment had come (and was
 * not undone, which means it never came), its charge was due, and what made it count otherwise had happened. Under the
 * given names of the three tables.
 */
export function countedOn(
  day: CalendarDate,
  names: { allocation: SQL; payment: SQL; charge: SQL },
  scope: Scope,
): SQL {
  const { allocation, payment, charge } = names;
  return sql`${payment}.paid_on <= ${day}::date and ${charge}.due_on <= ${day}::date
    and (${allocation}.effective_on is null or ${allocation}.effective_on <= ${day}::date)
    and not exists (
      select 1 from hausbuch.payment undone
      where undone.portfolio_id = ${scope.portfolioId} and undone.reverses_payment_id = ${payment}.id
        and not undone.is_returned
    )`;
}

const cents = z.coerce.number().int();
const openRow = z.object({ chargeId: z.string(), dueOn: z.string(), totalCents: cents, openCents: cents });
export type OpenAsOf = z.infer<typeof openRow>;

/**
 * What was open on a day of the charges due by then. A charge counts with its corrections from its due day on, as in
 * the balance.
 */
export async function listOpenAsOf(
  tx: Tx,
  scope: Scope,
  day: CalendarDate,
  of: { leaseIds: readonly string[] } | { chargeIds: readonly string[] },
): Promise<OpenAsOf[]> {
  const [column, ids] = 'leaseIds' in of ? [sql`i.lease_id`, of.leaseIds] : [sql`i.charge_id`, of.chargeIds];
  if (ids.length === 0) return [];
  const counted = countedOn(day, { allocation: sql`a`, payment: sql`p`, charge: sql`i` }, scope);
  const rows = await tx.execute(sql`
    select i.charge_id as "chargeId", to_char(i.due_on, 'YYYY-MM-DD') as "dueOn", i.total_cents as "totalCents",
      least(i.total_cents, greatest(0, i.total_cents - coalesce(settled.cents, 0))) as "openCents"
    from hausbuch.open_item i
    left join lateral (
      select sum(a.amount_cents) as cents
      from hausbuch.allocation a
      join hausbuch.payment p on p.portfolio_id = a.portfolio_id and p.id = a.payment_id
      where a.portfolio_id = ${scope.portfolioId} and p.portfolio_id = ${scope.portfolioId}
        and a.charge_id = i.charge_id and ${counted}
    ) settled on true
    where i.portfolio_id = ${scope.portfolioId} and i.due_on <= ${day}::date
      and ${column} in (${sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`);
  return z.array(openRow).parse([...rows]);
}
