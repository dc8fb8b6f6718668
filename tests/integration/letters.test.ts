import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { languages, type WrittenKind, writtenKinds } from '@/domain/vocabulary';
import { kindFacts } from '@/features/letter/kind-facts';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { findPosted } from '@/features/statement/letter-queries';
import { addDays } from '@/lib/calendar';
import { refusalOf } from '../factories/failure.ts';
import {
  books,
  contentOf,
  look,
  openLetterDesk,
  pay,
  printed,
  send,
  today,
} from '../factories/letter-desk.ts';
import { enterLookAlikes } from '../factories/look-alikes.ts';
import { enterLease } from '../factories/tenancy.ts';

openLetterDesk();

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

  test('goes to what is let where somebody is there to open it: not to a garage, nor to a garden', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2026-01-01' });
    const isSentTo = async (unitKind: string, propertyKind: string) => {
      await books.admin`update hausbuch.unit set kind = ${unitKind} where id = ${books.unitId}`;
      await books.admin`update hausbuch.property set kind = ${propertyKind} where id = ${books.propertyId}`;
      return (await look(leaseId, 'free')).hasAddress;
    };
    expect(await isSentTo('apartment', 'apartment')).toBe(true);
    expect(await isSentTo('room', 'apartment')).toBe(true);
    expect(await isSentTo('commercial', 'commercial')).toBe(true);
    expect(await isSentTo('parking', 'parking')).toBe(false);
    expect(await isSentTo('storage', 'multi_family')).toBe(false);
    expect(await isSentTo('other', 'land')).toBe(false);
    await books.admin`update hausbuch.tenant set street = 'Am Wall', postal_code = '28195', city = 'Bremen'
      where id = ${books.tenantId}`;
    expect(await isSentTo('parking', 'parking')).toBe(true);
  });

  test('of a garage goes to the flat that its tenant rents besides, not to one they have left', async () => {
    const garageId = randomUUID();
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${garageId}, ${books.propertyId}, 'Garage 3', 'parking')`;
    const leaseId = await enterLease(books, today, { startsOn: '2026-01-01', unitIds: [garageId] });
    const sentTo = async () =>
      (await books.on(today, (tx, scope) => findPosted(tx, scope, leaseId))).sentTo?.street ?? null;
    expect(await sentTo()).toBe(null);
    const flat = await enterLease(books, today, { startsOn: '2026-01-01' });
    expect(await sentTo()).toBe('Lindenstraße');
    const ends = (on: string | null) =>
      books.admin`update hausbuch.lease set ends_on = ${on} where id = ${flat}`;
    await ends('2026-03-19');
    expect(await sentTo()).toBe(null);
    await ends(null);
    await books.admin`update hausbuch.lease_tenant set to_on = '2026-02-28' where lease_id = ${flat}`;
    expect(await sentTo()).toBe(null);
    await books.admin`update hausbuch.lease_tenant set to_on = null where lease_id = ${flat}`;
    // The garage is given up, the flat is not.
    await books.admin`update hausbuch.lease set ends_on = '2026-02-28' where id = ${leaseId}`;
    expect(await sentTo()).toBe('Lindenstraße');
    await books.admin`update hausbuch.lease set voided_at = now() where id = ${flat}`;
    expect(await sentTo()).toBe(null);
  });

  test('goes to the store of a company, and to a house on land', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2026-01-01' });
    const isSentTo = async (unitKind: string, propertyKind: string) => {
      await books.admin`update hausbuch.unit set kind = ${unitKind} where id = ${books.unitId}`;
      await books.admin`update hausbuch.property set kind = ${propertyKind} where id = ${books.propertyId}`;
      return (await look(leaseId, 'free')).hasAddress;
    };
    expect(await isSentTo('house', 'land')).toBe(true);
    expect(await isSentTo('parking', 'land')).toBe(false);
    await books.admin`update hausbuch.tenant set kind = 'company', company_name = 'Alt GmbH', first_name = null
      where id = ${books.tenantId}`;
    expect(await isSentTo('storage', 'commercial')).toBe(true);
    expect(await isSentTo('parking', 'parking')).toBe(false);
    expect(await isSentTo('storage', 'land')).toBe(false);
  });

  test('of a cellar goes to the shop that a company rents besides, where it has a letter box', async () => {
    await books.admin`update hausbuch.unit set kind = 'storage' where id = ${books.unitId}`;
    await books.admin`update hausbuch.tenant set kind = 'company', company_name = 'Alt GmbH', first_name = null
      where id = ${books.tenantId}`;
    const leaseId = await enterLease(books, today, { startsOn: '2026-01-01' });
    const sentTo = async () =>
      (await books.on(today, (tx, scope) => findPosted(tx, scope, leaseId))).sentTo?.street ?? null;
    expect(await sentTo()).toBe('Lindenstraße');
    const [house, shop] = [randomUUID(), randomUUID()];
    await books.admin`insert into hausbuch.property (portfolio_id, id, name, kind, street, house_number, postal_code, city, country)
      values (${books.portfolioId}, ${house}, 'Markt', 'commercial', 'Marktstraße', '2', '10969', 'Berlin', 'DE')`;
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${shop}, ${house}, 'Laden', 'commercial')`;
    await enterLease(books, today, { startsOn: '2026-02-01', unitIds: [shop] });
    expect(await sentTo()).toBe('Marktstraße');
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
