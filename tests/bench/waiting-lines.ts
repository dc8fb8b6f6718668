import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';

/**
 * Lines of a bank that wait: a rent of each lease in turn, month by month, half of them from accounts that tenants' records
 * name, some with a name only, some of nobody who is known.
 */
export async function writeWaitingLines(
  sql: postgres.TransactionSql,
  { portfolioId, count, today }: { portfolioId: string; count: number; today: string },
): Promise<void> {
  // The demo's crowd has nine last names, a house of thousands has hundreds: each of three syllables of its own.
  const syllables = [
    'ba',
    'der',
    'fin',
    'gol',
    'hau',
    'kar',
    'lem',
    'mol',
    'nis',
    'pet',
    'ruh',
    'sal',
    'tem',
    'wer',
  ];
  await sql`
    update hausbuch.tenant set last_name = initcap(
      (${syllables}::text[])[1 + abs(hashtext(id::text)) % 14]
      || (${syllables}::text[])[1 + abs(hashtext(id::text)) / 14 % 14]
      || (${syllables}::text[])[1 + abs(hashtext(id::text)) / 196 % 14])
    where portfolio_id = ${portfolioId} and last_name is not null`;
  // What was copied is known to no plan yet: the dearest rent of each of 5,000 leases took more than a quarter of an hour.
  await sql`analyze`;
  const [importId, statementId] = [randomUUID(), randomUUID()];
  const [account] = await sql<{ id: string }[]>`
    select id from hausbuch.bank_account where portfolio_id = ${portfolioId} order by id limit 1`;
  const accountId = account?.id ?? '';
  await sql`
    update hausbuch.tenant set payer_ibans = array['DE' || lpad((hashtext(id::text)::bigint + 2147483648)::text, 20, '0')]
    where portfolio_id = ${portfolioId} and hashtext(id::text) % 2 = 0`;
  await sql`
    insert into hausbuch.bank_import (portfolio_id, id, file_name, file_hash, line_count, known_count)
    values (${portfolioId}, ${importId}, 'bench.xml', 'bench', ${count}, 0)`;
  await sql`
    insert into hausbuch.bank_statement (portfolio_id, id, import_id, bank_account_id)
    values (${portfolioId}, ${statementId}, ${importId}, ${accountId})`;
  await sql`
    with payer as (
      select row_number() over (order by lt.lease_id, lt.tenant_id) as at, count(*) over () as payers,
        t.first_name || ' ' || t.last_name as name,
        'DE' || lpad((hashtext(t.id::text)::bigint + 2147483648)::text, 20, '0') as iban,
        l.payment_reference,
        (select sum(r.amount_cents) from hausbuch.charge_line r join hausbuch.charge c
           on c.portfolio_id = r.portfolio_id and c.id = r.charge_id
         where c.portfolio_id = ${portfolioId} and c.lease_id = l.id and c.kind = 'rent' and c.corrects_charge_id is null
         group by c.id order by 1 desc limit 1) as cents
      from hausbuch.lease l
      join hausbuch.lease_tenant lt on lt.portfolio_id = l.portfolio_id and lt.lease_id = l.id
      join hausbuch.tenant t on t.portfolio_id = lt.portfolio_id and t.id = lt.tenant_id
      where l.portfolio_id = ${portfolioId} and l.ends_on is null)
    insert into hausbuch.bank_line (portfolio_id, id, statement_id, bank_account_id, booked_on, amount_cents, currency, name, account,
      text, given_references, kind, entry_index, entry_cents, raw, line_number)
    select ${portfolioId}, gen_random_uuid(), ${statementId}, ${accountId},
      ${today}::date - 90 + (n.n * 90 / ${count}::int)::int, coalesce(p.cents, 70000), 'EUR',
      case when n.n % 10 = 9 then 'Somebody Else' else p.name end,
      case when n.n % 3 = 0 then null else p.iban end,
      case when n.n % 3 = 0 then 'Miete ' || p.payment_reference else 'Miete und Nebenkosten' end,
      '{"endToEnd":null,"mandate":null,"creditorId":null,"structured":null,"bank":null,"batch":null}', 'transfer', n.n,
      coalesce(p.cents, 70000), 'bench', n.n
    from generate_series(1, ${count}::int) n(n) join payer p on p.at = 1 + (n.n * 7) % p.payers`;
}
