import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getReminder } from '@/features/arrears/reminder-queries';
import { forgetArrival, noteArrival, noteReturn } from '@/features/outbox/arrival-commands';
import { noteLetter, sendByHand } from '@/features/outbox/commands';
import { mailAgain, noteFate } from '@/features/outbox/mail-commands';
import { refusalOf } from '../factories/failure.ts';
import {
  answer,
  books,
  enterShared,
  letters,
  mail,
  mails,
  openMailDesk,
  round,
  server,
  today,
} from '../factories/mail-desk.ts';
import { enterLease } from '../factories/tenancy.ts';

openMailDesk();

describe('a mail of which nobody knows whether it arrived', () => {
  /** One letter whose only mail the server may have taken. */
  async function loseOne() {
    const leaseId = await enterLease(books, today);
    const letter = await mail(leaseId);
    answer({ data: () => 'drop', takesDropped: true });
    await round();
    answer({});
    const [lost] = await mails();
    return { leaseId, letter, mailId: lost?.id ?? '' };
  }
  const arrive = (mailId: string, more: { arrivedOn?: string; proof?: string | null; on?: string } = {}) =>
    books.on(more.on ?? today, (tx, scope) =>
      noteArrival(tx, scope, { mailId, arrivedOn: today, proof: null, ...more }),
    );
  const forget = (mailId: string) => books.on(today, (tx, scope) => forgetArrival(tx, scope, { mailId }));

  test('is noted by a person as arrived: who, when and what shows it; the letter is sent, and counts', async () => {
    const { leaseId, mailId } = await loseOne();
    const proof = 'Frau Müller hat am Telefon geantwortet';
    await arrive(mailId, { on: '2026-02-22', arrivedOn: '2026-02-21', proof });
    expect(await letters()).toMatchObject([
      { state: 'sent', way: 'mail', sentOn: '2026-02-21', proof, mails: [{ state: 'arrived' }] },
    ]);
    const [told] = await books.admin`select user_id, after from hausbuch.audit_event
      where portfolio_id = ${books.portfolioId} and action = 'letter.arrive'`;
    expect(told).toMatchObject({ user_id: books.userId, after: { arrivedOn: '2026-02-21' } });
    expect(JSON.stringify(told)).not.toContain('anna@example.com');
    // Clicked twice it is noted once; it goes no more, and can be answered as any other.
    await arrive(mailId, { proof: 'another' });
    expect(await refusalOf(books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId })))).toBe(
      'letter.not_uncertain',
    );
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    const { last } = await books.on(today, (tx, scope) => getReminder(tx, scope, { leaseId, step: null }));
    expect(last).toMatchObject({ sentOn: '2026-02-21' });
    const [sent] = await letters();
    const seen = { id: sent?.id ?? '', version: sent?.version ?? 1 };
    await books.on('2026-02-24', (tx, scope) =>
      noteLetter(tx, scope, {
        ...{ ...seen, sentOn: '2026-02-21', proof, answeredOn: '2026-02-23', answer: 'zahlt morgen' },
      }),
    );
    expect(await letters()).toMatchObject([{ state: 'answered', answer: 'zahlt morgen' }]);
    await arrive(mailId);
    await forget(mailId);
    // The journal outlives the tenant: it says that something shows it, and not what.
    const journal = await books.admin`select before, after from hausbuch.audit_event
      where portfolio_id = ${books.portfolioId} and entity = 'letter'`;
    expect(journal.length).toBeGreaterThan(3);
    expect(JSON.stringify(journal)).not.toMatch(/Müller|Telefon|zahlt/);
  });

  test('noted by mistake it is uncertain again, and the letter waits as before', async () => {
    const { mailId } = await loseOne();
    await arrive(mailId, { proof: 'verwechselt' });
    await forget(mailId);
    await forget(mailId);
    expect(await letters()).toMatchObject([
      { state: 'ready', sentOn: null, proof: null, mails: [{ state: 'uncertain' }] },
    ]);
    // What had gone to go once more is stopped by the note.
    await books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId }));
    await arrive(mailId);
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    expect(server.taken).toHaveLength(1);
  });

  test('on a day that cannot be, or where the server said what became of it, nothing is noted', async () => {
    const { letter, mailId } = await loseOne();
    expect(await refusalOf(arrive(mailId, { arrivedOn: '2026-02-21' }))).toBe('letter.sent_in_future');
    expect(await refusalOf(arrive(mailId, { arrivedOn: '2026-02-19' }))).toBe('letter.sent_before_written');
    // It went two days after it was written.
    await books.admin`update hausbuch.letter_mail set tried_at = '2026-02-22T10:00:00Z' where id = ${mailId}`;
    const after = { on: '2026-02-23', arrivedOn: '2026-02-21' };
    expect(await refusalOf(arrive(mailId, after))).toBe('letter.sent_before_written');
    expect(await letters()).toMatchObject([{ id: letter.id, state: 'ready' }]);
    await books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId }));
    await round('12:00:00');
    expect(await refusalOf(arrive(mailId))).toBe('letter.fate_known');
    expect(await refusalOf(forget(mailId))).toBe('letter.fate_known');
    expect(await refusalOf(arrive(randomUUID()))).toBe('not_found');
  });

  test('of two tenants only whose mail arrived has it; another’s may still go', async () => {
    const leaseId = await enterShared();
    await mail(leaseId);
    answer({ data: () => 'drop', takesDropped: true });
    await round();
    await round('11:00:30');
    answer({});
    const lost = (await mails()).filter((one) => one.state === 'uncertain');
    expect(lost).toHaveLength(2);
    await arrive(lost[0]?.id ?? '', { proof: 'Antwort von Anna' });
    await arrive(lost[1]?.id ?? '', { proof: 'Antwort von Jan' });
    expect(await letters()).toMatchObject([{ state: 'sent', proof: 'Antwort von Anna; Antwort von Jan' }]);
    await forget(lost[1]?.id ?? '');
    // What showed that the other arrived stays.
    expect((await letters())[0]).toMatchObject({ state: 'sent', sentOn: today, proof: 'Antwort von Anna' });
    expect((await mails()).map((one) => one.state).sort()).toEqual(['arrived', 'uncertain']);
  });

  test('came back: the tenant does not have it, and it goes another way', async () => {
    const { letter, mailId } = await loseOne();
    const comeBack = () => books.on(today, (tx, scope) => noteReturn(tx, scope, { mailId }));
    await comeBack();
    await comeBack();
    expect(await letters()).toMatchObject([{ state: 'ready', sentOn: null, mails: [{ state: 'returned' }] }]);
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    // Noted by mistake: it arrived; then only that can be taken back.
    await arrive(mailId);
    expect(await refusalOf(comeBack())).toBe('letter.fate_known');
    await forget(mailId);
    await comeBack();
    const [row] = await letters();
    const seen = { id: letter.id, version: row?.version ?? 1 };
    await books.on(today, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'post' }));
    expect(await letters()).toMatchObject([{ state: 'sent', way: 'post', mails: [{ state: 'returned' }] }]);
  });

  test('is handed over or posted instead', async () => {
    const { letter, mailId } = await loseOne();
    const [row] = await letters();
    const seen = { id: letter.id, version: row?.version ?? 1 };
    await books.on(today, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'handed_over' }));
    expect(await letters()).toMatchObject([
      { state: 'sent', way: 'handed_over', sentOn: today, mails: [{ state: 'uncertain' }] },
    ]);
    // It arrived, too: that is the mail's own story, and taken back leaves the letter handed over.
    await arrive(mailId, { proof: 'Anruf; Antwort' });
    expect(await letters()).toMatchObject([{ proof: 'Anruf; Antwort' }]);
    await forget(mailId);
    expect(await letters()).toMatchObject([
      { state: 'sent', way: 'handed_over', sentOn: today, proof: null },
    ]);
  });
});

test('an answer to an attempt that is not the last says nothing', async () => {
  const leaseId = await enterLease(books, today);
  await mail(leaseId);
  const [row] = await books.admin`update hausbuch.letter_mail set state = 'sending', attempts = 2
    where portfolio_id = ${books.portfolioId} returning id, letter_id as "letterId"`;
  const old = { id: String(row?.id), letterId: String(row?.letterId), attempts: 1 };
  const no = { kind: 'refused', answer: '550 no', isAddress: false } as const;
  await books.on(today, (tx, scope) => noteFate(tx, scope, old, no));
  expect(await mails()).toMatchObject([{ state: 'sending', answer: null }]);
  await books.on(today, (tx, scope) => noteFate(tx, scope, { ...old, attempts: 2 }, no));
  expect(await mails()).toMatchObject([{ state: 'refused', answer: '550 no' }]);
});
