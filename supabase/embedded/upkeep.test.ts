import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { startTestSupabase } from './testing/database.ts';
import type { TestSupabase } from './testing/supabase.ts';
import { tidy } from './upkeep.ts';

const password = 'Kaltmiete2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

const rows = async (table: string) =>
  Number((await supabase.sql.unsafe(`select count(*) from ${table}`))[0]?.count);

test('what has expired goes, what is in use stays', async () => {
  const { sql } = supabase;
  const config = parseConfig('[auth.sessions]\ntimebox = "24h"\ninactivity_timeout = "8h"', '/');
  const tab = await supabase.signedUp('tidy@example.com', password);
  await tab.auth.refreshSession();
  const { data } = await tab.auth.mfa.enroll({ factorType: 'totp' });
  await tab.auth.mfa.challenge({ factorId: data?.id ?? '' });
  await supabase.client({ flowType: 'pkce' }).auth.signInWithOtp({ email: 'tidy@example.com' });
  const idle = supabase.client();
  await idle.auth.signInWithPassword({ email: 'tidy@example.com', password });
  const tables = [
    'auth.sessions',
    'auth.refresh_tokens',
    'auth.mfa_factors',
    'auth.mfa_challenges',
    'auth.flow_state',
    'auth.one_time_tokens',
    'auth.audit_log_entries',
  ];
  const count = async () =>
    Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await rows(name)])));
  const before = await count();
  await tidy(sql, config);
  expect(await count()).toEqual(before);

  const idleId = (await idle.auth.getClaims()).data?.claims.session_id ?? '';
  await sql`update auth.sessions set created_at = now() - interval '33 hours' where id = ${idleId}`;
  await sql`update auth.refresh_tokens set updated_at = now() - interval '91 days' where revoked`;
  await sql`update auth.mfa_factors set created_at = now() - interval '2 days'`;
  await sql`update auth.flow_state set created_at = now() - interval '2 days'`;
  await sql`update auth.one_time_tokens set created_at = now() - interval '8 days'`;
  await sql`update auth.audit_log_entries set created_at = now() - interval '367 days'`;
  await tidy(sql, config);
  expect(await count()).toEqual({
    'auth.sessions': 1,
    'auth.refresh_tokens': 1,
    'auth.mfa_factors': 0,
    'auth.mfa_challenges': 0,
    'auth.flow_state': 0,
    'auth.one_time_tokens': 0,
    'auth.audit_log_entries': 0,
  });
  expect((await tab.auth.getUser()).error).toBeNull();
});

test('whose sign-up was never proven is in no log after a day', async () => {
  const { sql } = supabase;
  const config = parseConfig('', '/');
  await supabase.client().auth.signUp({ email: 'mistyped@example.com', password });
  await supabase.signedUp('proven@example.com', password);
  const logged = async () =>
    JSON.stringify(await sql`select payload, ip_address from auth.audit_log_entries`);
  await tidy(sql, config);
  expect(await logged()).toContain('mistyped@example.com');
  await sql`update auth.users set created_at = now() - interval '25 hours'`;
  await sql`update auth.audit_log_entries set created_at = now() - interval '25 hours'`;
  await tidy(sql, config);
  expect(await logged()).not.toContain('mistyped@example.com');
  expect(await logged()).toContain('proven@example.com');
  expect(await logged()).toContain('user_confirmation_requested');
});

test('mails with their links and codes are gone after a day, and never in a log or a restored backup', async () => {
  const { sql } = supabase;
  await supabase.client().auth.signUp({ email: 'yesterday@example.com', password });
  await sql`update supabase_embedded.message set created_at = now() - interval '25 hours'`;
  await supabase.client().auth.signUp({ email: 'today@example.com', password });
  await tidy(sql, parseConfig('', '/'));
  const left = await sql`select to_address from supabase_embedded.message`;
  expect(left.map((row) => row.to_address)).toEqual(['today@example.com']);
  const [table] = await sql`select relpersistence from pg_class
    where oid = 'supabase_embedded.message'::regclass`;
  expect(table?.relpersistence).toBe('u');
});
