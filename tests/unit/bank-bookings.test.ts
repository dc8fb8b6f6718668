import { describe, expect, test } from 'vitest';
import type { BankRule, MatchBook, MatchBooking, MatchLine } from '@/bank/matching/book';
import { Matcher, matchLines } from '@/bank/matching/matcher';

const account = 'DE89370400440532013000';
const insurance = { direction: 'expense', categoryId: 'insurance', propertyId: 'house' } as const;
const booking = (id: string, on: string, more: Partial<MatchBooking> = {}): MatchBooking => ({
  id,
  on,
  amountCents: -12_345,
  names: ['Nordschutz', 'Gebäudeversicherung'],
  dueOn: null,
  ...insurance,
  ...more,
});
const known: BankRule = {
  id: 'learned',
  account,
  name: null,
  text: null,
  target: { kind: 'category', ...insurance },
};
const line = (more: Partial<MatchLine> = {}): MatchLine => ({
  bookedOn: '2026-05-04',
  amountCents: -12_345,
  currency: 'EUR',
  name: 'NORDSCHUTZ VERSICHERUNG AG',
  onBehalfOf: null,
  account,
  text: 'Beitrag',
  references: { endToEnd: null, mandate: null, creditorId: null, structured: null, bank: null, batch: null },
  kind: 'direct_debit',
  returned: null,
  batchCount: null,
  ...more,
});
const book = (more: Partial<MatchBook>): MatchBook => ({
  currency: 'EUR',
  leases: [],
  items: [],
  payments: [],
  rules: [],
  bookings: [],
  suppliers: [],
  feeCategoryId: null,
  ownAccounts: [],
  orders: [],
  ...more,
});
const match = (of: MatchLine, more: Partial<MatchBook>) => new Matcher(book(more)).match(of);

describe('what stands in the books', () => {
  test('is certain where the account is known for just that and nothing else fits', () => {
    const bookings = [booking('may', '2026-05-02')];
    expect(match(line(), { bookings, rules: [known] })).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'booked', bookingId: 'may', amountCents: -12_345 }],
    });
  });

  test.each([
    ['by name alone', { bookings: [booking('may', '2026-05-02')] }],
    [
      'with another of the amount near',
      { bookings: [booking('may', '2026-05-02'), booking('june', '2026-05-20')], rules: [known] },
    ],
    [
      'for another property',
      { bookings: [booking('may', '2026-05-02', { propertyId: 'other' })], rules: [known] },
    ],
    [
      'where the bank hides the account',
      { bookings: [booking('may', '2026-05-02')], rules: [{ ...known, account: null, name: line().name }] },
    ],
  ])('is likely %s', (_, more) => {
    const isHidden = 'rules' in more && more.rules.some((rule) => rule.account === null);
    expect(match(line(isHidden ? { account: null } : {}), more)).toMatchObject({
      grade: 'likely',
      parts: [{ bookingId: 'may' }],
    });
  });

  test('is a guess by the amount alone, and none far from its day or a cent off', () => {
    const nameless = line({ name: 'Unbekannt', account: null });
    expect(match(nameless, { bookings: [booking('may', '2026-05-02')] })).toMatchObject({
      grade: 'open',
      parts: [{ bookingId: 'may' }],
    });
    for (const other of [
      booking('early', '2026-04-20'),
      booking('late', '2026-06-20'),
      booking('cent', '2026-05-04', { amountCents: -12_346 }),
      booking('in', '2026-05-04', { amountCents: 12_345 }),
      booking('due', '2026-05-20', { dueOn: '2026-05-20' }),
    ]) {
      expect([other.id, match(nameless, { bookings: [other] }).parts]).toEqual([other.id, []]);
    }
  });

  test('proves one line, not two', () => {
    const found = matchLines(
      [line(), line()],
      book({ bookings: [booking('may', '2026-05-02')], rules: [known] }),
    );
    expect(found.map(({ parts }) => parts[0]?.kind)).toEqual(['booked', 'category']);
  });
});

test('a supplier of its name is likely; money that comes back may be a refund, which is a guess', () => {
  const suppliers = [{ name: 'Nordschutz', ...insurance }];
  expect(match(line(), { suppliers })).toMatchObject({
    grade: 'likely',
    parts: [{ kind: 'category', categoryId: 'insurance', propertyId: 'house' }],
  });
  const refund = { kind: 'category', categoryId: 'insurance', propertyId: 'house', amountCents: 12_345 };
  for (const books of [{ suppliers }, { rules: [known] }]) {
    expect(match(line({ amountCents: 12_345 }), books)).toMatchObject({ grade: 'open', parts: [refund] });
  }
});

test('income of the amount by somebody else does not hide that a supplier known by account may have paid back', () => {
  const laundry = booking('laundry', '2026-05-03', {
    ...{ amountCents: 12_345, direction: 'income', categoryId: 'laundry', names: ['Waschküche'] },
  });
  const found = match(line({ amountCents: 12_345 }), { bookings: [laundry], rules: [known] });
  expect(found).toMatchObject({ grade: 'open', parts: [{ kind: 'category', categoryId: 'insurance' }] });
});

test('money of a name that both a supplier and two tenants bear is proposed as rent', () => {
  const of = (id: string, firstName: string) => ({
    ...{ id, references: [], places: [], rentCents: 70_000 },
    people: [{ firstName, lastName: 'Meier', companyName: null }],
  });
  const books = {
    leases: [of('anna', 'Anna'), of('bernd', 'Bernd')],
    items: [],
    suppliers: [{ name: 'Meier', ...insurance }],
  };
  const paid = line({ amountCents: 70_000, name: 'Meier', account: null, text: '', kind: 'transfer' });
  expect(match(paid, books).parts[0]?.kind).toBe('rent');
});

test('rent that is known by its reference stays rent, whatever is booked of the amount', () => {
  const rent = {
    leases: [{ id: 'a', references: ['RF18539007547034'], people: [], places: [], rentCents: 12_345 }],
    bookings: [booking('in', '2026-05-04', { amountCents: 12_345, direction: 'income' })],
  };
  const paid = line({ amountCents: 12_345, text: 'RF18539007547034' });
  expect(match(paid, rent)).toMatchObject({ grade: 'certain', parts: [{ kind: 'rent', leaseId: 'a' }] });
});

test('what the bank takes is a charge only where the bank calls it so', () => {
  const fee = line({ kind: 'fee', name: null, account: null });
  expect(match(fee, { feeCategoryId: 'fees' })).toMatchObject({
    grade: 'likely',
    parts: [{ kind: 'category', categoryId: 'fees', propertyId: null }],
  });
  expect(match(fee, {}).parts).toEqual([]);
  expect(match(line(), { feeCategoryId: 'fees' }).parts).toEqual([]);
});
