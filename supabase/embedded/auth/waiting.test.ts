import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

const password = 'Kaltmiete2026';
const first = 'Angreifer2026';
let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

const newAddress = () => `${crypto.randomUUID()}@example.com`;
const newNumber = () => `4917${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
const signUp = async (email: string, secret: string, data: object = {}) => {
  const answer = await supabase
    .client()
    .auth.signUp({ email, password: secret, options: { data: { ...data } } });
  expect(answer.error).toBeNull();
  return answer.data.user;
};
const confirm = async (email: string, type: 'email' | 'recovery' = 'email') => {
  const tab = supabase.client();
  const { code } = await supabase.lastMail(email);
  const verified = await tab.auth.verifyOtp({ type, email, token: code ?? '' });
  expect(verified.error).toBeNull();
  return { tab, user: verified.data.user };
};
const failureOfSignIn = async (email: string, secret: string) =>
  (await supabase.client().auth.signInWithPassword({ email, password: secret })).error?.code;

describe('somebody else signed up first', () => {
  test('nothing they left survives the owner’s sign-up, and its answer says nothing of them', async () => {
    const email = newAddress();
    const before = await signUp(email, first, { display_name: 'Mallory', language: 'de' });
    const [link] = (await supabase.lastMail(email)).links;
    const after = await signUp(email, password, { display_name: 'Anna' });
    expect(after?.id).not.toBe(before?.id);
    expect(JSON.stringify(after)).not.toContain('Mallory');
    expect(JSON.stringify(after)).not.toContain(before?.id);
    const stale = await supabase.client().auth.verifyOtp({
      type: 'signup',
      token_hash: new URL(link ?? '').searchParams.get('token_hash') ?? '',
    });
    expect(stale.error?.code).toBe('otp_expired');
    const { user } = await confirm(email);
    expect(user?.id).toBe(after?.id);
    expect(user?.user_metadata).toMatchObject({ display_name: 'Anna', email });
    expect(user?.user_metadata.language).toBeUndefined();
    expect(await failureOfSignIn(email, first)).toBe('invalid_credentials');
    expect(await failureOfSignIn(email, password)).toBeUndefined();
  });

  test.each(['recovery', 'email'] as const)('nor the owner’s way in by a mail of %s', async (kind) => {
    const email = newAddress();
    await signUp(email, first, { display_name: 'Mallory' });
    const { auth } = supabase.client();
    const asked = await (kind === 'recovery'
      ? auth.resetPasswordForEmail(email)
      : auth.signInWithOtp({ email, options: { shouldCreateUser: false } }));
    expect(asked.error).toBeNull();
    const { user } = await confirm(email, kind);
    expect(JSON.stringify(user)).not.toContain('Mallory');
    expect(await failureOfSignIn(email, first)).toBe('invalid_credentials');
  });

  test('with a magic link that makes accounts it is a new one', async () => {
    const email = newAddress();
    await signUp(email, first, { display_name: 'Mallory' });
    await supabase.client().auth.signInWithOtp({ email });
    const { user } = await confirm(email);
    expect(user?.user_metadata.display_name).toBeUndefined();
    expect(await failureOfSignIn(email, first)).toBe('invalid_credentials');
  });

  test('with a number it is the same', async () => {
    const phone = newNumber();
    const join = (secret: string, name: string) =>
      supabase.client().auth.signUp({ phone, password: secret, options: { data: { display_name: name } } });
    const before = await join(first, 'Mallory');
    const after = await join(password, 'Anna');
    expect(after.error).toBeNull();
    expect(after.data.user?.id).not.toBe(before.data.user?.id);
    const { code } = await supabase.lastMail(`+${phone}`);
    const verified = await supabase.client().auth.verifyOtp({ type: 'sms', phone, token: code ?? '' });
    expect(verified.data.user?.user_metadata.display_name).toBe('Anna');
    const signIn = (secret: string) => supabase.client().auth.signInWithPassword({ phone, password: secret });
    expect((await signIn(first)).error?.code).toBe('invalid_credentials');
    expect((await signIn(password)).error).toBeNull();
  });

  test('an invitation to the address brings none of it along', async () => {
    const email = newAddress();
    await signUp(email, first, { display_name: 'Mallory' });
    const invited = await supabase.operator().auth.admin.inviteUserByEmail(email);
    expect(invited.error).toBeNull();
    const { user } = await confirm(email);
    expect(user?.id).toBe(invited.data.user?.id);
    expect(JSON.stringify(user)).not.toContain('Mallory');
    expect(await failureOfSignIn(email, first)).toBe('invalid_credentials');
  });

  test('what an operator has made is neither replaced nor shown', async () => {
    const email = newAddress();
    const { data } = await supabase
      .operator()
      .auth.admin.createUser({ email, password, user_metadata: { display_name: 'Kunde 17' } });
    const answer = await signUp(email, first, { display_name: 'Mallory' });
    expect(JSON.stringify(answer)).not.toContain('Kunde 17');
    const { user } = await confirm(email);
    expect(user?.id).toBe(data.user?.id);
    expect(user?.user_metadata.display_name).toBe('Kunde 17');
    expect(await failureOfSignIn(email, first)).toBe('invalid_credentials');
    expect(await failureOfSignIn(email, password)).toBeUndefined();
  });
});

describe('an account that waits', () => {
  const yesterday = (email: string) =>
    supabase.sql`update auth.users set created_at = created_at - interval '24 hours 1 second'
      where email = ${email}`;

  test('ends after a day: neither its link nor another mail brings it back', async () => {
    const email = newAddress();
    await signUp(email, first);
    const mail = await supabase.lastMail(email);
    await yesterday(email);
    await supabase.sql`update auth.one_time_tokens set created_at = now() at time zone 'utc'`;
    const late = await supabase.client().auth.verifyOtp({ type: 'signup', email, token: mail.code ?? '' });
    expect(late.error?.code).toBe('otp_expired');
    await supabase.client().auth.resend({ type: 'signup', email });
    await supabase.client().auth.resetPasswordForEmail(email);
    expect(await supabase.mails(email)).toHaveLength(1);
    expect(await supabase.sql`select 1 from auth.users where email = ${email}`).toEqual([]);
  });

  test('but not one that is proven, or that an operator has made', async () => {
    const [proven, invited] = [newAddress(), newAddress()];
    await supabase.signedUp(proven, password);
    await supabase.operator().auth.admin.inviteUserByEmail(invited);
    await yesterday(proven);
    await yesterday(invited);
    await signUp(newAddress(), password);
    const left = await supabase.sql`select 1 from auth.users where email in (${proven}, ${invited})`;
    expect(left).toHaveLength(2);
  });
});

describe('answers tell nothing', () => {
  /** Keys and values of an answer, without what belongs to one request. */
  const shapeOf = (answer: unknown, address: string) =>
    JSON.stringify(answer)
      .replaceAll(address, '<address>')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, '<instant>');

  test('signing up: new, waiting, known and invited addresses', async () => {
    const [fresh, waiting, known, invited] = [newAddress(), newAddress(), newAddress(), newAddress()];
    await signUp(waiting, first, { display_name: 'Mallory' });
    await supabase.signedUp(known, password);
    await supabase.operator().auth.admin.inviteUserByEmail(invited, { data: { display_name: 'Kunde' } });
    const answers = [];
    for (const email of [fresh, waiting, known, invited]) {
      const body = JSON.stringify({ email, password, data: { language: 'de' } });
      const response = await supabase.request('/auth/v1/signup', { method: 'POST', body });
      answers.push(`${response.status} ${shapeOf(await response.json(), email)}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"provider":"email"');
  });

  test('signing up: the answer is the account that comes of it', async () => {
    const email = newAddress();
    const answer = await signUp(email, password, { language: 'de' });
    const { user } = await confirm(email);
    expect(user).toMatchObject({
      id: answer?.id,
      role: answer?.role,
      app_metadata: answer?.app_metadata,
      user_metadata: { ...answer?.user_metadata, email_verified: true },
    });
    expect(user?.identities?.[0]).toMatchObject({
      id: answer?.identities?.[0]?.id,
      identity_id: answer?.identities?.[0]?.identity_id,
    });
  });

  test('asking for a code without leave to make accounts', async () => {
    const known = newAddress();
    await supabase.signedUp(known, password);
    for (const email of [known, newAddress()]) {
      const { error } = await supabase
        .client()
        .auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      expect(error).toBeNull();
    }
    const unknown = newNumber();
    const byPhone = await supabase
      .client()
      .auth.signInWithOtp({ phone: unknown, options: { shouldCreateUser: false } });
    expect(byPhone.error).toBeNull();
    expect(await supabase.mails(`+${unknown}`)).toEqual([]);
  });

  test('changing the address or the number', async () => {
    const [known, phone] = [newAddress(), newNumber()];
    await supabase.signedUp(known, password);
    await supabase.operator().auth.admin.createUser({ phone, phone_confirm: true });
    const before = await supabase.mails(known);
    const answers = [];
    for (const wish of [{ email: known }, { email: newAddress() }, { phone }, { phone: newNumber() }]) {
      const own = newAddress();
      const tab = await supabase.signedUp(own, password);
      const { data, error } = await tab.auth.updateUser(wish);
      expect(error).toBeNull();
      answers.push(shapeOf(data.user, own).replaceAll(Object.values(wish)[0] ?? '', '<new>'));
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[2]).toBe(answers[3]);
    expect(await supabase.mails(known)).toEqual(before);
    expect(await supabase.mails(`+${phone}`)).toEqual([]);
  });
});

describe('an address nobody has proven', () => {
  test('does not come from metadata, nor from taking another one away', async () => {
    const [victim, own, phone] = [newAddress(), newAddress(), newNumber()];
    const tab = supabase.client();
    const data = { email: victim, email_verified: true, sub: crypto.randomUUID() };
    await tab.auth.signUp({ phone, password: first, options: { data } });
    const { code } = await supabase.lastMail(`+${phone}`);
    const verified = await tab.auth.verifyOtp({ type: 'sms', phone, token: code ?? '' });
    expect(JSON.stringify(verified.data.user)).not.toContain(victim);
    await tab.auth.updateUser({ email: own });
    const mail = await supabase.lastMail(own);
    const added = await tab.auth.verifyOtp({ type: 'email_change', email: own, token: mail.code ?? '' });
    expect(added.error).toBeNull();
    await tab.auth.updateUser({ data: { email: victim } });
    const identities = (await tab.auth.getUserIdentities()).data?.identities ?? [];
    const [mine] = identities.filter(({ provider }) => provider === 'email');
    if (!mine) throw new Error('the account has no address');
    expect((await tab.auth.unlinkIdentity(mine)).error).toBeNull();
    const [row] = await supabase.sql`select email, email_confirmed_at from auth.users where phone = ${phone}`;
    expect(row).toEqual({ email: null, email_confirmed_at: null });

    const joined = await signUp(victim, password);
    const { user } = await confirm(victim);
    expect(user?.id).toBe(joined?.id);
    expect(user?.id).not.toBe(verified.data.user?.id);
  });

  test('gives way to its owner where it stands on an account that lives otherwise', async () => {
    const [victim, phone] = [newAddress(), newNumber()];
    const planted = await supabase
      .operator()
      .auth.admin.createUser({ email: victim, phone, phone_confirm: true, password: first });
    expect(planted.error).toBeNull();
    await supabase.client().auth.resetPasswordForEmail(victim);
    await supabase.client().auth.resend({ type: 'signup', email: victim });
    expect(await supabase.mails(victim)).toEqual([]);
    await signUp(victim, password);
    const { user } = await confirm(victim);
    expect(user?.id).not.toBe(planted.data.user?.id);
    expect(user?.phone).toBe('');
    const { data } = await supabase.operator().auth.admin.getUserById(planted.data.user?.id ?? '');
    expect(data.user).toMatchObject({ email: '', phone });
  });

  test('somebody’s waiting sign-up keeps no owner from changing to the address', async () => {
    const [own, wanted] = [newAddress(), newAddress()];
    const tab = await supabase.signedUp(own, password);
    await tab.auth.updateUser({ email: wanted });
    const mails = [await supabase.lastMail(own), await supabase.lastMail(wanted)];
    await signUp(wanted, first);
    for (const mail of mails) {
      const answer = await supabase.client().auth.verifyOtp({
        type: 'email_change',
        token_hash: new URL(mail?.links[0] ?? '').searchParams.get('token_hash') ?? '',
      });
      expect(answer.error).toBeNull();
    }
    expect(await failureOfSignIn(wanted, password)).toBeUndefined();
  });
});
