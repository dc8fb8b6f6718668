import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';

const cents = z.coerce.number().int();
const row = z.object({
  chargeId: z.string(),
  owedSince: z.string(),
  openCents: cents,
  waivedCents: cents,
});

/**
 * What a lease passed on to another and what became of it there, or where it went on from there: nothing of it is open on the
 * account of the lease, and it may be owed all the same. By the charge of the lease.
 */
export async function listCarriedAway(tx: Tx, scope: Scope, leaseId: string) {
  const { portfolioId } = scope;
  const rows = await tx.execute(sql`
    with recursive carried as (
      select o.id as origin_id, c.id from hausbuch.charge o
      join hausbuch.charge c on c.portfolio_id = o.portfolio_id and c.carried_from_charge_id = o.id
      where o.portfolio_id = ${portfolioId} and c.portfolio_id = ${portfolioId} and o.lease_id = ${leaseId}
      union all
      select p.origin_id, c.id from carried p
      join hausbuch.charge c on c.portfolio_id = ${portfolioId} and c.carried_from_charge_id = p.id
    )
    select carried.origin_id as "chargeId", to_char(i.owed_since, 'YYYY-MM-DD') as "owedSince",
      i.open_cents as "openCents", coalesce((
        select -sum(w.total_cents) from hausbuch.charge w
        where w.portfolio_id = ${portfolioId} and w.corrects_charge_id = carried.id and w.correction_reason = 'waiver'
      ), 0) as "waivedCents"
    from carried
    join hausbuch.open_item i on i.portfolio_id = ${portfolioId} and i.charge_id = carried.id`);
  return z.array(row).parse([...rows]);
}
