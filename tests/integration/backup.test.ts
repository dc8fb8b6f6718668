import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyBackup, writeManifest } from '../../scripts/backup-manifest.ts';
import { backUp } from '../../scripts/data-copy.ts';
import { restore } from '../../scripts/data-restore.ts';
import { startEmbedded } from '../../scripts/embedded.ts';

const mailedSecret = 'code-once-mailed-4711';
let folder: string;
const at = (name: string) => path.join(folder, name);

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-backup-'));
  // The account that runs the database for root has to come through.
  fs.chmodSync(folder, 0o755);
});
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Reminders that go by themselves, and a mail that waits; what they hang on is another test's. */
async function enterWhatGoesByItself(sql: postgres.Sql): Promise<void> {
  const [portfolioId, letterId] = [randomUUID(), randomUUID()];
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
      values (${portfolioId}, 'Bücher', 'DE', 'EUR', 'Europe/Berlin')`;
    await tx`insert into hausbuch.reminder_rule (portfolio_id, friendly_days, between_days, least_cents, pay_within_days,
        with_interest, by_itself_up_to, by_itself_by)
      values (${portfolioId}, 5, 14, 0, 10, false, 'first', ${randomUUID()})`;
    await tx`insert into hausbuch.letter_mail (portfolio_id, letter_id, tenant_id, address, message_name, from_name, reply_to,
        subject, body, state, next_try_at)
      values (${portfolioId}, ${letterId}, ${randomUUID()}, 'anna@example.com', 'a@example.com', 'Petra Vogel',
        'petra@example.com', 'Erinnerung', 'Guten Tag', 'waiting', now())`;
  });
}

const whatGoesByItself = async (sql: postgres.Sql) => ({
  rules: await sql<{ upTo: string | null; rested: string | null }[]>`
    select by_itself_up_to as "upTo", rested_up_to as rested from hausbuch.reminder_rule`,
  mails: await sql<
    { state: string }[]
  >`select state, may_have_gone as "mayHaveGone" from hausbuch.letter_mail`,
});

/** A whole installation on a data folder, as `npm start` has it, without the app. */
async function startInstallation(dataDir: string) {
  const stops: (() => Promise<void>)[] = [];
  const { settings } = await startEmbedded({
    dataDir,
    siteUrl: 'http://localhost:3000',
    onStarted: (_, stop) => stops.unshift(stop),
  });
  const supabase = createClient(settings.SUPABASE_URL ?? '', settings.SUPABASE_SECRET_KEY ?? '', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return {
    supabase,
    settings,
    async messages() {
      const { port } = new URL(settings.DATABASE_URL ?? '');
      const password = fs.readFileSync(path.join(dataDir, 'postgres/password'), 'utf8').trim();
      const sql = postgres(`postgres://postgres:${password}@127.0.0.1:${port}/hausbuch`, { max: 1 });
      const close = () => sql.end();
      return { sql, close };
    },
    async stop() {
      for (const stop of stops) await stop();
    },
  };
}

/** Who comes without a session. */
const visitorOf = ({
  SUPABASE_URL = '',
  SUPABASE_PUBLISHABLE_KEY = '',
}: Record<string, string | undefined>) =>
  createClient(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth;

test('a backup taken while people work is restored as it was: rows, files, logins and keys, and nobody is signed in', async () => {
  let session = '';
  const original = await startInstallation(at('original'));
  const { sql, close } = await original.messages();
  const write = (message: string) =>
    sql`insert into hausbuch.contact_message (language, name, email, message)
      values ('en', 'a', 'a@example.com', ${message})`;
  let isOver = false;
  let written = 0;
  try {
    const login = { email: 'keep@example.com', password: 'Kept-safe-123', email_confirm: true };
    expect((await original.supabase.auth.admin.createUser(login)).error).toBeNull();
    const upload = await original.supabase.storage
      .from('documents')
      .upload('a/paper.pdf', new Blob(['%PDF-1.7 kept'], { type: 'application/pdf' }));
    expect(upload.error).toBeNull();
    await write('before');
    await enterWhatGoesByItself(sql);
    session =
      (await visitorOf(original.settings).signInWithPassword(login)).data.session?.refresh_token ?? '';
    await sql`insert into supabase_embedded.message (to_address, subject, body_text, body_html)
      values ('a@example.com', 'Sign in', ${mailedSecret}, '')`;
    await sql`checkpoint`;
    const busy = (async () => {
      while (!isOver) {
        written += 1;
        await write(`during ${written}`);
      }
    })();
    await backUp(at('original'), at('backup'));
    isOver = true;
    await busy;
    await write('after');
    expect(await whatGoesByItself(sql)).toMatchObject({
      rules: [{ upTo: 'first', rested: null }],
      mails: [{ state: 'waiting' }],
    });
    expect(spawnSync('grep', ['-rqa', mailedSecret, at('backup')]).status, 'a mailed code in a backup').toBe(
      1,
    );
  } finally {
    isOver = true;
    await close();
    await original.stop();
  }

  restore(at('backup'), at('restored'));
  const restored = await startInstallation(at('restored'));
  const copy = await restored.messages();
  try {
    const rows = await copy.sql<{ message: string }[]>`select message from hausbuch.contact_message`;
    const messages = rows.map((row) => row.message);
    expect(messages).toContain('before');
    expect(messages).not.toContain('after');
    // What was confirmed before the backup ended is a beginning of what was written, without holes.
    const during = messages.filter((message) => message.startsWith('during')).length;
    expect(messages).toEqual(
      expect.arrayContaining(Array.from({ length: during }, (_, index) => `during ${index + 1}`)),
    );
    expect(during).toBeGreaterThan(0);
    expect(await copy.sql`select 1 from supabase_embedded.message`).toHaveLength(0);
    // The original may go on: the copy reminds nobody by itself, and sends no mail the other one may have sent.
    expect(await whatGoesByItself(copy.sql)).toMatchObject({
      rules: [{ upTo: null, rested: 'first' }],
      mails: [{ state: 'uncertain', mayHaveGone: true }],
    });
    expect(fs.existsSync(at('restored/restored'))).toBe(false);
    const file = await restored.supabase.storage.from('documents').download('a/paper.pdf');
    expect(await file.data?.text()).toBe('%PDF-1.7 kept');
    const visitor = visitorOf(restored.settings);
    // Somebody may have ended the session since, on a device that was lost.
    expect(session).not.toBe('');
    expect((await visitor.refreshSession({ refresh_token: session })).data.session).toBeNull();
    const signedIn = await visitor.signInWithPassword({
      email: 'keep@example.com',
      password: 'Kept-safe-123',
    });
    expect(signedIn.error).toBeNull();
    expect(restored.settings.SUPABASE_SECRET_KEY).toBe(original.settings.SUPABASE_SECRET_KEY);
  } finally {
    await copy.close();
    await restored.stop();
  }
});

test('a backup of another version is refused, before anything is written', () => {
  const list = at('backup/migrations.json');
  const migrations: string[] = JSON.parse(fs.readFileSync(list, 'utf8'));
  const demandRefused = (made: string[] | null, reason: RegExp) => {
    if (made) fs.writeFileSync(list, JSON.stringify(made));
    else fs.rmSync(list);
    writeManifest(at('backup'));
    expect(() => restore(at('backup'), at('other-version'))).toThrow(reason);
    expect(fs.existsSync(at('other-version'))).toBe(false);
  };
  expect(migrations.length).toBeGreaterThan(0);
  demandRefused([...migrations, 'later'], /newer version/);
  demandRefused(['other', ...migrations.slice(1)], /another version/);
  demandRefused(null, /another version/);
  fs.writeFileSync(list, JSON.stringify(migrations));
  writeManifest(at('backup'));
});

/** Files of a backup by what they are to it. */
function partsOf(backup: string) {
  const { files } = verifyBackup(backup);
  const find = (pattern: RegExp) => files.find(({ path: name }) => pattern.test(name))?.path ?? '';
  return {
    'a document': find(/^supabase\/files\/documents\//),
    'the key that signs sessions': find(/^supabase\/keys\.json$/),
    'the database’s log of what was committed last': find(/\/pg_wal\/[0-9A-F]{24}$/),
    'a table': find(/\/base\/\d+\/\d+$/),
    'the label of the backup': find(/\/backup_label$/),
  };
}

test('a damaged backup is refused with what is wrong, and nothing of it is restored', () => {
  const parts = Object.entries(partsOf(at('backup')));
  expect(parts.filter(([, name]) => name === '')).toEqual([]);
  fs.cpSync(at('backup'), at('damaged'), { recursive: true });
  for (const [what, name] of parts) {
    const file = path.join(at('damaged'), name);
    const sound = fs.readFileSync(file);
    for (const harm of ['missing', 'one bit other', 'cut short'] as const) {
      const bytes = Buffer.from(sound);
      if (harm === 'missing') fs.rmSync(file);
      else if (harm === 'cut short') fs.truncateSync(file, bytes.length - 1);
      else {
        const place = Math.floor(bytes.length / 2);
        bytes[place] = (bytes[place] ?? 0) ^ 4;
        fs.writeFileSync(file, bytes);
      }
      expect(() => restore(at('damaged'), at('of-damaged')), `${what}, ${harm}`).toThrow(name);
      expect(fs.existsSync(at('of-damaged'))).toBe(false);
      fs.writeFileSync(file, sound);
    }
  }
  expect(() => verifyBackup(at('damaged'))).not.toThrow();
  fs.rmSync(at('damaged'), { recursive: true });
});

test('a list that was changed, a folder that got lost and a backup without a list are refused, too', () => {
  const manifest = at('backup/manifest.json');
  const text = fs.readFileSync(manifest, 'utf8');
  fs.writeFileSync(manifest, text.replace(/"bytes":(\d)/, '"bytes":9$1'));
  expect(() => restore(at('backup'), at('none'))).toThrow(/manifest\.json is not as it was written/);
  fs.rmSync(manifest);
  expect(() => restore(at('backup'), at('none'))).toThrow(/not finished/);
  fs.writeFileSync(manifest, text);
  const folder = at('backup/postgres/cluster/pg_notify');
  fs.renameSync(folder, `${folder}-away`);
  expect(() => restore(at('backup'), at('none'))).toThrow(/pg_notify is missing/);
  fs.renameSync(`${folder}-away`, folder);
  expect(fs.existsSync(at('none'))).toBe(false);
  expect(verifyBackup(at('backup')).files.length).toBeGreaterThan(1_000);
});

const script = path.resolve(import.meta.dirname, '../../scripts/backup.ts');

/** Runs a command of an installation and kills it at once after so many milliseconds. */
async function killedAfter(ms: number, words: string[], dataDir: string): Promise<boolean> {
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, HAUSBUCH_DATA: dataDir },
    stdio: 'ignore',
  });
  const left = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await left;
  clearTimeout(timer);
  return child.signalCode === 'SIGKILL';
}

test('a restore killed at any moment says so at the next start, and is whole when it is run again', async () => {
  let isSaid = 0;
  let wholeMs = Number.POSITIVE_INFINITY;
  for (const name of ['first', 'whole']) {
    const began = performance.now();
    expect(await killedAfter(60_000, ['restore', at('backup')], at(name))).toBe(false);
    wholeMs = Math.min(wholeMs, performance.now() - began);
    fs.rmSync(at(name), { recursive: true });
  }
  for (const part of [1, 3, 5, 7, 9]) {
    const target = at(`half-${part}`);
    if (!(await killedAfter((wholeMs * part) / 10, ['restore', at('backup')], target))) continue;
    if (fs.existsSync(path.join(target, 'postgres'))) {
      await expect(startPostgres({ dataDir: target })).rejects.toThrow(
        /unfinished: run it again, npm run restore/,
      );
      isSaid += 1;
    }
    restore(at('backup'), target);
    expect(fs.readdirSync(target).sort()).toEqual(['ports.json', 'postgres', 'restored', 'supabase']);
    fs.rmSync(target, { recursive: true });
  }
  expect(isSaid, 'kills while it copied').toBeGreaterThan(0);
  const isBroken = await killedAfter(wholeMs * 0.7, ['restore', at('backup')], at('again'));
  if (isBroken) restore(at('backup'), at('again'));
  const again = await startInstallation(at('again'));
  const copy = await again.messages();
  expect((await copy.sql`select 1 from hausbuch.contact_message`).length).toBeGreaterThan(1);
  await copy.close();
  await again.stop();
}, 300_000);

test('a backup killed at any moment leaves no copy, no key and no server', async () => {
  fs.mkdirSync(at('copies'));
  let wholeMs = Number.POSITIVE_INFINITY;
  // The first finds nothing in memory yet and takes longer than any after it.
  for (const name of ['first', 'whole']) {
    const began = performance.now();
    expect(await killedAfter(60_000, ['backup', at(`copies/${name}`)], at('restored'))).toBe(false);
    wholeMs = Math.min(wholeMs, performance.now() - began);
  }
  let killed = 0;
  for (const part of [1, 3, 5, 6]) {
    const target = at(`copies/${part}`);
    // Every machine is as quick as it is: the moments are parts of what a backup takes here.
    if (!(await killedAfter((wholeMs * part) / 7, ['backup', target], at('restored')))) {
      expect(() => verifyBackup(target)).not.toThrow();
      continue;
    }
    killed += 1;
    await vi.waitFor(
      () => {
        for (const name of fs.readdirSync(at('copies'))) verifyBackup(at(`copies/${name}`));
        expect(fs.existsSync(at('restored/backup-under-way'))).toBe(false);
        expect(fs.existsSync(at('restored/postgres/cluster/postmaster.pid'))).toBe(false);
      },
      { timeout: 15_000 },
    );
    fs.rmSync(target, { recursive: true, force: true });
  }
  expect(killed).toBeGreaterThan(0);
}, 300_000);

test('nothing is overwritten: a folder that is not empty is refused, and so is one without a backup', async () => {
  fs.mkdirSync(at('full'));
  fs.writeFileSync(at('full/file'), '');
  expect(() => restore(at('backup'), at('full'))).toThrow(/not empty/);
  expect(() => restore(at('full'), at('new'))).toThrow(/no backup/);
  await expect(backUp(at('original'), at('full'))).rejects.toThrow(/not empty/);
  await expect(backUp(at('full'), at('other'))).rejects.toThrow(/no installation/);
});
