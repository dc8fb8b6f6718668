import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

/** Enough of a mail server to receive. */
function startMailServer(received: string[]): Promise<Server> {
  const talk = (socket: Socket) => {
    let data: string | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (data !== null) {
          if (line === '.') {
            received.push(data);
            data = null;
            say('250 taken');
          } else data += `${line}\n`;
        } else if (line === 'DATA') {
          data = '';
          say('354 go on');
        } else if (line === 'QUIT') {
          say('221 bye');
          socket.end();
        } else if (line !== '') say('250 fine');
      }
    });
  };
  const server = createServer(talk);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const received: string[] = [];
let mailServer: Server;
let supabase: TestSupabase;

beforeAll(async () => {
  mailServer = await startMailServer(received);
  const address = mailServer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${port}`);
  vi.stubEnv('SMTP_FROM', 'Hausbuch <post@haus.test>');
  supabase = await startTestSupabase({ email_sent: '2' });
});
afterAll(async () => {
  await supabase.stop();
  mailServer.close();
});

test('with SMTP_URL mails also leave, as text and HTML, in German where wanted', async () => {
  const { error } = await supabase.client().auth.signUp({
    email: 'smtp@example.com',
    password: 'Kaltmiete2026',
    options: { data: { language: 'de' } },
  });
  expect(error).toBeNull();
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 5000 });
  const mail = received[0] ?? '';
  expect(mail).toContain('From: Hausbuch <post@haus.test>');
  expect(mail).toContain('To: smtp@example.com');
  expect(mail).toMatch(/Subject: =\?UTF-8\?Q\?Bitte_best=C3=A4tigen/);
  expect(mail).toContain('text/plain');
  expect(mail).toContain('text/html');
  expect((await supabase.lastMail('smtp@example.com')).code).toMatch(/^\d{6}$/);
});

test('no more mails leave in an hour than config.toml allows', async () => {
  const ask = (email: string) => supabase.client().auth.signUp({ email, password: 'Kaltmiete2026' });
  expect((await ask('second@example.com')).error).toBeNull();
  expect((await ask('third@example.com')).error).toMatchObject({
    code: 'over_email_send_rate_limit',
    status: 429,
  });
  const users = await supabase.sql`select 1 from auth.users where email = 'third@example.com'`;
  expect(users).toHaveLength(0);
});

test('one visitor stops nobody else’s mail, and an empty budget tells nothing of accounts', async () => {
  const busy = await startTestSupabase({ email_sent: '8', sign_in_sign_ups: '1000' });
  const ask = (path: string, host: number, email: string) =>
    busy.request(`/auth/v1/${path}`, {
      method: 'POST',
      body: JSON.stringify({ email, password: 'Kaltmiete2026' }),
      headers: { 'x-forwarded-for': `203.0.113.${host}` },
    });
  try {
    const known = 'known@example.com';
    await busy.operator().auth.admin.createUser({ email: known, email_confirm: true });
    const flood = [];
    for (let time = 0; time < 12; time += 1) {
      flood.push((await ask('signup', 1, `flood${time}@example.com`)).status);
    }
    expect(flood.filter((status) => status === 200)).toHaveLength(2);
    expect((await ask('signup', 2, 'somebody@example.com')).status).toBe(200);
    expect((await ask('recover', 2, known)).status).toBe(200);
    for (const host of [3, 4]) {
      for (const who of ['a', 'b']) await ask('signup', host, `${who}${host}@example.com`);
    }
    const answers = [];
    for (const email of [known, 'unknown@example.com']) {
      const response = await ask('recover', 9, email);
      answers.push([response.status, await response.json()]);
    }
    expect(answers[0]).toEqual(answers[1]);
  } finally {
    await busy.stop();
  }
});

describe('mails to one address', () => {
  let busy: TestSupabase;
  beforeAll(async () => {
    busy = await startTestSupabase({
      email_sent: '1000',
      sign_in_sign_ups: '1000',
      max_frequency: '"1ms"',
    });
  });
  afterAll(() => busy.stop());

  const ask = async (path: 'recover' | 'signup', host: number, email: string) => {
    // Never two within the pause between two mails.
    await new Promise((resolve) => setTimeout(resolve, 3));
    const response = await busy.request(`/auth/v1/${path}`, {
      method: 'POST',
      body: JSON.stringify({ email, password: 'Kaltmiete2026' }),
      headers: { 'x-forwarded-for': `203.0.113.${host}` },
    });
    return response.status;
  };
  const askOften = async (times: number, host: number, email: string) => {
    const answers: number[] = [];
    for (let time = 0; time < times; time += 1) answers.push(await ask('recover', host, email));
    return answers.filter((status) => status === 200).length;
  };

  test('are five an hour from one network, and the owner signs up from another all the same', async () => {
    const email = 'wanted@example.com';
    expect([await askOften(12, 1, email), await askOften(12, 2, email)]).toEqual([5, 5]);
    expect(await askOften(12, 1, email)).toBe(0);
    expect(await ask('signup', 9, email)).toBe(200);
    expect(await busy.mails(email)).toHaveLength(1);
    // One; whoever asks again has had it.
    expect(await ask('recover', 9, email)).toBe(429);
  });

  test('are the owner’s own from where they are signed in, however many others ask', async () => {
    const email = 'owner@example.com';
    await busy.signedUp(email, 'Kaltmiete2026');
    const signIn = await busy.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email, password: 'Kaltmiete2026' }),
      headers: { 'x-forwarded-for': '203.0.113.100' },
    });
    expect(signIn.status).toBe(200);
    for (let host = 1; host <= 40; host += 1) await ask('recover', host, email);
    expect(await ask('recover', 99, email)).toBe(429);
    expect(await askOften(7, 100, email)).toBe(5);
  });

  test('are thirty an hour from strangers, whether anybody has the address or not', async () => {
    const answers: number[] = [];
    for (let host = 1; host <= 40; host += 1)
      answers.push(await ask('recover', host, 'pestered@example.com'));
    expect(answers).toEqual([
      ...Array.from({ length: 30 }, () => 200),
      ...Array.from({ length: 10 }, () => 429),
    ]);
    expect(await ask('recover', 1, 'other@example.com')).toBe(200);
  });

  test('that are refused leave the pause between two to others', async () => {
    const slow = await startTestSupabase({
      email_sent: '8',
      sign_in_sign_ups: '1000',
      max_frequency: '"1s"',
    });
    const recover = async (host: number, email: string) => {
      const response = await slow.request('/auth/v1/recover', {
        method: 'POST',
        body: JSON.stringify({ email }),
        headers: { 'x-forwarded-for': `203.0.113.${host}` },
      });
      return response.status;
    };
    try {
      for (const email of ['a@example.com', 'b@example.com']) expect(await recover(1, email)).toBe(200);
      // The visitor has had their part of what leaves in an hour.
      expect(await recover(1, 'owner@example.com')).toBe(429);
      expect(await recover(2, 'owner@example.com')).toBe(200);
    } finally {
      await slow.stop();
    }
  });
});
