import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { sendTestMail } from '@/features/outbox/test-mail-steps';
import { findMailWork, sendMailsOf } from '@/jobs/letter-mails';
import { renderLetter } from '@/print/letter-pdf';
import { createDiskStorage } from '../factories/disk-storage.ts';
import { refusalOf } from '../factories/failure.ts';
import {
  books,
  database,
  giveAddresses,
  letters,
  mail,
  mails,
  openMailDesk,
  queueMany,
  server,
  today,
} from '../factories/mail-desk.ts';
import { enterLease } from '../factories/tenancy.ts';

openMailDesk();

describe('killed in the middle of 500 mails', () => {
  test('none goes twice, none is forgotten, and the uncertain ones are named', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    await queueMany(leaseId, 499);
    // The workers go by the clock of the machine, on which that day to pay is long over.
    await books.admin`update hausbuch.letter set pay_by = null where portfolio_id = ${books.portfolioId}`;
    await books.admin`update hausbuch.letter_mail set next_try_at = now() - interval '1 minute'
      where portfolio_id = ${books.portfolioId}`;
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'letters-'));
    let kills = 0;
    for (const after of [40, 130, 260]) {
      const worker = startWorkerProcess(folder);
      const gone = once(worker, 'exit');
      await vi.waitFor(() => expect(server.taken.length).toBeGreaterThanOrEqual(after), {
        timeout: 60_000,
        interval: 1,
      });
      worker.kill('SIGKILL');
      await gone;
      kills += 1;
    }
    // Two at once finish it.
    const both = [1, 2].map(() =>
      sendMailsOf(books.db, createDiskStorage(folder), books.portfolioId, renderLetter),
    );
    await Promise.all(both);
    // What somebody began five minutes ago is nobody's any more.
    await books.admin`update hausbuch.letter_mail set tried_at = ${new Date(Date.now() - 6 * 60_000)}
      where portfolio_id = ${books.portfolioId} and state = 'sending'`;
    const waiting = await findMailWork(books.db, new Date());
    if (waiting.includes(books.portfolioId)) {
      await sendMailsOf(books.db, createDiskStorage(folder), books.portfolioId, renderLetter);
    }
    const rows = await mails();
    expect(rows).toHaveLength(500);
    const uncertain = rows.filter((row) => row.state === 'uncertain');
    expect(rows.filter((row) => row.state === 'sent')).toHaveLength(500 - uncertain.length);
    expect(uncertain.length).toBeLessThanOrEqual(kills);
    const names = server.taken.map((one) => one.messageId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(500 - uncertain.length);
    await fs.rm(folder, { recursive: true });
  }, 180_000);
});

function startWorkerProcess(folder: string): ChildProcess {
  const root = path.resolve(import.meta.dirname, '../..');
  return fork(path.join(root, 'tests/setup/mail-process.ts'), [database.appUrl, folder, books.portfolioId], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', SMTP_URL: server.url, SMTP_FROM: 'send@hausbuch.example' },
    execArgv: [`--import=${pathToFileURL(path.join(root, 'scripts/src-imports.ts')).href}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

describe('nobody’s mailbox is filled', () => {
  test('so many mails a day reach one address from one person, and of a refused one nothing is left', async () => {
    const leaseId = await enterLease(books, today);
    const outcomes: string[] = [];
    for (let at = 0; at < 12; at += 1) outcomes.push(await refusalOf(mail(leaseId)));
    expect(outcomes.slice(0, 10)).toEqual(Array(10).fill('no failure'));
    expect(outcomes.slice(10)).toEqual(Array(2).fill('letter.too_many_mails'));
    expect(await mails()).toHaveLength(10);
    expect(await letters()).toHaveLength(10);
    // It goes by post instead, and to somebody else by mail.
    await mail(leaseId, { way: 'post' });
    await giveAddresses('other@example.com');
    await mail(leaseId);
  });

  test('beyond three hundred in an hour letters wait their turn, and no hour has more', async () => {
    const leaseId = await enterLease(books, today);
    // 299 half an hour ago: one more goes at once, the next when the first of them are an hour old.
    await books.admin`insert into hausbuch.mail_sent (kind, sent_at, sender_user_id, recipient_hash)
      select 'letter', now() - interval '30 minutes', ${books.userId}, n::text from generate_series(1, 299) n`;
    for (let at = 0; at < 3; at += 1) expect(await refusalOf(mail(leaseId))).toBe('no failure');
    const waits = await books.admin<{ minutes: number }[]>`
      select round(extract(epoch from next_try_at - created_at) / 60)::int as minutes from hausbuch.letter_mail
      where portfolio_id = ${books.portfolioId} order by 1`;
    expect(waits.map((row) => row.minutes)).toEqual([0, 30, 30]);
    const rows = (await letters()).flatMap((row) => row.mails);
    expect(rows.filter((row) => row.hasItsTurn)).toHaveLength(2);
    const [most] = await books.admin<{ count: number }[]>`
      select max(of_hour)::int as count from (
        select count(*) over (order by sent_at range between interval '59 minutes 59 seconds' preceding and current row) as of_hour
        from hausbuch.mail_sent where sender_user_id = ${books.userId}) s`;
    expect(most?.count).toBe(300);
    // Where half a day is full, it is said instead.
    await books.admin`insert into hausbuch.mail_sent (kind, sent_at, sender_user_id, recipient_hash)
      select 'letter', now() + n * interval '1 hour', ${books.userId}, n || ' ' || m
      from generate_series(1, 12) n, generate_series(1, 300) m`;
    expect(await refusalOf(mail(leaseId))).toBe('letter.too_many_mails');
  });

  test('from all together, too, also from accounts that are erased since', async () => {
    const leaseId = await enterLease(books, today);
    const hash = createHash('sha256').update('anna@example.com').digest('hex');
    await books.admin`insert into hausbuch.mail_sent (kind, sender_user_id, recipient_hash)
      select 'letter', case when n % 2 = 0 then ${randomUUID()}::uuid end, ${hash} from generate_series(1, 19) n`;
    await giveAddresses('Anna@example.com');
    expect(await refusalOf(mail(leaseId))).toBe('no failure');
    expect(await refusalOf(mail(leaseId))).toBe('letter.too_many_mails');
    // Those who look for an address in what is kept find none.
    const kept = await books.admin`select to_jsonb(s)::text as row from hausbuch.mail_sent s`;
    expect(JSON.stringify(kept)).not.toMatch(/anna@/i);
  });

  test('others do not take a landlord’s place: who is here for a week sends three a day whatever they sent', async () => {
    const leaseId = await enterLease(books, today);
    const hash = createHash('sha256').update('anna@example.com').digest('hex');
    // Two accounts of a day, ten each.
    await books.admin`insert into hausbuch.mail_sent (kind, sender_user_id, recipient_hash)
      select 'letter', u, ${hash} from unnest(array[${randomUUID()}, ${randomUUID()}]::uuid[]) u, generate_series(1, 10)`;
    await giveAddresses('anna@example.com');
    const here = async (days: number) =>
      books.admin`insert into hausbuch.profile (user_id, display_name, created_at)
        values (${books.userId}, 'L', now() - ${days} * interval '1 day')
        on conflict (user_id) do update set created_at = excluded.created_at`;
    await here(6);
    expect(await refusalOf(mail(leaseId))).toBe('letter.too_many_mails');
    await here(8);
    const outcomes: string[] = [];
    for (let at = 0; at < 4; at += 1) outcomes.push(await refusalOf(mail(leaseId)));
    expect(outcomes).toEqual([...Array(3).fill('no failure'), 'letter.too_many_mails']);
  });

  test('what is made up behind a plus sign is no other mailbox', async () => {
    const send = (to: string) => sendTestMail((work) => books.on(today, work), to);
    for (let at = 0; at < 5; at += 1) await send(`victim+${at}@example.com`);
    expect(await refusalOf(send('victim+other@example.com'))).toBe('rate_limited');
    expect(await refusalOf(send('Victim@example.com'))).toBe('rate_limited');
    expect(await send('other@example.com')).toMatchObject({ kind: 'sent' });
  });

  test('a test mail is counted by whom it goes to, whoever sends it', async () => {
    const send = () => sendTestMail((work) => books.on(today, work), 'victim@example.com');
    for (let at = 0; at < 5; at += 1) expect(await send()).toMatchObject({ kind: 'sent' });
    expect(await refusalOf(send())).toBe('rate_limited');
    expect(server.taken).toHaveLength(5);
    await books.admin`update hausbuch.mail_sent set sender_user_id = ${randomUUID()}`;
    expect(await refusalOf(send())).toBe('rate_limited');
  });
});
