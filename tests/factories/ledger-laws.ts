import type postgres from 'postgres';

/** The derived rows beside a replay of the postings, in SQL of its own. Every row it finds is a broken law. */
export async function brokenLaws({ admin, portfolioId }: { admin: postgres.Sql; portfolioId: string }) {
  return admin`
    with root as (
      select coalesce(corrects_charge_id, id) as id, sum(total_cents) as total
      from hausbuch.charge where portfolio_id = ${portfolioId} group by 1
    ), taken as (
      select charge_id as id, sum(amount_cents) as cents
      from hausbuch.allocation where portfolio_id = ${portfolioId} group by 1
    ), line as (
      select id, root_id, sum(cents) as cents, sum(paid) as paid
      from (
        select case when corrects_line_id is null then id else corrects_line_id end as id, root_charge_id as root_id,
          amount_cents as cents, 0 as paid
        from hausbuch.charge_line where portfolio_id = ${portfolioId}
        union all
        select charge_line_id, charge_id, 0, amount_cents
        from hausbuch.allocation where portfolio_id = ${portfolioId}
      ) part
      group by 1, 2
    ), given as (
      select payment_id as id, sum(amount_cents) as cents
      from hausbuch.allocation where portfolio_id = ${portfolioId} group by 1
    ), refunded as (
      select payment_id as id, sum(amount_cents) as cents
      from hausbuch.refund_part where portfolio_id = ${portfolioId} group by 1
    ), refund as (
      select refund_payment_id as id, sum(amount_cents) as cents
      from hausbuch.refund_part where portfolio_id = ${portfolioId} group by 1
    )
    select 'open item is not charge − allocations' as law, o.charge_id as id
    from root left join hausbuch.open_item o on o.charge_id = root.id and o.portfolio_id = ${portfolioId}
    left join taken on taken.id = root.id
    where o.charge_id is null or o.total_cents <> root.total
      or o.open_cents <> root.total - coalesce(taken.cents, 0)
    union all
    select 'a line is owed less than nothing, or paid more than is owed', line.id
    from line where line.cents < 0 or line.paid < 0 or line.paid > line.cents
    union all
    select 'open lines do not sum to the open item', o.charge_id
    from hausbuch.open_item o
    left join (select root_id, sum(cents) as cents, sum(paid) as paid from line group by 1) s on s.root_id = o.charge_id
    where o.portfolio_id = ${portfolioId}
      and (coalesce(s.cents, 0) <> o.total_cents or coalesce(s.cents - s.paid, 0) <> o.open_cents)
    union all
    select 'a line belongs to another charge than its posting corrects', l.id
    from hausbuch.charge_line l
    join hausbuch.charge c on c.portfolio_id = l.portfolio_id and c.id = l.charge_id
    where l.portfolio_id = ${portfolioId} and l.root_charge_id <> coalesce(c.corrects_charge_id, c.id)
    union all
    select 'a debt lies on another lease than what arose from it', l.id
    from hausbuch.charge_line l
    join hausbuch.charge c on c.portfolio_id = l.portfolio_id and c.id = l.charge_id
    join hausbuch.charge d on d.portfolio_id = l.portfolio_id and d.id = l.debt_charge_id
    where l.portfolio_id = ${portfolioId} and (d.lease_id <> c.lease_id or d.corrects_charge_id is not null)
    union all
    select 'more is allocated to a charge than it totals', root.id
    from root join taken on taken.id = root.id where taken.cents > root.total or taken.cents < 0
    union all
    select 'a payment gave more than it has', p.id
    from hausbuch.payment p join given on given.id = p.id
    where p.portfolio_id = ${portfolioId} and (given.cents > p.amount_cents or given.cents < 0)
    union all
    select 'credit is not payment − allocations − refunds', c.payment_id
    from hausbuch.credit c
    join hausbuch.payment p on p.portfolio_id = c.portfolio_id and p.id = c.payment_id
    left join given on given.id = c.payment_id
    left join refunded on refunded.id = c.payment_id
    where c.portfolio_id = ${portfolioId} and c.open_cents <> case
      when exists (select 1 from hausbuch.payment r where r.portfolio_id = ${portfolioId} and r.reverses_payment_id = p.id) then 0
      else p.amount_cents - coalesce(given.cents, 0) - coalesce(refunded.cents, 0) end
    union all
    select 'a refund does not come from as much credit', p.id
    from hausbuch.payment p left join refund on refund.id = p.id
    where p.portfolio_id = ${portfolioId} and p.direction = 'out' and p.reverses_payment_id is null
      and coalesce(refund.cents, 0) <> case
        when exists (select 1 from hausbuch.payment r where r.portfolio_id = ${portfolioId} and r.reverses_payment_id = p.id) then 0
        else p.amount_cents end
    union all
    select 'a reversed payment still pays a refund', p.id
    from hausbuch.payment p join refunded on refunded.id = p.id
    where p.portfolio_id = ${portfolioId} and refunded.cents <> 0
      and exists (select 1 from hausbuch.payment r where r.portfolio_id = ${portfolioId} and r.reverses_payment_id = p.id)
    union all
    select 'a transfer is taken back in part', p.transfer_id
    from hausbuch.payment p
    where p.portfolio_id = ${portfolioId} and p.transfer_id is not null
    group by p.transfer_id
    having count(*) <> count(*) filter (where exists (
      select 1 from hausbuch.payment r where r.portfolio_id = ${portfolioId} and r.reverses_payment_id = p.id))
      and 0 < count(*) filter (where exists (select 1 from hausbuch.payment r where r.portfolio_id = ${portfolioId} and r.reverses_payment_id = p.id))
    union all
    select 'a reversed payment still settles something', p.id
    from hausbuch.payment p join given on given.id = p.id
    where p.portfolio_id = ${portfolioId} and given.cents <> 0
      and exists (select 1 from hausbuch.payment r where r.portfolio_id = ${portfolioId} and r.reverses_payment_id = p.id)
    union all
    select 'lines do not sum to the total', c.id
    from hausbuch.charge c left join hausbuch.charge_line l on l.portfolio_id = c.portfolio_id and l.charge_id = c.id
    where c.portfolio_id = ${portfolioId} group by c.id, c.total_cents
    having coalesce(sum(l.amount_cents), 0) <> c.total_cents
    union all
    select 'something is open while credit is waiting', o.lease_id
    from hausbuch.open_item o join hausbuch.credit c on c.portfolio_id = o.portfolio_id and c.lease_id = o.lease_id
    where o.portfolio_id = ${portfolioId} and o.open_cents > 0 and c.open_cents > 0
    union all
    select 'two rent charges for one month', c.lease_id
    from hausbuch.charge c
    where c.portfolio_id = ${portfolioId} and c.kind = 'rent' and c.corrects_charge_id is null
    group by c.lease_id, date_trunc('month', c.period_from::timestamp) having count(*) > 1`;
}
