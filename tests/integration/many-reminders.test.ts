import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { enterRequest, type InTransaction } from '@/db/scope';
import { listDueReminders } from '@/features/arrears/proposal-queries';
import { setReminderRule } from '@/features/arrears/rule-commands';
import { setReminderRuleInput } from '@/features/arrears/schema';
import { copyRows, openForCopy, trustReferences } from '@/features/demo/commands/copy-rows';
import { makeCrowd } from '@/features/demo/commands/crowd';
import { remindOfPortfolio } from '@/jobs/reminders';
import { addDays, todayIn } from '@/lib/calendar';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** A portfolio in which nobody paid this month: every tenant is reminded on one morning. */

const OWING = 1_200;
/** More than one hour's mails; to write each letter takes a tenth of a second. */
const REMINDED = 320;
const today = todayIn('Europe/Berlin', new Date());
let database: TestDatabase;
const [portfolioId, userId] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');
  vi.stubEnv('SMTP_FROM', 'Hausbuch <send@hausbuch.example>');
  database = await createTestDatabase();
  const sql = openForCopy(database.adminUrl);
  const of = { portfolioId, userId, seed: '1', today, units: 1_500, years: 1, name: 'Viele' };
  await sql.begin(async (tx) => {
    await trustReferences(tx);
    for (const batch of makeCrowd(of)) await copyRows(tx, batch);
  });
  await sql`update hausbuch.landlord set email = 'petra@example.com' where portfolio_id = ${portfolioId}`;
  await sql`update hausbuch.tenant set emails = array['t' || replace(id::text, '-', '') || '@example.com']
    where portfolio_id = ${portfolioId}`;
  // Nothing is owed but the rent of twenty days ago, of so many who live there still.
  await sql`update hausbuch.open_item set open_cents = 0 where portfolio_id = ${portfolioId}`;
  await sql`with owed as (
      select distinct on (c.lease_id) c.id from hausbuch.charge c
      join hausbuch.lease l on l.portfolio_id = c.portfolio_id and l.id = c.lease_id
      where c.portfolio_id = ${portfolioId} and c.kind = 'rent' and c.corrects_charge_id is null
        and l.ends_on is null and l.voided_at is null and c.due_on <= ${today}::date
      order by c.lease_id, c.due_on desc limit ${OWING})
    update hausbuch.open_item i set open_cents = i.total_cents, owed_since = ${addDays(today, -20)}::date, due_on = ${addDays(today, -20)}::date
    from owed where i.portfolio_id = ${portfolioId} and i.charge_id = owed.id`;
  await sql`analyze`;
  await sql.end();
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

test('the list names a thousand of twelve hundred; of 320 each tenant’s letter is written once, and no hour has more than 300 mails', {
  timeout: 600_000,
}, async () => {
  const { db, close } = openDatabase(database.appUrl);
  const as =
    (now: Date): InTransaction =>
    (work) =>
      enterRequest(db, { userId, portfolioId, now }, ({ tx, scope }) => {
        if (!scope) throw new Error('The owner is no member.');
        return work(tx, { ...scope, isByItself: true });
      });
  const now = new Date();
  const rule = { friendlyDays: 5, firstDays: 40, secondDays: 60, lastDays: 80, betweenDays: 14 };
  await as(new Date(now.getTime() - 86_400_000))((tx, scope) =>
    setReminderRule(
      tx,
      scope,
      setReminderRuleInput.parse({
        ...{ ...rule, leastCents: 0, payWithinDays: 10, withInterest: true, byItselfUpTo: 'friendly' },
      }),
    ),
  );
  // What people are shown is bounded; the rest is on the list tomorrow, or goes by itself.
  const due = await as(now)((tx, scope) => listDueReminders(tx, scope));
  expect(due).toHaveLength(1_000);
  // The others pay.
  const sql = openForCopy(database.adminUrl);
  await sql`update hausbuch.open_item set open_cents = 0 where portfolio_id = ${portfolioId} and open_cents > 0
    and charge_id not in (
      select charge_id from hausbuch.open_item where portfolio_id = ${portfolioId} and open_cents > 0
      order by charge_id limit ${REMINDED})`;
  expect(await remindOfPortfolio(db, portfolioId)).toEqual({ sent: REMINDED, left: 0 });
  expect(await remindOfPortfolio(db, portfolioId)).toEqual({ sent: 0, left: 0 });
  const [counted] = await sql<
    { letters: number; leases: number; mails: number; hours: number; most: number }[]
  >`
    select count(*)::int as letters, count(distinct l.lease_id)::int as leases, count(m.id)::int as mails,
      ceil(extract(epoch from max(m.next_try_at - m.created_at)) / 3600)::int as hours
    from hausbuch.letter l join hausbuch.letter_mail m on m.portfolio_id = l.portfolio_id and m.letter_id = l.id
    where l.portfolio_id = ${portfolioId}`;
  const [most] = await sql<{ of_hour: number }[]>`
    select max(of_hour)::int as of_hour from (
      select count(*) over (order by next_try_at range between interval '59 minutes 50 seconds' preceding and current row) as of_hour
      from hausbuch.letter_mail where portfolio_id = ${portfolioId}) s`;
  await sql.end();
  await close();
  expect(counted).toMatchObject({ letters: REMINDED, leases: REMINDED, mails: REMINDED });
  // 320 ÷ 300: the last of them go in the second hour.
  expect(counted?.hours).toBe(1);
  expect(most?.of_hour).toBeLessThanOrEqual(300);
});
