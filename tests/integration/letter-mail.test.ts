import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { getReminder } from '@/features/arrears/reminder-queries';
import { noteReturn } from '@/features/outbox/arrival-commands';
import { sendByHand, takeBackLetter } from '@/features/outbox/commands';
import { mailAgain, noteFate, takeMail } from '@/features/outbox/mail-commands';
import { voidCharge } from '@/ledger';
import { renderLetter } from '@/print/letter-pdf';
import { refusalOf } from '../factories/failure.ts';
import {
  answer,
  balance,
  books,
  enterShared,
  eraseTenant,
  giveAddresses,
  letters,
  mail,
  mails,
  openMailDesk,
  pay,
  queueMany,
  round,
  serveAgain,
  server,
  today,
} from '../factories/mail-desk.ts';
import { enterLease } from '../factories/tenancy.ts';

openMailDesk();

describe('a reminder by mail', () => {
  test('arrives with its PDF, and is sent once the server has taken it', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    expect(await letters()).toMatchObject([{ state: 'ready', sentOn: null, way: 'mail' }]);
    expect(await round()).toMatchObject({ sent: 1 });
    const [got] = server.taken;
    expect(got).toMatchObject({ from: 'send@hausbuch.example', to: 'anna@example.com' });
    expect(got?.text).toContain('application/pdf');
    expect(got?.text).toMatch(/^Reply-To: .*petra@example\.com/m);
    expect(await letters()).toMatchObject([{ state: 'sent', sentOn: today }]);
    expect(await mails()).toMatchObject([{ state: 'sent', answer: '250 2.0.0 queued', attempts: 1 }]);
    // The journal outlives a tenant who is erased, and does not know where they were written to.
    const journal = await books.admin`select after from hausbuch.audit_event where entity = 'letter'`;
    expect(journal.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(journal)).not.toContain('anna@example.com');
    // Recorded is recorded: no round sends it again.
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    expect(server.taken).toHaveLength(1);
  });

  test('goes only where there is a server, an address, and somebody to answer to', async () => {
    const leaseId = await enterLease(books, today);
    await giveAddresses();
    expect(await refusalOf(mail(leaseId))).toBe('letter.no_address');
    await giveAddresses('anna@example.com');
    await books.admin`update hausbuch.landlord set email = null where portfolio_id = ${books.portfolioId}`;
    expect(await refusalOf(mail(leaseId))).toBe('letter.no_reply_address');
    vi.stubEnv('SMTP_URL', '');
    expect(await refusalOf(mail(leaseId))).toBe('letter.no_mail_server');
    expect(await letters()).toEqual([]);
  });

  test('says beforehand that it would lack the landlord, or where they live', async () => {
    const leaseId = await enterLease(books, today);
    const gap = async () =>
      (await books.on(today, (tx, scope) => getReminder(tx, scope, { leaseId, step: null }))).mail.senderGap;
    expect(await gap()).toBe('address');
    await books.admin`update hausbuch.landlord set street = 'Am Wall', postal_code = '28195', city = 'Bremen'
      where portfolio_id = ${books.portfolioId}`;
    expect(await gap()).toBeNull();
    // Of two landlords none is entered as the owner: the letter would name the portfolio.
    await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name)
      values (${books.portfolioId}, ${randomUUID()}, 'person', 'Hinnerk Harms')`;
    expect(await gap()).toBe('nobody');
  });

  test('does not go where somebody paid before it went; its interest is taken off again', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId, { step: 'first' });
    expect(await balance(leaseId)).toBeGreaterThan(140_000);
    await pay(leaseId, 70_000);
    expect(await round()).toMatchObject({ sent: 0, stopped: 1 });
    expect(server.taken).toEqual([]);
    expect(await balance(leaseId)).toBe(70_000);
    expect(await letters()).toMatchObject([{ state: 'taken_back', mails: [{ state: 'stopped' }] }]);
  });

  test('taken back before it went, it does not go; afterwards it cannot be', async () => {
    const leaseId = await enterLease(books, today);
    const first = await mail(leaseId);
    await books.on(today, (tx, scope) => takeBackLetter(tx, scope, first));
    expect(await round()).toMatchObject({ sent: 0 });
    await mail(leaseId);
    await round();
    const sent = (await letters()).find((row) => row.state === 'sent');
    const seen = { id: sent?.id ?? '', version: sent?.version ?? 1 };
    expect(await refusalOf(books.on(today, (tx, scope) => takeBackLetter(tx, scope, seen)))).toBe(
      'letter.on_its_way',
    );
  });
});

describe('what the server says', () => {
  test('4xx is tried again, later and later, with its words kept; then it goes', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    answer({ data: () => '451 4.3.0 busy' });
    await round('11:00:00');
    expect(await mails()).toMatchObject([{ state: 'waiting', answer: '451 4.3.0 busy', attempts: 1 }]);
    expect(await round('11:01:00')).toMatchObject({ later: 0 });
    expect(await round('11:02:01')).toMatchObject({ later: 1 });
    expect(await round('11:05:00')).toMatchObject({ later: 0 });
    answer({});
    expect(await round('11:13:00')).toMatchObject({ sent: 1 });
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 3 }]);
  });

  test('5xx is never tried again; 5.1.1 marks the address, which is not used any more', async () => {
    const leaseId = await enterLease(books, today);
    await giveAddresses('old@example.com', 'new@example.com');
    await mail(leaseId);
    answer({ rcpt: (to) => (to === 'old@example.com' ? '550 5.1.1 no such user' : undefined) });
    expect(await round()).toMatchObject({ refused: 1 });
    expect(await round('23:59:00', '2026-03-05')).toMatchObject({ refused: 0, sent: 0 });
    expect(await letters()).toMatchObject([
      {
        state: 'ready',
        mails: [{ state: 'refused', answer: '550 5.1.1 no such user', isAddressRefused: true }],
      },
    ]);
    const { mail: way, last } = await books.on(today, (tx, scope) =>
      getReminder(tx, scope, { leaseId, step: null }),
    );
    // Nobody has read it: the next one is no sharper.
    expect(last).toBeNull();
    expect(way.recipients.map((one) => one.address)).toEqual(['new@example.com']);
    // Instead it goes by post.
    const [stuck] = await letters();
    const seen = { id: stuck?.id ?? '', version: stuck?.version ?? 1 };
    await books.on(today, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'post' }));
    expect(await letters()).toMatchObject([{ state: 'sent', way: 'post', sentOn: today }]);
  });

  test('a connection that ends after the mail leaves it uncertain; a click sends the same message once more', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    answer({ data: () => 'drop', takesDropped: true });
    expect(await round()).toMatchObject({ uncertain: 1 });
    answer({});
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    const [lost] = await mails();
    expect(lost).toMatchObject({ state: 'uncertain' });
    await books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId: lost?.id ?? '' }));
    await round();
    expect(server.taken).toHaveLength(2);
    expect(new Set(server.taken.map((one) => one.messageId)).size).toBe(1);
    expect(
      await refusalOf(books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId: lost?.id ?? '' }))),
    ).toBe('letter.not_uncertain');
  });

  test('a server that is down keeps everything waiting, and costs one attempt of one mail', async () => {
    const leases = [await enterLease(books, today)];
    for (const leaseId of leases) await mail(leaseId);
    await queueMany(leases[0] ?? '', 5);
    await server.stop();
    expect(await round()).toMatchObject({ sent: 0, later: 1 });
    expect((await mails()).every((one) => one.state === 'waiting')).toBe(true);
    await serveAgain();
    expect(await round('11:30:00')).toMatchObject({ sent: 6 });
  });
});

/** Takes the interest of the newest letter off the account, as somebody does on the account's page. */
async function voidInterest() {
  const [row] = await books.admin`select interest_charge_id as id from hausbuch.letter
    where portfolio_id = ${books.portfolioId} and interest_charge_id is not null`;
  const chargeId = String(row?.id);
  await books.on(today, (tx, scope) => voidCharge(tx, scope, { id: randomUUID(), chargeId }));
}

describe('one mail that cannot go', () => {
  test('keeps the others from nothing, and waits its turn', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    await mail(leaseId);
    let prints = 0;
    const failsOnce: typeof renderLetter = (letter) => {
      prints += 1;
      if (prints === 1) throw new Error('No paper.');
      return renderLetter(letter);
    };
    expect(await round('11:00:00', today, failsOnce)).toMatchObject({ sent: 1, later: 1 });
    expect((await mails()).map((one) => one.state).sort()).toEqual(['sent', 'waiting']);
    expect(await round('11:02:01')).toMatchObject({ sent: 1 });
  });

  test('is given up after three days, and that is told as any refusal is', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    await books.admin`update hausbuch.letter_mail set attempts = 9 where portfolio_id = ${books.portfolioId}`;
    await round('11:00:00', today, () => {
      throw new Error('No paper.');
    });
    expect((await mails()).map((one) => one.state)).toEqual(['refused']);
    const told = await books.admin`select 1 from hausbuch.audit_event
      where portfolio_id = ${books.portfolioId} and action = 'letter.refuse'`;
    expect(told).toHaveLength(1);
  });

  test('is stopped, and taken back, although its interest was taken off by hand', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId, { step: 'first' });
    await voidInterest();
    await pay(leaseId, 70_000);
    expect(await round()).toMatchObject({ sent: 0, stopped: 1 });
    expect(await letters()).toMatchObject([{ state: 'taken_back', mails: [{ state: 'stopped' }] }]);
    await books.admin`update hausbuch.letter set interest_charge_id = null where portfolio_id = ${books.portfolioId}`;
    const other = await mail(leaseId, { step: 'second' });
    await voidInterest();
    await books.on(today, (tx, scope) => takeBackLetter(tx, scope, other));
    expect(await balance(leaseId)).toBe(70_000);
  });
});

describe('what was so when it was written and is not any more', () => {
  test('its interest was paid or taken off by hand: it does not go', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId, { step: 'first' });
    await voidInterest();
    expect(await round()).toMatchObject({ sent: 0, stopped: 1 });
    expect(await mails()).toMatchObject([{ state: 'stopped', stopReason: 'paid' }]);
  });

  test('its day to pay is over: it goes neither by mail nor by post', async () => {
    const leaseId = await enterLease(books, today);
    const seen = await mail(leaseId);
    const late = '2026-04-30';
    expect(
      await refusalOf(books.on(late, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'post' }))),
    ).toBe('letter.late_meanwhile');
    expect(await round('11:00:00', late)).toMatchObject({ sent: 0, stopped: 1 });
    expect(await mails()).toMatchObject([{ state: 'stopped', stopReason: 'late' }]);
  });

  test('somebody paid: it does not go by post instead', async () => {
    const leaseId = await enterLease(books, today);
    const seen = await mail(leaseId);
    await pay(leaseId, 70_000);
    expect(
      await refusalOf(books.on(today, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'post' }))),
    ).toBe('letter.paid_meanwhile');
  });
});

test('a mail that may have gone counts as gone, also while it waits to go again', async () => {
  const leaseId = await enterLease(books, today);
  const seen = await mail(leaseId);
  answer({ data: () => 'drop', takesDropped: true });
  await round();
  answer({});
  const [lost] = await mails();
  await books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId: lost?.id ?? '' }));
  expect(await refusalOf(books.on(today, (tx, scope) => takeBackLetter(tx, scope, seen)))).toBe(
    'letter.on_its_way',
  );
});

test('what the server took and what came back later: of two tenants the other still has it', async () => {
  const leaseId = await enterShared();
  await mail(leaseId);
  await round();
  await round('11:00:30');
  const taken = await mails();
  expect(taken.map((one) => one.state)).toEqual(['sent', 'sent']);
  const comeBack = (mailId: string) => books.on(today, (tx, scope) => noteReturn(tx, scope, { mailId }));
  await comeBack(taken[0]?.id ?? '');
  expect(await letters()).toMatchObject([{ state: 'sent', sentOn: today }]);
  await comeBack(taken[1]?.id ?? '');
  expect(await letters()).toMatchObject([{ state: 'ready', sentOn: null }]);
  const told = await books.admin`select user_id from hausbuch.audit_event
    where portfolio_id = ${books.portfolioId} and action = 'letter.return'`;
  expect(told).toMatchObject([{ user_id: books.userId }, { user_id: books.userId }]);
  expect(await refusalOf(comeBack(randomUUID()))).toBe('not_found');
});

test('two who share a mailbox get one mail, however it is written', async () => {
  const leaseId = await enterShared();
  await giveAddresses('Anna@Example.com');
  await books.admin`update hausbuch.tenant set emails = '{anna@example.com}' where last_name = 'Kowalski'`;
  await mail(leaseId);
  expect(await mails()).toHaveLength(1);
});

describe('a tenant who is erased while others stay', () => {
  const namesLeft = async () => {
    const rows = await books.admin`select row_to_json(m)::text as said from hausbuch.letter_mail m
        where portfolio_id = ${books.portfolioId}
      union all select row_to_json(l)::text from hausbuch.letter l where portfolio_id = ${books.portfolioId}
      union all select row_to_json(d)::text from hausbuch.document d where portfolio_id = ${books.portfolioId}
      union all select row_to_json(v)::text from hausbuch.document_version v where portfolio_id = ${books.portfolioId}`;
    expect(rows.length).toBeGreaterThan(1);
    return rows.filter((row) => /müller|muller|mueller|änne/i.test(String(row.said)));
  };

  test('is named in no mail and by no file of those who stay', async () => {
    const leaseId = await enterShared();
    await mail(leaseId);
    await round();
    expect((await namesLeft()).length).toBeGreaterThan(0);
    await eraseTenant();
    expect(await namesLeft()).toEqual([]);
  });

  test('leaves nothing that goes out afterwards without its words, nor a file printed meanwhile', async () => {
    const leaseId = await enterShared();
    await mail(leaseId);
    const erasing: typeof renderLetter = async (letter) => {
      const bytes = await renderLetter(letter);
      await eraseTenant();
      return bytes;
    };
    expect(await round('11:00:00', today, erasing)).toMatchObject({ stopped: 1 });
    expect(server.taken).toEqual([]);
    expect(
      await books.admin`select 1 from hausbuch.document where portfolio_id = ${books.portfolioId}`,
    ).toEqual([]);
  });

  const toOthers = async () => {
    const rows = await books.admin<{ id: string; letterId: string; state: string; reason: string | null }[]>`
      select id, letter_id as "letterId", state, stop_reason as reason from hausbuch.letter_mail
      where portfolio_id = ${books.portfolioId} and address = 'jan@example.com'`;
    const [row] = rows;
    if (!row) throw new Error('There is no mail to the other tenant.');
    return row;
  };

  test('takes the words of a mail of which nobody knows whether it arrived: it does not go again', async () => {
    const leaseId = await enterShared();
    await mail(leaseId);
    answer({ data: () => 'drop', takesDropped: true });
    expect(await round()).toMatchObject({ uncertain: 2 });
    answer({});
    await eraseTenant();
    const { id: mailId, state } = await toOthers();
    expect(state).toBe('uncertain');
    const again = books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId }));
    expect(await refusalOf(again)).toBe('letter.names_erased');
    expect(await round('12:00:00')).toMatchObject({ sent: 0 });
    expect(server.taken).toHaveLength(2);
  });

  test('takes those of one that is just being handed over: sent away for now, it is not tried again', async () => {
    const leaseId = await enterShared();
    await mail(leaseId);
    const due = await toOthers();
    const taken = await books.on(today, (tx, scope) => takeMail(tx, scope, due));
    if (!taken) throw new Error('It was not taken on.');
    await eraseTenant();
    const busy = { kind: 'later', answer: '451 4.3.0 busy', isAnswered: true } as const;
    await books.on(today, (tx, scope) => noteFate(tx, scope, taken, busy));
    expect(await toOthers()).toMatchObject({ state: 'stopped', reason: 'erased' });
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    expect(server.taken).toEqual([]);
  });
});
