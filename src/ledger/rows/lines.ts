import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { chargeComponents, chargeKinds, chargeTraits } from '@/domain/account-kinds';
import { settlementKinds } from '@/domain/vocabulary';
import type { OpenLine } from '../allocation-rules';

const cents = z.coerce.number().int();
const row = z.object({
  leaseId: z.string(),
  chargeId: z.string(),
  lineId: z.string(),
  dueOn: z.string(),
  component: z.enum(chargeComponents),
  settlement: z.enum(settlementKinds),
  vatRateBp: z.number().int(),
  totalCents: cents,
  vatCents: cents,
  openCents: cents,
  debtChargeId: z.string().nullable(),
  debtId: z.string(),
  debtKind: z.enum(chargeKinds),
  debtOwedSince: z.string(),
  debtPeriodFrom: z.string().nullable(),
});

/** A line of a charge with what its corrections made of it. */
export type AccountLine = OpenLine &
  Pick<z.infer<typeof row>, 'leaseId' | 'component' | 'settlement' | 'vatRateBp' | 'totalCents' | 'vatCents'>;

function toLine({
  debtChargeId: _,
  debtId,
  debtKind,
  debtOwedSince,
  debtPeriodFrom,
  ...line
}: z.infer<typeof row>) {
  const accessory = line.component === 'interest' ? 'interest' : 'fee';
  return {
    ...line,
    part: debtId === line.chargeId ? 'principal' : chargeTraits[accessory].part,
    isAdvance: line.settlement === 'advance',
    debt: {
      id: debtId,
      owedSince: debtOwedSince,
      periodFrom: debtPeriodFrom,
      endangersTenancy: chargeTraits[debtKind].endangersTenancy,
    },
  } satisfies AccountLine;
}

/**
 * Lines in the order in which they are settled among equals: by due day and month, then as they were posted. Reads the
 * charges asked for and what hangs on them, and no history.
 */
async function readLines(tx: Tx, scope: Scope, items: SQL): Promise<AccountLine[]> {
  const { portfolioId } = scope;
  const rows = await tx.execute(sql`
    select i.lease_id as "leaseId", i.charge_id as "chargeId", l.id as "lineId",
      to_char(i.due_on, 'YYYY-MM-DD') as "dueOn", l.component, l.settlement, l.vat_rate_bp as "vatRateBp",
      l.total_cents as "totalCents", l.total_vat_cents as "vatCents", l.total_cents - coalesce(s.cents, 0) as "openCents",
      l.debt_charge_id as "debtChargeId", d.id as "debtId", coalesce(d.carried_kind, d.kind) as "debtKind",
      to_char(d.owed_since, 'YYYY-MM-DD') as "debtOwedSince",
      to_char(coalesce(d.carried_period_from, d.period_from), 'YYYY-MM-DD') as "debtPeriodFrom"
    from hausbuch.open_item i
    join lateral (
      select x.*, sum(x.amount_cents) over whole as total_cents, sum(x.vat_cents) over whole as total_vat_cents
      from hausbuch.charge_line x
      where x.portfolio_id = ${portfolioId} and x.root_charge_id = i.charge_id
      window whole as (partition by coalesce(x.corrects_line_id, x.id))
    ) l on l.corrects_line_id is null
    -- Its own charge, which says where it stands, and the debt that interest and costs belong to. Joined once: a cluster plans
    -- this anew each time, and longer with every table.
    join hausbuch.charge d on d.portfolio_id = i.portfolio_id and (d.id = i.charge_id or d.id = l.debt_charge_id)
    left join lateral (
      select sum(a.amount_cents) as cents
      from hausbuch.allocation a
      where a.portfolio_id = ${portfolioId} and a.charge_id = i.charge_id and a.charge_line_id = l.id
    ) s on true
    where i.portfolio_id = ${portfolioId} and d.portfolio_id = ${portfolioId} and ${items}
    order by i.due_on, d.period_from, d.posted_at, i.total_cents desc, d.note, i.charge_id,
      l.charge_id <> i.charge_id, l.position, l.id`);
  const read = z.array(row).parse([...rows]);
  const debts = new Map(
    read.filter((one) => one.debtId === one.debtChargeId).map((one) => [one.lineId, one]),
  );
  return read
    .filter((one) => one.debtId === one.chargeId)
    .map((one) => toLine({ ...one, ...debts.get(one.lineId) }));
}

const list = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

/** The open lines of leases. */
export const listOpenLines = (tx: Tx, scope: Scope, leaseIds: readonly string[]): Promise<AccountLine[]> =>
  leaseIds.length === 0
    ? Promise.resolve([])
    : readLines(tx, scope, sql`i.lease_id = any(${list(leaseIds)}) and i.open_cents > 0`);

/** All lines of charges, open or not. */
export const listLinesOf = (tx: Tx, scope: Scope, chargeIds: readonly string[]): Promise<AccountLine[]> =>
  chargeIds.length === 0
    ? Promise.resolve([])
    : readLines(tx, scope, sql`i.charge_id = any(${list(chargeIds)})`);
