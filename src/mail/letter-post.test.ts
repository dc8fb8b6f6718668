import { afterEach, describe, expect, test, vi } from 'vitest';
import { type SmtpScript, startSmtpServer } from '../../tests/setup/smtp-server.ts';
import { type LetterMail, LetterPost } from './letter-post';

const pdf = (fileName: string, text: string) => ({
  fileName,
  mediaType: 'application/pdf',
  bytes: new TextEncoder().encode(text),
});

const mail = (more: Partial<LetterMail> = {}): LetterMail => ({
  messageId: 'letter-1@hausbuch.example',
  to: 'anna@example.com',
  fromName: 'Petra Vögel',
  replyTo: 'petra@example.com',
  subject: 'Zahlungserinnerung',
  text: 'Guten Tag',
  attachments: [pdf('Brief.pdf', '%PDF-1.4')],
  ...more,
});

let open: { post: LetterPost; stop: () => Promise<void> } | null = null;
afterEach(async () => {
  vi.useRealTimers();
  open?.post.close();
  await open?.stop();
  open = null;
});

async function start(script: SmtpScript = {}) {
  const server = await startSmtpServer(script);
  const post = new LetterPost({ url: server.url, from: 'Hausbuch <send@hausbuch.example>' });
  open = { post, stop: server.stop };
  return { server, post };
}

describe('a mail with a letter', () => {
  test.each([
    ['a break', 'Petra\r\nBcc: evil@example.com', '"Petra Bcc: evil@example.com"'],
    ['what turns words around', '\u202Ene.knab', '"ne.knab"'],
    ['what would be decoded once more', '=?utf-8?Q?=0D=0ABcc:_x?=', '"= ?utf-8?Q?=0D=0ABcc:_x?="'],
    ['an address of its own', 'Petra" <ceo@bank.example>, "x', '"Petra\\" <ceo@bank.example>, \\"x"'],
  ])('with %s in the name of who writes says it as a name', async (_, fromName, said) => {
    const { server, post } = await start();
    await post.send(mail({ fromName, subject: fromName }));
    const [got] = server.taken;
    const head = got?.text.split('\r\n\r\n', 1)[0]?.split(/\r\n(?![ \t])/) ?? [];
    expect(head.find((line) => line.startsWith('From:'))?.replace(/\r\n\s+/g, ' ')).toBe(
      `From: ${said} <send@hausbuch.example>`,
    );
    expect(head.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([]);
    expect(head.find((line) => line.startsWith('Subject:'))).not.toMatch(/=E2=80=AE|=\?utf-8\?Q\?=0D/);
  });

  test('comes from the installation’s address, and answers go to the landlord', async () => {
    const { server, post } = await start();
    expect(await post.send(mail())).toEqual({ kind: 'sent', answer: '250 2.0.0 queued' });
    const [got] = server.taken;
    expect(got).toMatchObject({ from: 'send@hausbuch.example', to: 'anna@example.com' });
    expect(got?.messageId).toBe('letter-1@hausbuch.example');
    expect(got?.text).toMatch(/^From: =\?UTF-8\?Q\?Petra_V=C3=B6gel\?= <send@hausbuch\.example>\r$/m);
    expect(got?.text).toMatch(/^Reply-To: .*<petra@example\.com>\r$/m);
    expect(got?.text).toContain('application/pdf');
  });

  test('many go over one connection', async () => {
    const { server, post } = await start();
    for (let at = 0; at < 20; at += 1) await post.send(mail({ messageId: `m${at}@x` }));
    expect(server.taken).toHaveLength(20);
    expect(server.connections()).toBe(1);
  });

  test('has no header of anybody’s own making', async () => {
    const { server, post } = await start();
    const evil = 'Anna\r\nBcc: all@example.com\r\n\r\nHello';
    await post.send(mail({ fromName: evil, subject: evil, attachments: [pdf(evil, '%')] }));
    const head = server.taken[0]?.text.split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^bcc:/im);
    expect(server.taken[0]?.text).not.toMatch(/^bcc:/im);
  });
});

describe('what became of it', () => {
  test.each<[string, SmtpScript, object]>([
    ['busy for now', { data: () => '451 4.3.0 later' }, { kind: 'later', answer: '451 4.3.0 later' }],
    ['greylisted', { rcpt: () => '450 4.2.0 grey' }, { kind: 'later', answer: '450 4.2.0 grey' }],
    [
      'refused',
      { data: () => '554 5.7.1 spam' },
      { kind: 'refused', isAddress: false, answer: '554 5.7.1 spam' },
    ],
    [
      'an address nobody has',
      { rcpt: () => '550 5.1.1 no such user' },
      { kind: 'refused', isAddress: true, answer: '550 5.1.1 no such user' },
    ],
    [
      'a sender that is not wanted',
      { rcpt: () => '550 5.1.8 bad sender' },
      { kind: 'refused', isAddress: false },
    ],
    ['cut off after the mail', { data: () => 'drop' }, { kind: 'uncertain' }],
    ['cut off before it', { rcpt: () => 'drop' }, { kind: 'later' }],
    ['no greeting', { greeting: () => 'drop' }, { kind: 'later' }],
    ['a server that sends everybody away', { greeting: () => '554 no' }, { kind: 'later' }],
  ])('%s', async (_, script, fate) => {
    const { post } = await start(script);
    expect(await post.send(mail())).toMatchObject(fate);
  });

  test.each([
    ['says nothing at first', 'greeting', { kind: 'later', isAnswered: false }],
    ['says nothing to an address', 'rcpt', { kind: 'later', isAnswered: false }],
    ['says nothing once it has the mail', 'data', { kind: 'uncertain' }],
  ] as const)('a server that %s is not waited for for ever', async (_, at, fate) => {
    // Sockets are real; only what is waited for passes by itself.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let reach = () => {};
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const silent = () => {
      reach();
      return 'silence' as const;
    };
    const { post } = await start({ [at]: silent });
    let fateOfIt: unknown = null;
    const sending = post.send(mail()).then((found) => {
      fateOfIt = found;
    });
    await reached;
    while (fateOfIt === null) {
      await vi.advanceTimersByTimeAsync(60_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await sending;
    expect(fateOfIt).toMatchObject(fate);
  });

  test('after one was cut off the next goes over a new connection', async () => {
    const { server, post } = await start({
      data: ({ messageId }) => (messageId === 'a@x' ? 'drop' : undefined),
    });
    expect(await post.send(mail({ messageId: 'a@x' }))).toMatchObject({ kind: 'uncertain' });
    expect(await post.send(mail({ messageId: 'b@x' }))).toMatchObject({ kind: 'sent' });
    expect(server.taken.map((one) => one.messageId)).toEqual(['b@x']);
  });

  test.each(['450 4.2.0 grey', '550 5.1.1 no such user'])(
    'after “%s” to one the next one’s mail goes',
    async (no) => {
      const { server, post } = await start({ rcpt: (to) => (to === 'gone@example.com' ? no : undefined) });
      await post.send(mail({ to: 'gone@example.com' }));
      expect(await post.send(mail())).toMatchObject({ kind: 'sent' });
      expect(server.taken.map((one) => one.to)).toEqual(['anna@example.com']);
    },
  );

  test('commands out of order say nothing about a mail', async () => {
    const { post } = await start({ rcpt: () => '503 5.5.1 bad sequence' });
    expect(await post.send(mail())).toMatchObject({ kind: 'later' });
  });

  test('larger than the server takes is refused, not tried for days', async () => {
    const { post } = await start({ size: 100 });
    expect(await post.send(mail())).toMatchObject({ kind: 'refused', isAddress: false });
  });

  test('nobody there', async () => {
    const { server, post } = await start();
    await server.stop();
    open = null;
    expect(await post.send(mail())).toMatchObject({ kind: 'later' });
  });
});
