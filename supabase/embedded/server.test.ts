import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { loadKeys } from './keys.ts';
import { applySchema } from './schema.ts';
import { createTestDatabase, startTestSupabase } from './testing/database.ts';
import type { TestSupabase } from './testing/supabase.ts';

const password = 'Kaltmiete2026';

describe('server', () => {
  let supabase: TestSupabase;
  beforeAll(async () => {
    supabase = await startTestSupabase();
  });
  afterAll(() => supabase.stop());

  test('lets pages of other origins ask, and read what clients need', async () => {
    const preflight = await fetch(`${supabase.url}/auth/v1/token?grant_type=password`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,content-type,x-supabase-api-version',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await supabase.request('/auth/v1/settings', {
      headers: { origin: 'http://localhost:3000' },
    });
    expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toContain(
      'x-supabase-api-version',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('tells health and keys to anybody, never a private key', async () => {
    expect(await (await fetch(`${supabase.url}/auth/v1/health`)).json()).toMatchObject({ name: 'GoTrue' });
    const response = await fetch(`${supabase.url}/auth/v1/.well-known/jwks.json`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = await response.json();
    expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] }]);
    expect(keys[0]).not.toHaveProperty('d');
  });

  test('shows what is switched on', async () => {
    expect(await (await supabase.request('/auth/v1/settings')).json()).toMatchObject({
      external: { email: true, phone: true, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
  });

  test('answers unknown paths and grants as the real server does', async () => {
    expect((await supabase.request('/auth/v1/nope')).status).toBe(404);
    expect((await supabase.request('/rest/v1/users')).status).toBe(404);
    const grant = await supabase.request('/auth/v1/token?grant_type=telepathy', {
      method: 'POST',
      body: '{}',
    });
    expect([grant.status, (await grant.json()).error_code]).toEqual([400, 'invalid_credentials']);
  });

  test('storage knows the callers by the same keys and tokens', async () => {
    const [bucket] =
      await supabase.sql`select public, file_size_limit, allowed_mime_types from storage.buckets`;
    expect(bucket).toMatchObject({ public: false, file_size_limit: String(50 * 1024 * 1024) });
    await supabase.sql.unsafe(`create policy "own folder" on storage.objects for all to authenticated
      using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text)`);
    const anna = await supabase.signedUp('anna@example.com', password);
    const ben = await supabase.signedUp('ben@example.com', password);
    const id = (await anna.auth.getUser()).data.user?.id ?? '';
    const path = `${id}/lease.txt`;
    const body = new Blob(['Mietvertrag'], { type: 'text/plain' });
    const documents = (tab: typeof anna) => tab.storage.from('documents');
    expect((await documents(anna).upload(path, body)).error).toBeNull();
    expect(await (await documents(anna).download(path)).data?.text()).toBe('Mietvertrag');
    expect((await documents(ben).download(path)).error).not.toBeNull();
    expect((await documents(ben).upload(`${id}/other.txt`, body)).error).not.toBeNull();
    expect((await documents(supabase.client()).download(path)).error).not.toBeNull();
    const asServer = await supabase.request(`/storage/v1/object/documents/${path}`, {
      headers: { apikey: supabase.secretKey, authorization: `Bearer ${supabase.secretKey}` },
    });
    expect(await asServer.text()).toBe('Mietvertrag');
  });

  test('accounts, keys and mails survive a restart', async () => {
    const tab = await supabase.signedUp('stays@example.com', password);
    const before = { key: supabase.publishableKey, mailbox: supabase.mailboxUrl };
    await supabase.restart();
    expect(supabase.publishableKey).toBe(before.key);
    const earlier = new URL(supabase.mailboxUrl);
    earlier.search = new URL(before.mailbox).search;
    expect((await fetch(earlier)).status, 'a mailbox link of an earlier start').toBe(403);
    expect((await fetch(supabase.mailboxUrl)).status).toBe(200);
    expect((await tab.auth.getUser()).data.user?.email).toBe('stays@example.com');
    expect(await supabase.mails('stays@example.com')).toHaveLength(1);
  });

  describe('mailbox', () => {
    const open = async (
      path: string,
      token = new URL(supabase.mailboxUrl).searchParams.get('token') ?? '',
    ) => {
      const address = new URL(path, supabase.mailboxUrl);
      address.searchParams.set('token', token);
      return fetch(address, { headers: { 'accept-language': 'de' } }); // has no words of its own
    };

    test('opens with its token only', async () => {
      for (const path of ['/', '/messages.json', '/messages/1']) {
        expect((await open(path, 'wrong')).status).toBe(403);
        expect((await fetch(new URL(path, supabase.mailboxUrl.split('?')[0]))).status).toBe(403);
      }
      expect((await open('/')).status).toBe(200);
    });

    test('lists newest first and shows a mail with link and code, whatever is written in it', async () => {
      await supabase.client().auth.signUp({
        email: 'mailbox@example.com',
        password,
        options: { data: { display_name: '<img src=x onerror=alert(1)>' } },
      });
      const mail = await supabase.lastMail('mailbox@example.com');
      const list = await (await open('/')).text();
      expect(list).toContain('<html lang="en">');
      expect(list.indexOf('mailbox@example.com')).toBeLessThan(list.indexOf('stays@example.com'));
      const response = await open(`/messages/${mail.id}`);
      const page = await response.text();
      expect(page).toContain(`<p class="code">${mail.code}</p>`);
      expect(page).toContain(`<a href="${mail.links[0]?.replaceAll('&', '&amp;')}"`);
      expect(page).not.toContain('<img src=x');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect((await open('/messages/999999')).status).toBe(404);
    });
  });

  test('nothing went wrong unseen', () => {
    expect(supabase.logged).toEqual([]);
  });
});

describe('schema', () => {
  test('is applied once, however often and by however many at once', async () => {
    const database = await createTestDatabase();
    await Promise.all([1, 2, 3].map(() => applySchema(database.adminUrl)));
    const sql = postgres(database.adminUrl, { max: 1 });
    const names = (await sql`select name from supabase_embedded.ledger order by name`).map((row) => row.name);
    expect(names).toEqual([
      'auth/0001_auth.sql',
      'auth/0002_embedded.sql',
      'auth/0003_text_messages.sql',
      'auth/0004_waiting_accounts.sql',
      'auth/0005_attempts.sql',
      'auth/0006_pending_identity.sql',
      'auth/0007_single_use.sql',
      'auth/0008_link_requests.sql',
      'auth/0009_decoys.sql',
      'storage/0001_storage.sql',
    ]);
    const [grants] = await sql`select
      has_table_privilege('authenticated', 'auth.users', 'select') as authenticated,
      has_schema_privilege('anon', 'supabase_embedded', 'usage') as anon`;
    expect(grants).toEqual({ authenticated: false, anon: false });
    await sql.end();
    await database.drop();
  });

  test('policies read the caller from the claims', async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.adminUrl, { max: 1 });
    const id = crypto.randomUUID();
    const [seen] = await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: 'authenticated' })}, true)`;
      await tx`set local role authenticated`;
      return tx`select auth.uid() as uid, auth.role() as role, auth.jwt() ->> 'sub' as sub`;
    });
    expect(seen).toEqual({ uid: id, role: 'authenticated', sub: id });
    await sql.end();
    await database.drop();
  });

  test('a database with auth tables of another server is left alone', async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
    await sql`drop schema supabase_embedded cascade`;
    await expect(applySchema(database.adminUrl)).rejects.toThrow('auth tables of another server');
    await sql.end();
    await database.drop();
  });
});

describe('keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hausbuch-keys-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are made once, for their owner’s eyes only, and differ between installations', async () => {
    const config = parseConfig('', folder);
    const first = await loadKeys(join(folder, 'a'), config);
    const again = await loadKeys(join(folder, 'a'), config);
    const other = await loadKeys(join(folder, 'b'), config);
    expect(again.jwks).toEqual(first.jwks);
    expect(again.secretKey).toBe(first.secretKey);
    expect(first.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(first.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
    expect(other.secretKey).not.toBe(first.secretKey);
    expect(other.jwks).not.toEqual(first.jwks);
    expect(statSync(join(folder, 'a', 'supabase', 'keys.json')).mode & 0o777).toBe(0o600);
  });

  test('keys of the Supabase CLI are used when its file is there', async () => {
    await loadKeys(join(folder, 'c'), parseConfig('', folder));
    const file = JSON.parse(readFileSync(join(folder, 'c', 'supabase', 'keys.json'), 'utf8'));
    const standby = { ...file.signingKeys[0], kid: 'standby', key_ops: ['verify'] };
    writeFileSync(join(folder, 'signing_keys.json'), JSON.stringify([standby, ...file.signingKeys]));
    const config = parseConfig('[auth]\nsigning_keys_path = "./signing_keys.json"', folder);
    const keys = await loadKeys(join(folder, 'd'), config);
    expect(keys.signing.kid).toBe(file.signingKeys[0].kid);
    expect(keys.jwks.keys.map((key) => key.kid)).toEqual(['standby', file.signingKeys[0].kid]);
  });

  test('the keys command prints one line of JSON', async () => {
    const main = join(import.meta.dirname, 'main.ts');
    const run = () =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, [main, 'keys', '--data', join(folder, 'e')], {
          env: { ...process.env, SUPABASE_PORT: '54399', SUPABASE_PUBLIC_URL: '', SUPABASE_CONFIG: '' },
        });
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
        });
        child.on('close', () => resolve(output));
      });
    const first = await run();
    expect(first.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(first)).toEqual({
      url: 'http://localhost:54399',
      publishableKey: expect.stringMatching(/^sb_publishable_/),
      secretKey: expect.stringMatching(/^sb_secret_/),
    });
    expect(await run()).toBe(first);
  });
});
