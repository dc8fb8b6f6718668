import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { letter } from '@/db/schema';
import { isRow } from '@/db/versioned';
import { sideBySide } from '@/domain/letter-columns';
import { type Language, languages, type WrittenKind, writtenKinds } from '@/domain/vocabulary';
import { createDeposit, recordMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { sendWritten } from '@/features/letter/commands';
import { compose, storedMarks } from '@/features/letter/compose-rules';
import { kindFacts } from '@/features/letter/kind-facts';
import { oursOf } from '@/features/letter/our-words';
import { lookAtLetter } from '@/features/letter/queries';
import {
  createTemplateInput,
  lookAtLetterInput,
  sendWrittenInput,
  updateTemplateInput,
} from '@/features/letter/schema';
import { createTemplate, deleteTemplate, updateTemplate } from '@/features/letter/template-commands';
import { parseTemplate } from '@/features/letter/template-rules';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { setLandlordPicture } from '@/features/portfolio/commands';
import { setPictureInput } from '@/features/portfolio/schema';
import { agreeRent, updateRent } from '@/features/rent/commands';
import { agreeIndex, raiseByIndex } from '@/features/rent/index-commands';
import { getIndexRent } from '@/features/rent/index-queries';
import { agreeIndexInput, indexRentInput, raiseByIndexInput } from '@/features/rent/index-schema';
import { agreeRentInput, updateRentInput } from '@/features/rent/schema';
import { listPostedRents, recordPayment, waiveCharge } from '@/ledger';
import { recordPaymentInput, waiveChargeInput } from '@/ledger/inputs';
import { addDays } from '@/lib/calendar';
import { renderLetter } from '@/print/letter-pdf';
import { failureOf } from '../factories/failure.ts';
import { enterLandlord, enterLookAlikes } from '../factories/look-alikes.ts';
import { tinyJpeg } from '../factories/pictures.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  await enterLandlord(books);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const today = '2026-03-20';
const refusalOf = async (work: Promise<unknown>) => (await failureOf(work)).replace('DomainError: ', '');

const look = (leaseId: string, kind: WrittenKind, more: Partial<z.input<typeof lookAtLetterInput>> = {}) =>
  books.on(today, (tx, scope) =>
    lookAtLetter(tx, scope, lookAtLetterInput.parse({ leaseId, kind, ownLanguage: 'de', ...more })),
  );

/** Sends as the page would: our text, as it was shown, on demand with ours in another language beside it. */
async function send(
  leaseId: string,
  kind: WrittenKind,
  {
    besideIn = null,
    ...more
  }: Partial<z.input<typeof sendWrittenInput>> & { besideIn?: Language | null } = {},
) {
  const { language = 'de', paymentId, month } = more;
  const shown = await look(leaseId, kind, { language, besideIn, paymentId, month });
  const textOf = ({ subject, body }: { subject: string; body: string }) => ({ subject, body });
  const beside = shown.beside && { language: shown.beside.language, ...textOf(shown.beside.ours) };
  const input = sendWrittenInput.parse({
    ...{ id: randomUUID(), leaseId, kind, language, way: 'post', seen: shown.seen, beside },
    ...textOf(shown.ours),
    ...more,
  });
  return books.on(today, (tx, scope) => sendWritten(tx, scope, input));
}

const contentOf = (id: string) =>
  books.on(today, async (tx, scope) => {
    const [row] = await tx
      .select({ content: letter.content })
      .from(letter)
      .where(isRow(letter, scope, id));
    if (!row?.content) throw new Error('No letter.');
    return row.content;
  });

/** All words of all pages. */
async function printed(id: string): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await renderLetter(await contentOf(id))));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const pay = (leaseId: string, amountCents: number, paidOn = today) =>
  books.on(today, (tx, scope) =>
    recordPayment(tx, scope, recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents })),
  );

describe('the letter of one tenant', () => {
  test('never shows another’s data, of whatever kind and in whatever language', {
    timeout: 240_000,
  }, async () => {
    const all = await enterLookAlikes(books, today, ['Schmidt', 'Schmitt', 'Schmied', 'Schmidtke']);
    for (const one of all) {
      // A name may be the beginning of another; nothing else may stand in two letters.
      const foreign = all
        .filter((other) => other !== one)
        .flatMap((other) => other.own)
        .filter((text) => !one.own.some((own) => own.includes(text)));
      for (const kind of writtenKinds) {
        for (const language of languages) {
          // The German ones in two columns.
          const besideIn = language === 'de' ? 'en' : null;
          const { id } = await send(one.leaseId, kind, { language, besideIn });
          const text = await printed(id);
          expect(text).toContain(one.name);
          // After the comma of a salutation German goes on in small letters, English does not.
          if (language === 'en') expect(text, kind).not.toMatch(/Dear [^,]+, \p{Ll}/u);
          expect(
            foreign.filter((theirs) => new RegExp(`${theirs.replaceAll('.', '\\.')}(?![a-zäöü])`).test(text)),
            `${kind} of ${one.name} in ${language}`,
          ).toEqual([]);
        }
      }
    }
  });

  test('says what its kind is for', { timeout: 60_000 }, async () => {
    const [one] = await enterLookAlikes(books, today, ['Schmidt']);
    const leaseId = one?.leaseId ?? '';
    const said = async (kind: WrittenKind) => printed((await send(leaseId, kind)).id);
    // 3 × (700,01 + 150,03) = 2.550,12
    expect(await said('receipt')).toMatch(/am 20\.03\.2026 von Anna Schmidt 2\.550,12 € erhalten/);
    expect(await said('receipt')).toContain('Miete Januar 2026, Miete Februar 2026 und Miete März 2026');
    expect(await said('no_arrears')).toContain('bis einschließlich März 2026 bezahlt');
    expect(await said('notice_confirmation')).toMatch(
      /Kündigung vom 01\.02\.2026 haben wir am 10\.02\.2026 erhalten.* endet am 20\.06\.2026.*§ 545 BGB/,
    );
    expect(await said('move_in_confirmation')).toMatch(
      /Petra Vogel, Gartenweg 3, 10115 Berlin.*Lindenstraße 5, 10969 Berlin.*Einzug am: 01\.01\.2026.*Anna Schmidt/,
    );
    // 3 × 850,04 were charged and 2.550,12 paid.
    expect(await said('account_statement')).toMatch(
      /seit dem 01\.01\.2026.*850,04 €.*2\.550,12 €.*Offen ist nichts/,
    );
    // 700,01 + 150,03 = 850,04
    expect(await said('rent_invoice')).toMatch(/Kaltmiete 700,01 €.*150,03 €.*850,04 €.*DE89 3704/);
    expect(await said('payment_announcement')).toMatch(/Mandat MREF-0-DT.*DE98ZZZ09999999999/);
    // 850,04 + 200,00 = 1.050,04
    expect(await said('new_advance')).toMatch(/01\.05\.2026.*1\.050,04 €/);
    // From 117,6 to 122,7 are 4,34 %, by tenths 4,3 %: 700,01 × 104,3 % = 730,11, and 150,03 + 200,00 besides.
    expect(await said('index_rent')).toMatch(
      /§ 557b BGB.*von 117,6 \(Januar 2024\) auf .*erhöht sich daher um .* von 700,01 € auf .* ab dem 01\.01\.2027/,
    );
    // 1.400,07 − 50,09 = 1.349,98
    expect(await said('deposit_settlement')).toMatch(
      /Eingang 01\.01\.2026 1\.400,07 €.*Abzug: Tür Schmidt 20\.03\.2026 -50,09 €.*1\.349,98 €/,
    );
    expect(await said('sepa_mandate')).toMatch(/DE98ZZZ09999999999.*acht Wochen/);
  });

  test('is a paper like any other: nobody’s name becomes markup, a mark or a paragraph', async () => {
    await books.admin`update hausbuch.tenant set first_name = '[[rent]] <b>', last_name = ${'O\u2019Neill & \u202eSöhne {x} %s'}
      where id = ${books.tenantId}`;
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 210_000);
    const text = await printed((await send(leaseId, 'receipt')).id);
    // In the window and in the text: whole, and in its direction. The font has the apostrophe of its own kind.
    expect(text.match(/\[\[rent\]\] <b> O[’ʼ]Neill & Söhne \{x\} %s/g)).toHaveLength(2);
    expect(text).toContain('2.100,00 € erhalten haben.');
  });
});

describe('a letter goes as it was shown', () => {
  test('or not at all: a payment between the look and the click stops a statement of no arrears', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 210_000, addDays(today, -1));
    const shown = await look(leaseId, 'receipt');
    await pay(leaseId, 5_000);
    expect(await refusalOf(send(leaseId, 'receipt', { seen: shown.seen }))).toBe('letter.changed_meanwhile');
  });

  test('once, however often the same request comes; another with its id is refused', async () => {
    const leaseId = await enterLease(books, today);
    const id = randomUUID();
    expect(await send(leaseId, 'free', { id })).toEqual(await send(leaseId, 'free', { id }));
    expect(await refusalOf(send(leaseId, 'free', { id, way: 'handed_over' }))).toBe('letter.sent_otherwise');
    const { rows } = await books.on(today, (tx, scope) =>
      listLetters(tx, scope, listLettersInput.parse({ leaseId })),
    );
    expect(rows).toMatchObject([{ id, kind: 'free', title: 'Schreiben', state: 'sent', totalCents: 0 }]);
  });

  test('not twice: after a lost answer, other words are no letter beside the first', async () => {
    const leaseId = await enterLease(books, today);
    // The first attempt was refused, so there is nothing; of the second only the answer was lost.
    const refused = randomUUID();
    expect(await refusalOf(send(leaseId, 'free', { id: refused, body: '[[tenent]]' }))).toBe(
      'letter.text_faulty',
    );
    const second = { id: randomUUID(), earlierIds: [refused], body: 'Die Heizung fällt aus.' };
    const sent = await send(leaseId, 'free', second);
    expect(await send(leaseId, 'free', second)).toEqual(sent);
    const third = { id: randomUUID(), earlierIds: [refused, second.id], body: 'Die Heizung geht wieder.' };
    expect(await refusalOf(send(leaseId, 'free', third))).toBe('already_exists');
    const { rows } = await books.on(today, (tx, scope) =>
      listLetters(tx, scope, listLettersInput.parse({ leaseId })),
    );
    expect(rows.map((row) => row.id)).toEqual([second.id]);
  });

  test('with the words of whoever wrote it, their gaps filled', async () => {
    const leaseId = await enterLease(books, today);
    const body =
      'die Heizung wird gewartet.\n\n[[if lease_until]]bis [[lease_until]][[else]]Ihre Miete: [[rent]][[end]]';
    const { blocks } = await contentOf((await send(leaseId, 'free', { subject: 'Heizung', body })).id);
    expect(blocks).toEqual([
      { kind: 'text', text: 'die Heizung wird gewartet.' },
      { kind: 'text', text: 'Ihre Miete: 700,00\u00a0€' },
    ]);
  });
});

/** What a letter would say, as it is sent. */
const saying = async (
  leaseId: string,
  kind: WrittenKind,
  more: Partial<z.input<typeof sendWrittenInput>> = {},
) => printed((await send(leaseId, kind, more)).id);

describe('a month', () => {
  test('that is paid is not asked for again, one that is paid in part for the rest', {
    timeout: 60_000,
  }, async () => {
    const leaseId = await enterLease(books, today);
    // January and February, and 200,00 of March: 500,00 stay open.
    await pay(leaseId, 160_000);
    expect(await look(leaseId, 'rent_invoice')).toMatchObject({ month: '2026-03', totalCents: 50_000 });
    for (const kind of ['rent_invoice', 'payment_announcement'] as const) {
      const rest = await saying(leaseId, kind);
      expect(rest).toMatch(/Davon sind 200,00 € schon bezahlt\..*sind 500,00 € fällig/);
      const paid = await saying(leaseId, kind, { month: '2026-02-01' });
      expect(paid).toMatch(/Davon sind 700,00 € schon bezahlt\. Zu zahlen ist nichts mehr\./);
      expect(paid).not.toMatch(/fällig|DE89/);
    }
    expect(await look(leaseId, 'rent_invoice', { month: '2026-02-01' })).toMatchObject({ totalCents: 0 });
    // The rest of March, and 300,00 of April, which is not posted yet.
    await pay(leaseId, 80_000);
    expect(await look(leaseId, 'rent_invoice')).toMatchObject({ month: '2026-04', totalCents: 40_000 });
  });
});

describe('a direct debit', () => {
  test('is announced only where it can be collected on that day', { timeout: 60_000 }, async () => {
    const [one] = await enterLookAlikes(books, today, ['Schmidt']);
    const leaseId = one?.leaseId ?? '';
    const { admin, portfolioId } = books;
    const announced = () => saying(leaseId, 'payment_announcement');
    expect(await announced()).toMatch(/Mandat MREF-0-DT/);
    const transfer = /Bitte überweisen Sie den Betrag bis dahin\..*DE89 3704/;
    const becomes = async (revokedOn: string | null, signedOn: string, creditorId: string | null) => {
      await admin`update hausbuch.mandate set signed_on = ${signedOn}, revoked_on = ${revokedOn}
        where portfolio_id = ${portfolioId}`;
      await admin`update hausbuch.bank_account set creditor_identifier = ${creditorId} where portfolio_id = ${portfolioId}`;
      const text = await announced();
      expect(text).toMatch(transfer);
      expect(text).not.toMatch(/Mandat|Lastschrift/);
    };
    const creditorId = 'DE98ZZZ09999999999';
    // The rent of April is due on the 7th.
    await becomes('2026-04-01', '2026-01-02', creditorId);
    await becomes(null, '2026-04-10', creditorId);
    await becomes(null, '2023-03-31', creditorId);
    await becomes(null, '2026-01-02', null);
    await admin`update hausbuch.mandate set revoked_on = '2026-05-01' where portfolio_id = ${portfolioId}`;
    await admin`update hausbuch.bank_account set creditor_identifier = ${creditorId} where portfolio_id = ${portfolioId}`;
    expect(await announced()).toMatch(/Mandat MREF-0-DT/);
  });
});

describe('new advances', () => {
  const agree = (leaseId: string, lines: z.input<typeof agreeRentInput>['lines']) =>
    books.on(today, (tx, scope) =>
      agreeRent(
        tx,
        scope,
        agreeRentInput.parse({ id: randomUUID(), leaseId, validFrom: '2026-05-01', reason: 'agreed', lines }),
      ),
    );
  const net = (amountCents: number) => ({ component: 'net', amountCents, settlement: 'none' }) as const;
  const advance = (amountCents: number) =>
    ({ component: 'operating_costs', amountCents, settlement: 'advance' }) as const;

  test('are not written of where the rent itself becomes another', async () => {
    const leaseId = await enterLease(books, today, { rentLines: [net(70_000), advance(15_000)] });
    await agree(leaseId, [net(72_000), advance(18_000)]);
    expect((await look(leaseId, 'new_advance')).obstacle).toBe('other_rent');
    expect(await refusalOf(send(leaseId, 'new_advance'))).toBe('letter.obstacle');
  });

  test('follow a statement only where one was sent', { timeout: 60_000 }, async () => {
    const leaseId = await enterLease(books, today, { rentLines: [net(70_000), advance(15_000)] });
    await agree(leaseId, [net(70_000), advance(18_000)]);
    expect(await saying(leaseId, 'new_advance')).not.toMatch(/Betriebskostenabrechnung|§ 560/);
    const [{ id }] = await books.admin<[{ id: string }]>`insert into hausbuch.cost_statement
      (portfolio_id, property_id, period_from, period_to, version, sent_on, due_on, rules_version, snapshot, snapshot_hash, sent_at)
      values (${books.portfolioId}, ${books.propertyId}, '2025-01-01', '2025-12-31', 1, '2026-03-01', '2026-04-01', 1, '{}', repeat('0', 64), now())
      returning id`;
    await books.admin`insert into hausbuch.cost_statement_lease
      (portfolio_id, statement_id, lease_id, result_cents, claimed_cents, posted_cents, letter)
      values (${books.portfolioId}, ${id}, ${leaseId}, 0, 0, 0, '{}')`;
    expect(await saying(leaseId, 'new_advance')).toMatch(/nach der letzten Betriebskostenabrechnung.*§ 560/);
  });
});

describe('a rent by the index', () => {
  test('is told of once it is saved, and not where it would be owed before the letter makes it so', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2025-01-01', bookedFrom: '2026-03-01' });
    expect((await look(leaseId, 'index_rent')).obstacle).toBe('index_rise');
    const clause = { agreedOn: '2025-01-01', baseMonth: '2024-01-01', baseIndexMilli: 117_600 };
    await books.on(today, (tx, scope) =>
      agreeIndex(tx, scope, agreeIndexInput.parse({ id: randomUUID(), leaseId, ...clause })),
    );
    const raise = { id: randomUUID(), leaseId, receivedOn: today, indexMonth: '2025-11-01', netCents: 0 };
    const { change } = await books.on(today, (tx, scope) =>
      getIndexRent(
        tx,
        scope,
        indexRentInput.parse({ leaseId, receivedOn: today, indexMonth: raise.indexMonth }),
      ),
    );
    const netCents = change?.newRentCents ?? 0;
    await books.on(today, (tx, scope) =>
      raiseByIndex(tx, scope, raiseByIndexInput.parse({ ...raise, netCents })),
    );
    const said = await saying(leaseId, 'index_rent');
    expect(said).toMatch(/erhöht sich daher um .* von 700,00 € auf .*ab dem 01\.05\.2026 zu zahlen/);
    expect(said).toContain((netCents / 100).toFixed(2).replace('.', ','));
    // In April it would be owed from June: what says May says too much.
    const late = await books.on('2026-04-02', (tx, scope) =>
      lookAtLetter(tx, scope, lookAtLetterInput.parse({ leaseId, kind: 'index_rent', ownLanguage: 'de' })),
    );
    expect(late.obstacle).toBe('index_late');
    // A shop has it as the contract says.
    await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
    expect(await saying(leaseId, 'index_rent')).not.toMatch(/§|übernächsten/);
  });

  test('is not told where it was edited since: by another amount, with other lines, or before its year is over', async () => {
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-09-01',
      bookedFrom: '2026-03-01',
      rentLines: [
        { component: 'net', amountCents: 70_000, settlement: 'none' },
        { component: 'operating_costs', amountCents: 15_000, settlement: 'advance' },
      ],
    });
    const clause = { agreedOn: '2025-09-01', baseMonth: '2024-01-01', baseIndexMilli: 117_600 };
    await books.on(today, (tx, scope) =>
      agreeIndex(tx, scope, agreeIndexInput.parse({ id: randomUUID(), leaseId, ...clause })),
    );
    const question = { leaseId, receivedOn: today, indexMonth: '2025-11-01' };
    const { change } = await books.on(today, (tx, scope) =>
      getIndexRent(tx, scope, indexRentInput.parse(question)),
    );
    const netCents = change?.newRentCents ?? 0;
    const id = randomUUID();
    await books.on(today, (tx, scope) =>
      raiseByIndex(tx, scope, raiseByIndexInput.parse({ ...question, id, netCents })),
    );
    expect((await look(leaseId, 'index_rent')).obstacle).toBeNull();
    let version = 0;
    const edited = async (net: number, advance: number, validFrom = '2026-09-01') => {
      version += 1;
      const lines = [
        { component: 'operating_costs', amountCents: advance, settlement: 'advance' },
        { component: 'net', amountCents: net, settlement: 'none' },
      ];
      await books.on(today, (tx, scope) =>
        updateRent(tx, scope, updateRentInput.parse({ id, version, validFrom, lines, note: null })),
      );
      return (await look(leaseId, 'index_rent')).obstacle;
    };
    expect(await edited(netCents + 1_000, 15_000)).toBe('index_other');
    expect(await edited(netCents, 18_000)).toBe('index_other');
    expect(await edited(netCents, 15_000)).toBeNull();
    expect(await edited(netCents, 15_000, '2026-08-01')).toBe('index_early');
    // Of a shop the contract says from when.
    await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
    expect((await look(leaseId, 'index_rent')).obstacle).toBeNull();
  });
});

describe('a deposit', () => {
  const enter = async (leaseId: string, form: 'cash' | 'guarantee') => {
    const depositId = randomUUID();
    await books.on(today, (tx, scope) =>
      createDeposit(
        tx,
        scope,
        createDepositInput.parse({
          id: depositId,
          leaseId,
          form,
          agreedCents: 140_000,
          receivedOn: '2026-01-01',
        }),
      ),
    );
    return depositId;
  };
  const move = (depositId: string, more: Partial<z.input<typeof recordMovementInput>>) =>
    books.on(today, (tx, scope) =>
      recordMovement(
        tx,
        scope,
        recordMovementInput.parse({
          ...{ id: randomUUID(), depositId, kind: 'returned', bookedOn: today, amountCents: 1 },
          ...more,
        }),
      ),
    );

  test('is settled with the reason of what is held back, and asks for an account only for what is left', {
    timeout: 60_000,
  }, async () => {
    const leaseId = await enterLease(books, today);
    const guarantee = await enter(leaseId, 'guarantee');
    const cash = await enter(leaseId, 'cash');
    await move(guarantee, { kind: 'deduction', amountCents: 1_000, reason: 'Bürgschaft gezogen' });
    const reason = 'Abrechnung 2025';
    await move(cash, { kind: 'hold_back', amountCents: 30_000, reason, heldUntil: '2026-12-31' });
    await move(cash, { amountCents: 60_000 });
    // 1.400,00 − 300,00 = 1.100,00, of which 500,00 are left; what a bank vouches for is no money.
    const said = await saying(leaseId, 'deposit_settlement');
    expect(said).toMatch(/Vorläufig einbehalten: Abrechnung 2025 -300,00 €.*1\.100,00 €/);
    expect(said).toMatch(
      /Davon sind 600,00 € schon an Sie ausgezahlt\..*Konto, auf das wir 500,00 € überweisen/,
    );
    expect(said).not.toContain('Bürgschaft');
    await move(cash, { amountCents: 50_000 });
    expect(await saying(leaseId, 'deposit_settlement')).not.toContain('Konto, auf das');
  });

  test('that is no money is not settled', async () => {
    const leaseId = await enterLease(books, today);
    await enter(leaseId, 'guarantee');
    expect((await look(leaseId, 'deposit_settlement')).obstacle).toBe('deposit');
  });
});

test('days in English are written so that nobody takes a month for a day; in America as there', {
  timeout: 60_000,
}, async () => {
  const leaseId = await enterLease(books, today);
  const body = '[[today]]';
  const said = async () =>
    (await contentOf((await send(leaseId, 'free', { language: 'en', body })).id)).blocks;
  expect(await said()).toEqual([{ kind: 'text', text: '20.03.2026' }]);
  await books.admin`update hausbuch.portfolio set jurisdiction = 'US', currency = 'USD' where id = ${books.portfolioId}`;
  expect(await said()).toEqual([{ kind: 'text', text: '03/20/2026' }]);
});

test('an end that was agreed is confirmed as agreed, and nobody’s notice', { timeout: 60_000 }, async () => {
  const leaseId = await enterLease(books, today);
  await books.admin`update hausbuch.lease set notice_given_on = '2026-02-01', notice_by = 'agreement', ends_on = '2026-06-30'
    where id = ${leaseId}`;
  const said = await saying(leaseId, 'notice_confirmation');
  expect(said).toMatch(/wie am 01\.02\.2026 vereinbart, endet das Mietverhältnis .* am 30\.06\.2026/);
  expect(said).not.toMatch(/Kündigung|mitgeteilt/);
  const english = await saying(leaseId, 'notice_confirmation', { language: 'en' });
  expect(english).toMatch(/As agreed on .*, the tenancy of .* ends on/);
  // The mail and the file are called so, too.
  const { title } = await contentOf((await send(leaseId, 'notice_confirmation')).id);
  expect(title).toBe('Ende des Mietverhältnisses');
});

describe('in two languages', () => {
  test('every kind says the same in both, and which one binds; tables stand once', {
    timeout: 120_000,
  }, async () => {
    const [one] = await enterLookAlikes(books, today, ['Schmidt']);
    const leaseId = one?.leaseId ?? '';
    for (const kind of writtenKinds) {
      const { id } = await send(leaseId, kind, { besideIn: 'en' });
      const content = await contentOf(id);
      const alone = async (language: Language) => contentOf((await send(leaseId, kind, { language })).id);
      const [own, other] = [await alone('de'), await alone('en')];
      expect(content).toEqual({
        ...own,
        beside: {
          words: {
            language: 'en',
            subject: other.subject,
            greeting: other.greeting,
            blocks: other.blocks,
            closing: other.closing,
          },
          binding: 'Verbindlich ist der Text auf Deutsch.',
        },
      });
      // What is said at one height is the same sentence: our texts have the same paragraphs in each language.
      const pairs = sideBySide(own.blocks, other.blocks);
      expect(pairs.map((pair) => pair.own?.kind)).toEqual(pairs.map((pair) => pair.beside?.kind));
    }
    const text = await printed((await send(leaseId, 'rent_invoice', { besideIn: 'en' })).id);
    expect(text).toMatch(/Kaltmiete Net rent 700,01 €/);
    expect(text.match(/700,01/g)).toHaveLength(1);
  });

  test('own words stand beside own words; a fault or a gap in either is refused', async () => {
    const leaseId = await enterLease(books, today);
    const beside = { language: 'en' as const, subject: 'Heating', body: 'your rent: [[rent]]\n\nmore' };
    const words = { subject: 'Heizung', body: 'Ihre Miete: [[rent]]', besideIn: 'en' as const };
    const content = await contentOf((await send(leaseId, 'free', { ...words, beside })).id);
    expect(content.blocks).toEqual([{ kind: 'text', text: 'Ihre Miete: 700,00\u00a0€' }]);
    expect(content.beside?.words).toMatchObject({
      subject: 'Heating',
      blocks: [
        { kind: 'text', text: 'your rent: €700.00' },
        { kind: 'text', text: 'more' },
      ],
    });
    const refused = (body: string) =>
      refusalOf(send(leaseId, 'free', { ...words, beside: { ...beside, body } }));
    expect(await refused('[[rant]]')).toBe('letter.text_faulty');
    expect(await refused('until [[lease_until]]')).toBe('letter.gaps');
    // What was looked at had one language: the values of the other were never shown.
    expect(await refusalOf(send(leaseId, 'free', { beside }))).toBe('letter.changed_meanwhile');
    expect(await refusalOf(send(leaseId, 'free', { beside: { ...beside, language: 'de' } }))).toBe('invalid');
  });
});

/** Somebody comes into a lease later. */
async function joinLease(leaseId: string, firstName: string, fromOn: string): Promise<string> {
  const id = randomUUID();
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, first_name, last_name, letter_language)
    values (${books.portfolioId}, ${id}, 'person', ${firstName}, 'Neu', 'de')`;
  await books.admin`insert into hausbuch.lease_tenant (portfolio_id, lease_id, tenant_id, from_on)
    values (${books.portfolioId}, ${leaseId}, ${id}, ${fromOn})`;
  return id;
}

describe('moving in', () => {
  test('is confirmed to those who came last, from the day they came, by the owner where one is entered', {
    timeout: 60_000,
  }, async () => {
    const leaseId = await enterLease(books, today);
    await joinLease(leaseId, 'Berta', '2026-03-01');
    const said = await saying(leaseId, 'move_in_confirmation');
    expect(said).toMatch(/Wohnungsgeber und Eigentümer der Wohnung: Petra Vogel/);
    expect(said).toMatch(/Einzug am: 01\.03\.2026 Eingezogen sind: Berta Neu/);
    await books.admin`delete from hausbuch.property_owner where portfolio_id = ${books.portfolioId}`;
    const other = await saying(leaseId, 'move_in_confirmation');
    expect(other).toMatch(/Wohnungsgeber: Petra Vogel, Gartenweg 3/);
    expect(other).not.toContain('und Eigentümer');
  });

  test('is not confirmed before the day', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2026-03-21' });
    expect((await look(leaseId, 'move_in_confirmation')).obstacle).toBe('moved_in');
    expect(await refusalOf(send(leaseId, 'move_in_confirmation'))).toBe('letter.obstacle');
  });
});

test('a receipt names who paid; where nobody is entered, who was on the lease that day', {
  timeout: 60_000,
}, async () => {
  const leaseId = await enterLease(books, today);
  const payerTenantId = await joinLease(leaseId, 'Berta', '2026-03-01');
  await pay(leaseId, 70_000, '2026-02-02');
  expect(await saying(leaseId, 'receipt')).toContain('am 02.02.2026 von Änne Müller 700,00');
  await books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({
        id: randomUUID(),
        leaseId,
        paidOn: today,
        amountCents: 70_000,
        payerTenantId,
      }),
    ),
  );
  expect(await saying(leaseId, 'receipt')).toContain('am 20.03.2026 von Berta Neu 700,00');
});

test('rent is paid up to the first month of which something was waived, and a month without rent says nothing', async () => {
  const leaseId = await enterLease(books, today);
  const rents = await books.on(today, (tx, scope) => listPostedRents(tx, scope, leaseId));
  await books.on(today, (tx, scope) =>
    waiveCharge(
      tx,
      scope,
      waiveChargeInput.parse({
        id: randomUUID(),
        chargeId: rents[1]?.chargeId,
        amountCents: 10_000,
        reason: 'Heizung',
      }),
    ),
  );
  await pay(leaseId, 200_000);
  const through = async () => (await look(leaseId, 'no_arrears')).values.paid_through;
  expect(await through()).toBe('Januar 2026');
  await books.admin`update hausbuch.open_item set total_cents = 0, open_cents = 0 where charge_id = ${rents[0]?.chargeId ?? ''}`;
  expect(await through()).toBe('');
});

describe('a letter is refused, and nothing is written,', () => {
  const nothing = async (leaseId: string) => {
    const { rows } = await books.on(today, (tx, scope) =>
      listLetters(tx, scope, listLettersInput.parse({ leaseId })),
    );
    expect(rows).toEqual([]);
  };

  test('with a field nobody knows, or one of another kind of letter', async () => {
    const leaseId = await enterLease(books, today);
    for (const body of ['[[tenent]]', '[[deposit_table]]', '[[if rent]] x', 'see [[rent_table]]']) {
      expect(await refusalOf(send(leaseId, 'free', { body })), body).toBe('letter.text_faulty');
    }
    expect(await refusalOf(send(leaseId, 'free', { subject: '[[rent_table]]' }))).toBe('letter.text_faulty');
    await nothing(leaseId);
  });

  test('with a gap that stays empty', async () => {
    const leaseId = await enterLease(books, today);
    expect(await refusalOf(send(leaseId, 'free', { body: 'until [[lease_until]]' }))).toBe('letter.gaps');
    await nothing(leaseId);
  });

  test('that makes megabytes of a few words, by filling one gap again and again', async () => {
    const leaseId = await enterLease(books, today);
    const name = 'M'.repeat(200);
    await books.admin`update hausbuch.tenant set last_name = ${name}, first_name = ${name} where id = ${books.tenantId}`;
    const often = (times: number) => '[[tenants]] '.repeat(times).trim();
    expect(await refusalOf(send(leaseId, 'free', { body: often(500) }))).toBe('letter.too_long');
    expect(await refusalOf(send(leaseId, 'free', { subject: often(15) }))).toBe('letter.too_long');
    await send(leaseId, 'free', { subject: often(2), body: often(100) });
  });
  test('where what it says is not so: no payment, no notice, something overdue', async () => {
    const leaseId = await enterLease(books, today);
    for (const kind of [
      'receipt',
      'no_arrears',
      'notice_confirmation',
      'new_advance',
      'deposit_settlement',
    ] as const) {
      expect((await look(leaseId, kind)).obstacle, kind).toBe(kindFacts[kind].asks);
      expect(await refusalOf(send(leaseId, kind)), kind).toBe('letter.obstacle');
    }
    await nothing(leaseId);
  });

  test('by mail, where it needs ink', async () => {
    const leaseId = await enterLease(books, today);
    expect(await refusalOf(send(leaseId, 'move_in_confirmation', { way: 'mail' }))).toBe('letter.needs_ink');
    await nothing(leaseId);
  });

  test('of a payment of another lease', async () => {
    const [one, other] = await enterLookAlikes(books, today, ['Schmidt', 'Schmitt']);
    const theirs = await look(other?.leaseId ?? '', 'receipt');
    expect(await refusalOf(look(one?.leaseId ?? '', 'receipt', { paymentId: theirs.paymentId }))).toBe(
      'not_found',
    );
  });
});

describe('an own text', () => {
  const wanted = { kind: 'free', language: 'de', name: 'Wartung', subject: 'Wartung' } as const;
  const keep = async (body: string, more: Partial<z.input<typeof createTemplateInput>> = {}) => {
    const input = createTemplateInput.parse({ id: randomUUID(), ...wanted, body, ...more });
    return books.on(today, (tx, scope) => createTemplate(tx, scope, input));
  };
  const letters = async (leaseId: string) =>
    (await books.on(today, (tx, scope) => listLetters(tx, scope, listLettersInput.parse({ leaseId })))).rows;

  test('is made, used and changed: the letter that went keeps its words and names its edition', async () => {
    const leaseId = await enterLease(books, today);
    const { id: templateId, version } = await keep('alt: [[rent]]');
    const { id } = await send(leaseId, 'free', { templateId, subject: 'Wartung', body: 'alt: [[rent]]' });
    await books.on(today, (tx, scope) =>
      updateTemplate(
        tx,
        scope,
        updateTemplateInput.parse({
          id: templateId,
          version,
          name: 'Wartung',
          subject: 'Wartung',
          body: 'neu',
        }),
      ),
    );
    expect((await contentOf(id)).blocks).toEqual([{ kind: 'text', text: 'alt: 700,00\u00a0€' }]);
    expect(await letters(leaseId)).toMatchObject([{ templateName: 'Wartung', templateVersion: 1 }]);
    await send(leaseId, 'free', { templateId, body: 'neu' });
    expect(new Set((await letters(leaseId)).map((row) => row.templateVersion))).toEqual(new Set([1, 2]));
    // Deleted, it is still what they were written from.
    await books.on(today, (tx, scope) => deleteTemplate(tx, scope, { id: templateId, version: 2 }));
    expect((await letters(leaseId)).map((row) => row.templateName)).toEqual(['Wartung', 'Wartung']);
  });

  test('with a field its kind does not have is refused, with its line', async () => {
    const faulty = keep('gut\n\n[[Mieta]]');
    await expect(faulty).rejects.toMatchObject({
      code: 'letter.text_faulty',
      field: 'body',
      params: { line: '3', name: 'Mieta' },
    });
    await expect(keep('x', { subject: '[[paid_on]]' })).rejects.toMatchObject({ field: 'subject' });
    expect(await refusalOf(keep('[[if rent]] offen'))).toBe('letter.text_faulty');
  });

  test('made twice by the same request is one', async () => {
    const id = randomUUID();
    expect(await keep('x', { id })).toEqual(await keep('x', { id }));
    expect(await refusalOf(keep('y', { id }))).toBe('already_exists');
  });

  test('is of one kind: a letter of another is not written from it', async () => {
    const leaseId = await enterLease(books, today);
    const { id: templateId } = await keep('x');
    expect(await refusalOf(send(leaseId, 'rent_invoice', { templateId }))).toBe('invalid');
  });
});

describe('a landlord abroad', () => {
  test('has no kinds of German law, and no word of it', async () => {
    await books.admin`update hausbuch.portfolio set jurisdiction = 'US', currency = 'USD' where id = ${books.portfolioId}`;
    const leaseId = await enterLease(books, today, { dueRule: 'day_of_month', dueDay: 1 });
    const { kinds } = await look(leaseId, 'free');
    expect(kinds).not.toContain('move_in_confirmation');
    expect(kinds).not.toContain('new_advance');
    expect(kinds).not.toContain('sepa_mandate');
    for (const kind of kinds) {
      const { ours, form } = await look(leaseId, kind);
      expect(form).toBe('text');
      expect(JSON.stringify(ours)).not.toMatch(/§|BGB/);
    }
    expect(await refusalOf(send(leaseId, 'move_in_confirmation'))).toBe('letter.not_here');
  });
});

describe('logo and signature', () => {
  const landlordOf = async () => {
    const [row] = await books.admin<{ id: string; version: number }[]>`
      select id, version from hausbuch.landlord where portfolio_id = ${books.portfolioId}`;
    if (!row) throw new Error('No landlord.');
    return row;
  };
  const put = async (which: 'logo' | 'signature', picture: string | null) => {
    const input = setPictureInput.parse({ ...(await landlordOf()), which, picture });
    await books.on(today, (tx, scope) => setLandlordPicture(tx, scope, input));
  };

  test('stand on what is sent from then on; what needs ink is signed by hand, and what went stays', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 70_000);
    const plain = await send(leaseId, 'free');
    await put('logo', tinyJpeg);
    await put('signature', tinyJpeg);
    const pictured = await send(leaseId, 'free');
    const receipt = await send(leaseId, 'receipt');
    await put('signature', null);
    const pictures = async ({ id }: { id: string }) => (await contentOf(id)).pictures;
    expect(await pictures(plain)).toEqual({ logo: null, signature: null });
    expect(await pictures(pictured)).toEqual({ logo: tinyJpeg, signature: tinyJpeg });
    expect(await pictures(receipt)).toEqual({ logo: tinyJpeg, signature: null });
    expect(await pictures(await send(leaseId, 'free'))).toEqual({ logo: tinyJpeg, signature: null });
    expect(await printed(pictured.id)).toContain('Petra Vogel');
    // The journal says that, and not the picture.
    const told = await books.admin`select after from hausbuch.audit_event
      where portfolio_id = ${books.portfolioId} and action = 'landlord.set_picture'`;
    expect(told).toHaveLength(3);
    expect(JSON.stringify(told)).not.toContain(tinyJpeg.slice(0, 40));
  });

  test('are refused where they are no small JPEG, at their field', async () => {
    const seen = { id: randomUUID(), version: 1, which: 'logo' };
    const problem = (picture: string) => {
      const [issue] = setPictureInput.safeParse({ ...seen, picture }).error?.issues ?? [];
      return { at: issue?.path.join('.'), why: issue?.message };
    };
    expect(problem('A'.repeat(53_000_000))).toEqual({ at: 'picture', why: 'too_long' });
    expect(problem(Buffer.from('<svg/>').toString('base64'))).toEqual({ at: 'picture', why: 'invalid' });
    expect(problem('not base64!')).toEqual({ at: 'picture', why: 'invalid' });
  });
});

describe('a shop', () => {
  test('has no letter and no paragraph that is for dwellings', async () => {
    const [one] = await enterLookAlikes(books, today, ['Schmidt']);
    const leaseId = one?.leaseId ?? '';
    expect((await look(leaseId, 'free')).kinds).toContain('move_in_confirmation');
    await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
    const { kinds } = await look(leaseId, 'free');
    expect(kinds).not.toContain('move_in_confirmation');
    expect(await refusalOf(send(leaseId, 'move_in_confirmation'))).toBe('letter.not_here');
    // § 545 BGB is of every tenancy (§§ 535 to 548), the others of dwellings.
    for (const kind of kinds) {
      for (const language of languages) {
        const { ours } = await look(leaseId, kind, { language });
        expect(JSON.stringify(ours), kind).not.toMatch(/§\s?(19|5[5-7]\d)|Wohnung|\b(flat|dwelling)\b/);
      }
    }
    expect((await look(leaseId, 'notice_confirmation')).ours.body).toMatch(/§\s545 BGB/);
    expect((await look(leaseId, 'new_advance')).ours.body).toContain('nach dem Mietvertrag');
  });
});

describe('our texts', () => {
  test.each(languages)('in %s have no field that is not there', async (language) => {
    for (const kind of writtenKinds) {
      for (const [isGerman, isDwelling] of [
        [true, true],
        [true, false],
        [false, true],
      ] as const) {
        const { subject, body } = await oursOf(kind, language, { isGerman, isDwelling });
        const marks = storedMarks(kind);
        expect(parseTemplate(subject, marks, { isLine: true }).issues, kind).toEqual([]);
        expect(parseTemplate(body, marks).issues, kind).toEqual([]);
        expect(compose(marks, { subject, body }, {}).blocks.length, kind).toBeGreaterThan(0);
      }
    }
  });
});
