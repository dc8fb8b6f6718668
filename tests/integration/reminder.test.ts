import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { reminderSteps } from '@/domain/vocabulary';
import { pauseDunning } from '@/features/arrears/commands';
import { reminderLetter } from '@/features/arrears/reminder-letter';
import { getReminder } from '@/features/arrears/reminder-queries';
import { reminderInput } from '@/features/arrears/schema';
import { defaultFormats } from '@/i18n/formats';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { renderLetter } from '@/print/letter-pdf';
import { readPaperCodes } from '../factories/paper-code.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

// The rents of January and February, due on 6 January and 4 February.
const today = '2026-02-20';
const remind = (leaseId: string, more: Partial<z.input<typeof reminderInput>> = {}) =>
  books.on(today, (tx, scope) => getReminder(tx, scope, reminderInput.parse({ leaseId, ...more })));
const pay = (leaseId: string, amountCents: number) =>
  books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents }),
    ),
  );
const euro = (language: 'de' | 'en') => ({ ...defaultFormats(language), currency: 'EUR' });
async function textOf(letter: Parameters<typeof renderLetter>[0]) {
  const pdf = await getDocumentProxy(new Uint8Array(await renderLetter(letter)));
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
}
const namedAccount = (iban: string) => books.admin`
  insert into hausbuch.bank_account (portfolio_id, id, iban, holder, purpose)
  values (${books.portfolioId}, ${randomUUID()}, ${iban}, 'Anna Berger', 'rent')`;

test('the last one to a shop names no paragraph of dwellings', async () => {
  const leaseId = await enterLease(books, today);
  const last = async () =>
    textOf(await reminderLetter(await remind(leaseId, { step: 'last' }), euro('de'), 'Test', null));
  expect(await last()).toContain('§§ 569, 573 BGB');
  await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
  const shop = await last();
  expect(shop).toContain('(§ 543 BGB)');
  expect(shop).not.toMatch(/569|573|Wohnraum/);
});

describe('what is asked for', () => {
  test('two rents of 700 € are 1,400 €; interest comes with the first reminder, not with a friendly one', async () => {
    const leaseId = await enterLease(books, today);
    const friendly = await remind(leaseId, { step: 'friendly' });
    expect(friendly).toMatchObject({
      openCents: 140_000,
      interestCents: 0,
      totalCents: 140_000,
      payBy: '2026-03-02',
      language: 'de',
      tenants: ['Änne Müller'],
    });
    expect(friendly.items.map((item) => item.owedSince)).toEqual(['2026-01-06', '2026-02-04']);
    const first = await remind(leaseId, { step: 'first' });
    expect(first.interestCents).toBeGreaterThan(0);
    expect(first.totalCents).toBe(140_000 + first.interestCents);
  });

  test('what is paid meanwhile is asked for no more, and with the last of it there is nothing to ask', async () => {
    const leaseId = await enterLease(books, today);
    await pay(leaseId, 70_000);
    expect((await remind(leaseId)).items.map((item) => item.owedSince)).toEqual(['2026-02-04']);
    await pay(leaseId, 70_000);
    const nothing = await remind(leaseId);
    expect(nothing).toMatchObject({ items: [], totalCents: 0 });
    expect(nothing.proposal.result).toMatchObject({ step: null, reason: 'nothing_overdue' });
  });

  test('the usual rule waits until money was entered, and while reminders are paused', async () => {
    const leaseId = await enterLease(books, today);
    expect((await remind(leaseId)).proposal.result.reason).toBe('not_entered');
    await pay(leaseId, 100);
    expect((await remind(leaseId)).proposal.result).toMatchObject({ step: 'friendly', reason: 'due' });
    await books.on(today, (tx, scope) =>
      pauseDunning(tx, scope, { leaseId, version: 1, until: '2026-03-31' }),
    );
    expect((await remind(leaseId)).proposal.result).toMatchObject({ step: null, reason: 'paused' });
  });

  test('no account is named where two take the rent', async () => {
    const leaseId = await enterLease(books, today);
    await namedAccount('DE02120300000000202051');
    expect((await remind(leaseId)).payment).toMatchObject({ holder: 'Anna Berger' });
    await namedAccount('DE02500105170137075030');
    expect((await remind(leaseId)).payment).toBeNull();
  });
});

test.each([
  ['CHF', 'iban', 'CH9300762011623852957', null, null, 'CH93 0076 2011 6238 5295 7'],
  ['USD', 'us', null, '021000021', '1234567', '021000021'],
  ['GBP', 'gb', null, '200000', '55779911', '20-00-00'],
] as const)(
  'in %s the account is named, too, with %s',
  async (currency, scheme, iban, code, number, said) => {
    await books.admin`update hausbuch.portfolio set currency = ${currency} where id = ${books.portfolioId}`;
    await books.admin`insert into hausbuch.bank_account
    (portfolio_id, id, scheme, iban, bank_code, account_number, holder, purpose)
    values (${books.portfolioId}, ${randomUUID()}, ${scheme}, ${iban}, ${code}, ${number}, 'Anna Berger', 'rent')`;
    const leaseId = await enterLease(books, today);
    const formats = { ...defaultFormats('en'), currency };
    const letter = await reminderLetter(await remind(leaseId, { step: 'friendly' }), formats, 'Test', null);
    expect(await textOf(letter)).toContain(said);
  },
);

describe('whose account and which address stand on it', () => {
  const enterLandlord = async (name: string) => {
    const id = randomUUID();
    await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name)
      values (${books.portfolioId}, ${id}, 'person', ${name})`;
    return id;
  };
  const giveAccount = (landlordId: string) => books.admin`
    insert into hausbuch.bank_account (portfolio_id, id, landlord_id, iban, holder, purpose)
    values (${books.portfolioId}, ${randomUUID()}, ${landlordId}, 'DE02120300000000202051', 'Petra Vogel', 'rent')`;

  test('the account of another owner is never named, though it is the only one', async () => {
    const leaseId = await enterLease(books, today);
    const [own, other] = [await enterLandlord('Anna Berger'), await enterLandlord('Petra Vogel')];
    await giveAccount(other);
    // Of two landlords nobody knows whose the house is.
    expect((await remind(leaseId)).payment).toBeNull();
    await books.admin`insert into hausbuch.property_owner
      (portfolio_id, property_id, landlord_id, share_numerator, share_denominator)
      values (${books.portfolioId}, ${books.propertyId}, ${own}, 1, 1)`;
    expect((await remind(leaseId)).payment).toBeNull();
    await books.admin`update hausbuch.property_owner set landlord_id = ${other}`;
    expect((await remind(leaseId)).payment).toMatchObject({ holder: 'Petra Vogel' });
  });

  test('of a house of heirs it is their own account, not that of one of them who has another house alone', async () => {
    const leaseId = await enterLease(books, today);
    const [karl, zora] = [await enterLandlord('Karl Erb'), await enterLandlord('Zora Erb')];
    const alone = randomUUID();
    await books.admin`insert into hausbuch.property (portfolio_id, id, name, kind, country)
      values (${books.portfolioId}, ${alone}, 'Haus von Karl', 'house', 'DE')`;
    const own = (propertyId: string, landlordId: string, of: number) => books.admin`
      insert into hausbuch.property_owner (portfolio_id, property_id, landlord_id, share_numerator, share_denominator)
      values (${books.portfolioId}, ${propertyId}, ${landlordId}, 1, ${of})`;
    await own(books.propertyId, karl, 2);
    await own(books.propertyId, zora, 2);
    await giveAccount(karl);
    expect((await remind(leaseId)).payment).toMatchObject({ holder: 'Petra Vogel' });
    await own(alone, karl, 1);
    // The one of the heirs belongs to nobody in particular.
    await namedAccount('DE02500105170137075030');
    expect((await remind(leaseId)).payment).toMatchObject({ holder: 'Anna Berger' });
    await books.admin`update hausbuch.bank_account set landlord_id = ${zora}
      where portfolio_id = ${books.portfolioId} and holder = 'Anna Berger'`;
    // Each of them has one: nothing says on which the rents of this house come.
    expect((await remind(leaseId)).payment).toBeNull();
  });

  test('of a house nobody is entered for, it is the portfolio’s only landlord’s', async () => {
    const leaseId = await enterLease(books, today);
    await giveAccount(await enterLandlord('Petra Vogel'));
    expect((await remind(leaseId)).payment).toMatchObject({ holder: 'Petra Vogel' });
  });

  test('an American address has its state', async () => {
    const leaseId = await enterLease(books, today);
    await books.admin`update hausbuch.property set street = 'Main Street', house_number = '12',
      postal_code = '62701', city = 'Springfield', state = 'US-IL', country = 'US'`;
    const letter = await reminderLetter(await remind(leaseId), euro('en'), 'Test', null);
    expect(letter.address).toEqual(['12 Main Street', 'Springfield, IL 62701']);
  });

  test('of heirs the letter comes from the one at home with the largest share, and names them all', async () => {
    const leaseId = await enterLease(books, today);
    const enterHeir = async (name: string, of: number, address: (string | null)[]) => {
      const id = await enterLandlord(name);
      const [street = null, postalCode = null, city = null, country = null] = address;
      await books.admin`update hausbuch.landlord set street = ${street}, house_number = '1',
        postal_code = ${postalCode}, city = ${city}, country = ${country} where id = ${id}`;
      await books.admin`insert into hausbuch.property_owner
        (portfolio_id, property_id, landlord_id, share_numerator, share_denominator)
        values (${books.portfolioId}, ${books.propertyId}, ${id}, 1, ${of})`;
    };
    await enterHeir('Anton Erb', 4, ['Main Street', '10001', 'New York', 'US']);
    await enterHeir('Bruno Erb', 4, []);
    await enterHeir('Karl Erb', 8, ['Eichweg', '10119', 'Berlin', 'DE']);
    await enterHeir('Zora Erb', 4, ['Ahornweg', '10115', 'Berlin']);
    const letter = await reminderLetter(await remind(leaseId), euro('de'), 'Test', null);
    expect(letter.sender).toMatchObject({
      name: 'Zora Erb, Karl Erb, Anton Erb, Bruno Erb',
      address: ['Ahornweg 1', '10115 Berlin'],
    });
    expect(letter.sheet).not.toBe('LETTER');
  });

  test('so have the tenant’s own and who lets; without a country of its own it is as the home’s', async () => {
    const leaseId = await enterLease(books, today);
    await books.admin`update hausbuch.property set state = 'US-IL', country = 'US'`;
    await books.admin`update hausbuch.tenant set street = 'Elm Street', house_number = '7', postal_code = '78701',
      city = 'Austin', state = 'US-TX', country = null`;
    const ownerId = randomUUID();
    await books.admin`insert into hausbuch.landlord
      (portfolio_id, id, kind, name, street, house_number, postal_code, city, state, country) values
      (${books.portfolioId}, ${ownerId}, 'company', 'Elm LLC', 'Main Street', '5', '73301', 'Austin', 'US-TX', 'US')`;
    await books.admin`update hausbuch.landlord set archived_at = now() where id <> ${ownerId}`;
    await books.admin`delete from hausbuch.property_owner`;
    const letter = await reminderLetter(await remind(leaseId), euro('en'), 'Test', null);
    expect(letter.address).toEqual(['7 Elm Street', 'Austin, TX 78701']);
    expect(letter.sender.address).toEqual(['5 Main Street', 'Austin, TX 73301']);
    expect(letter.sheet).toBe('LETTER');
    await books.admin`update hausbuch.tenant set state = null`;
    const without = await reminderLetter(await remind(leaseId), euro('en'), 'Test', null);
    expect(without.address).toEqual(['7 Elm Street', 'Austin 78701']);
  });
});

describe('the letter', () => {
  test('says in both languages what is open, by when and into which account, in each tone', async () => {
    const leaseId = await enterLease(books, today);
    await namedAccount('DE02120300000000202051');
    for (const [language, said] of [
      ['de', ['Änne Müller', 'Miete Januar 2026', '06.01.2026', '700,00', '02.03.2026', 'DE02 1203']],
      ['en', ['Änne Müller', 'January 2026', '700.00', 'DE02 1203']],
    ] as const) {
      const titles = new Set<string>();
      for (const step of reminderSteps) {
        const letter = await reminderLetter(await remind(leaseId, { step }), euro(language), 'Test', null);
        const text = await textOf(letter);
        for (const part of said) expect(text, `${language} ${step}`).toContain(part);
        expect(text).not.toMatch(/[{}]|undefined|NaN/);
        titles.add(letter.title);
      }
      expect(titles.size).toBe(4);
    }
  });

  test('has a code on paper that another reader reads: account, amount and reference', async () => {
    const leaseId = await enterLease(books, today);
    const asked = await remind(leaseId);
    const unnamed = await renderLetter(await reminderLetter(asked, euro('de'), 'Test', null));
    expect(await readPaperCodes(unnamed)).toEqual([]);
    await namedAccount('DE02120300000000202051');
    const named = await remind(leaseId);
    const [code, ...others] = await readPaperCodes(
      await renderLetter(await reminderLetter(named, euro('de'), 'Test', null)),
    );
    expect(others).toEqual([]);
    const [{ payment_reference: reference } = { payment_reference: '' }] = await books.admin<
      { payment_reference: string }[]
    >`select payment_reference from hausbuch.lease where id = ${leaseId}`;
    const amount = `EUR${(named.totalCents / 100).toFixed(2)}`;
    expect(named.totalCents).toBeGreaterThan(0);
    expect(code?.split('\n')).toEqual([
      ...['BCD', '002', '1', 'SCT', '', 'Anna Berger', 'DE02120300000000202051', amount, '', reference],
    ]);
  });

  test('stands in two languages where that is asked for, and says which binds', async () => {
    const leaseId = await enterLease(books, today);
    const letter = await reminderLetter(await remind(leaseId), euro('de'), 'Test', euro('en'));
    const text = await textOf(letter);
    for (const part of ['Guten Tag', 'Dear', 'Verbindlich ist der Text auf Deutsch.']) {
      expect(text).toContain(part);
    }
  });

  test('of look-alikes shows nothing of another tenant', async () => {
    const leases = new Map<string, { own: string[] }>();
    for (let index = 1; index <= 6; index += 1) {
      const [unitId, tenantId] = [randomUUID(), randomUUID()];
      await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
        values (${books.portfolioId}, ${unitId}, ${books.propertyId}, ${`WE-${index}x`}, 'apartment')`;
      await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language)
        values (${books.portfolioId}, ${tenantId}, 'person', ${`Müller-${index}x`}, 'Anna', 'de')`;
      const leaseId = await enterLease(books, today, {
        unitIds: [unitId],
        tenantIds: [tenantId],
        rentLines: [{ component: 'net', amountCents: 70_000 + index, settlement: 'none' }],
      });
      leases.set(leaseId, { own: [`Müller-${index}x`, `WE-${index}x`, `700,0${index}`] });
    }
    for (const [leaseId, { own }] of leases) {
      const text = await textOf(await reminderLetter(await remind(leaseId), euro('de'), 'Test', null));
      for (const part of own) expect(text).toContain(part);
      for (const [otherId, other] of leases) {
        if (otherId === leaseId) continue;
        for (const part of other.own) expect(text).not.toContain(part);
      }
    }
  });
});
