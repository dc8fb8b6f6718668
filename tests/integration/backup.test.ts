import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, restore } from '../../scripts/data-copy.ts';
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

/** A whole installation on a data folder, as `npm start` has it, without the app. */
async function startInstallation(dataDir: string) {
  const stops: (() => Promise<void>)[] = [];
  const { settings } = await startEmbedded({
    dataDir,
    siteUrl: 'http://localhost:3000',
    onStarted: (_, stop) => stops.unshift(stop),
    onLost: () => {},
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

test('a backup taken while people work is restored as it was: rows, files, logins and keys', async () => {
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
    const file = await restored.supabase.storage.from('documents').download('a/paper.pdf');
    expect(await file.data?.text()).toBe('%PDF-1.7 kept');
    const signedIn = await createClient(
      restored.settings.SUPABASE_URL ?? '',
      restored.settings.SUPABASE_PUBLISHABLE_KEY ?? '',
      { auth: { persistSession: false, autoRefreshToken: false } },
    ).auth.signInWithPassword({ email: 'keep@example.com', password: 'Kept-safe-123' });
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
    expect(() => restore(at('backup'), at('other-version'))).toThrow(reason);
    expect(fs.existsSync(at('other-version'))).toBe(false);
  };
  expect(migrations.length).toBeGreaterThan(0);
  demandRefused([...migrations, 'later'], /newer version/);
  demandRefused(['other', ...migrations.slice(1)], /another version/);
  demandRefused(null, /another version/);
});

test('nothing is overwritten: a folder that is not empty is refused, and so is one without a backup', async () => {
  fs.mkdirSync(at('full'));
  fs.writeFileSync(at('full/file'), '');
  expect(() => restore(at('backup'), at('full'))).toThrow(/not empty/);
  expect(() => restore(at('full'), at('new'))).toThrow(/no backup/);
  await expect(backUp(at('original'), at('full'))).rejects.toThrow(/not empty/);
  await expect(backUp(at('full'), at('other'))).rejects.toThrow(/no installation/);
});
