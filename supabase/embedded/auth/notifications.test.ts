import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

test('the notice is left out where an application proves that it tells the owner itself', async () => {
  const email = 'told@haus.test';
  const tab = await supabase.signedUp(email, 'Kaltmiete2026');
  const { data } = await tab.auth.getSession();
  const change = (password: string, headers: Record<string, string>) =>
    supabase.request('/auth/v1/user', {
      method: 'PUT',
      body: JSON.stringify({ password }),
      headers: { authorization: `Bearer ${data.session?.access_token}`, ...headers },
    });
  const notices = async () =>
    (await supabase.mails(email)).filter(({ subject }) => subject === 'Your password was changed').length;
  const proofBy = (key: string) => createHmac('sha256', key).update('x-owner-told').digest('base64url');

  expect((await change('Warmmiete2026', {})).status).toBe(200);
  expect(await notices()).toBe(1);
  for (const proof of [proofBy(supabase.publishableKey), 'true', '']) {
    expect((await change(`Kaution2026${proof.length}`, { 'x-owner-told': proof })).status).toBe(200);
  }
  expect(await notices(), 'no proof is none').toBe(4);
  expect((await change('Mietbeginn2026', { 'x-owner-told': proofBy(supabase.secretKey) })).status).toBe(200);
  expect(await notices()).toBe(4);
});
