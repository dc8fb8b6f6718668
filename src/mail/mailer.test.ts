import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const mail = { to: 'anna@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('SUPABASE_URL', 'http://localhost:1');
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost:1/none');
  vi.stubEnv('SMTP_URL', '');
  vi.stubEnv('MAILBOX_URL', '');
});
afterEach(() => vi.unstubAllEnvs());

const send = async () => (await import('./mailer')).appMailer().send(mail);

describe('mails of the application', () => {
  it('do not go out where nothing is set, and the caller is told', async () => {
    expect(await send()).toBe('unavailable');
  });

  it('do not go out where the mail server is not there', async () => {
    vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9');
    expect(await send()).toBe('unavailable');
  });

  it.each([
    [202, 'sent'],
    [403, 'unavailable'],
  ])('are handed to the mailbox with the secret key, which answers %d: %s', async (status, outcome) => {
    let seen: { key: unknown; body: string } | undefined;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        seen = { key: request.headers.apikey, body };
        response.writeHead(status).end('{}');
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    vi.stubEnv(
      'MAILBOX_URL',
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/mailbox/v1/messages`,
    );
    expect(await send()).toBe(outcome);
    expect(seen).toEqual({ key: 'sb_secret_test', body: JSON.stringify(mail) });
    server.close();
  });
});
