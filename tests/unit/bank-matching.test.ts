import { describe, expect, test } from 'vitest';
import type {
  BankRule,
  Match,
  MatchBook,
  MatchItem,
  MatchLease,
  MatchLine,
  MatchPayment,
} from '@/bank/matching/book';
import { Matcher, matchLines } from '@/bank/matching/matcher';
import { makeRfReference } from '@/lib/iban';

const account = 'DE89370400440532013000';
const stranger = 'DE02500105170137075030';

const lease = (
  id: string,
  firstName: string,
  lastName: string,
  rentCents: number,
  more: Partial<MatchLease> = {},
): MatchLease => ({
  id,
  references: [makeRfReference(`HB${id.toUpperCase()}`)],
  people: [{ firstName, lastName, companyName: null }],
  places: [],
  rentCents,
  ...more,
});
const item = (
  leaseId: string,
  openCents: number,
  month = '2026-05',
  more: Partial<MatchItem> = {},
): MatchItem => ({
  id: `${leaseId} ${month} ${more.kind ?? ''}`,
  leaseId,
  kind: 'rent',
  dueOn: `${month}-05`,
  openCents,
  month,
  ...more,
});
const payment = (
  id: string,
  leaseId: string,
  paidOn: string,
  amountCents: number,
  more: Partial<MatchPayment> = {},
): MatchPayment => ({
  id,
  leaseId,
  paidOn,
  amountCents,
  awaitsLine: false,
  isReversed: false,
  endToEnd: null,
  account: null,
  month: null,
  ...more,
});
const payer = (leaseIds: string[], more: Partial<BankRule> = {}): BankRule => ({
  id: `payer of ${leaseIds.join()}`,
  account,
  name: null,
  text: null,
  target: { kind: 'leases', leaseIds },
  ...more,
});
const line = (amountCents: number, more: Partial<MatchLine> = {}): MatchLine => ({
  bookedOn: '2026-05-04',
  amountCents,
  currency: 'EUR',
  name: null,
  onBehalfOf: null,
  account: null,
  text: '',
  references: { endToEnd: null, mandate: null, creditorId: null, structured: null, bank: null, batch: null },
  kind: 'transfer',
  returned: null,
  batchCount: null,
  ...more,
});

const leases = [
  lease('a', 'Anna', 'Müller', 85_000),
  lease('b', 'Bernd', 'Schäfer', 70_000),
  lease('c', 'Carla', 'Öztürk-Lang', 60_000),
  lease('firm', '', '', 120_000, {
    people: [{ firstName: null, lastName: null, companyName: 'Nordlicht Software UG (haftungsbeschränkt)' }],
  }),
];
const book = (more: Partial<MatchBook> = {}): MatchBook => ({
  currency: 'EUR',
  leases,
  items: [item('a', 85_000), item('b', 70_000), item('c', 60_000), item('firm', 120_000)],
  payments: [],
  rules: [],
  bookings: [],
  suppliers: [],
  feeCategoryId: null,
  ownAccounts: [],
  orders: [],
  ...more,
});
const match = (of: MatchLine, more: Partial<MatchBook> = {}) => new Matcher(book(more)).match(of);
const leasesOf = (found: Match) => found.parts.map((part) => ('leaseId' in part ? part.leaseId : part.kind));
const codes = (found: Match) => found.reasons.map(({ code }) => code);
const referenceOf = (id: string) => leases.find((one) => one.id === id)?.references[0] ?? '';

describe('certain', () => {
  test('a reference and the amount, whoever pays and however it is cut into groups', () => {
    const grouped = referenceOf('a')
      .replace(/(.{4})/g, '$1 ')
      .toLowerCase();
    const found = match(line(85_000, { account: stranger, name: 'Oma', text: `Miete ${grouped} danke` }));
    expect(found).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'rent', leaseId: 'a', amountCents: 85_000, itemIds: ['a 2026-05 '] }],
    });
    expect(codes(found)).toEqual(['reference', 'amount_item']);
  });

  test('a known payer and the amount', () => {
    expect(match(line(85_000, { account }), { rules: [payer(['a'])] })).toMatchObject({ grade: 'certain' });
  });

  test('the sum of what is open, and the rent of a month that is not posted yet', () => {
    const two = [item('a', 85_000, '2026-04'), item('a', 85_000, '2026-05')];
    expect(match(line(170_000, { account }), { rules: [payer(['a'])], items: two })).toMatchObject({
      grade: 'certain',
    });
    expect(codes(match(line(85_000, { account }), { rules: [payer(['a'])], items: [] }))).toEqual([
      'known_payer',
      'amount_rent',
    ]);
  });

  test('a stated month goes before the oldest', () => {
    const two = [item('a', 85_000, '2026-04'), item('a', 85_000, '2026-05')];
    for (const text of ['Miete Mai 2026', 'Miete 05/26', 'rent may', '2026-05', 'Miete 05.2026']) {
      const found = match(line(85_000, { account, text }), { rules: [payer(['a'])], items: two });
      expect([text, found.grade, found.parts]).toMatchObject([
        text,
        'certain',
        [{ itemIds: ['a 2026-05 '] }],
      ]);
    }
  });

  test('several leases of one payer, together or one of them by its place', () => {
    const rules = [payer(['a', 'b'])];
    const both = match(line(155_000, { account }), { rules });
    expect([both.grade, leasesOf(both)]).toEqual(['certain', ['a', 'b']]);
    const alike = [
      lease('a', 'Anna', 'Müller', 85_000, { places: ['WE 3'] }),
      lease('b', 'Anna', 'Müller', 85_000, { places: ['WE 33'] }),
    ];
    const items = [item('a', 85_000), item('b', 85_000)];
    const one = match(line(85_000, { account, text: 'Miete WE 33' }), { rules, leases: alike, items });
    expect([one.grade, leasesOf(one)]).toEqual(['certain', ['b']]);
    expect(match(line(85_000, { account, text: 'Miete' }), { rules, leases: alike, items }).grade).toBe(
      'likely',
    );
  });

  test('one line of a job centre for those whom it names', () => {
    const found = match(line(130_000, { account, text: 'KdU 05/26 Schaefer und Oeztuerk-Lang' }), {
      rules: [payer(['a', 'b', 'c'])],
    });
    expect([found.grade, leasesOf(found)]).toEqual(['certain', ['b', 'c']]);
  });

  test('a transfer to another account of one’s own', () => {
    const found = match(line(-50_000, { account }), {
      ownAccounts: [{ id: 'savings', iban: account }],
      rules: [payer(['a'])],
    });
    expect(found).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'own_transfer', accountId: 'savings', amountCents: -50_000 }],
    });
  });

  test('a payment that was typed in before gets its evidence and nothing is paid twice', () => {
    const payments = [payment('typed', 'a', '2026-05-02', 85_000, { awaitsLine: true })];
    const paid = { rules: [payer(['a'])], payments, items: [] };
    expect(match(line(85_000, { account }), paid)).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'evidence', leaseId: 'a', paymentId: 'typed', amountCents: 85_000 }],
    });
    const twice = matchLines([line(85_000, { account }), line(85_000, { account })], book(paid));
    expect(twice.map(({ parts }) => parts[0]?.kind)).toEqual(['evidence', 'rent']);
  });

  test('a sender who is left out for good', () => {
    const rules = [payer([], { target: { kind: 'left_out' } })];
    expect(match(line(-999, { account, name: 'Supermarkt' }), { rules })).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'left_out' }],
    });
  });
});

describe('never certain', () => {
  test.each([
    ['Anna Müller'],
    ['MUELLER, ANNA'],
    ['Muller Anna'],
    ['Frau Dr. Anna Müller'],
    ['A. Müller'],
    ['Anna Mülller'],
    ['M?ller Anna'],
    ['Anna und Peter Müller'],
  ])('a name alone: %s', (name) => {
    const found = match(line(85_000, { name, account: stranger }));
    expect([found.grade, leasesOf(found)]).toEqual(['likely', ['a']]);
  });

  test.each([
    ['Ayşe', 'Yılmaz', 'Ayse Yilmaz'],
    ['Ayşe', 'Yılmaz', 'YILMAZ, AYSE'],
    ['Paweł', 'Wróbel-Głowacki', 'Pawel Wrobel-Glowacki'],
    ['Søren', 'Kjær', 'Soren Kjaer'],
    ['Friedrich', 'von der Heide', 'Friedrich v.d. Heide'],
    ['Friedrich', 'von der Heide', 'HEIDE, FRIEDRICH'],
    ['Thi', 'Le', 'Thi Le'],
  ])('a name as banks write it: %s %s as %s', (firstName, lastName, name) => {
    const one = lease('x', firstName, lastName, 51_000);
    const found = match(line(51_000, { name, account: stranger }), { leases: [...leases, one], items: [] });
    expect([found.grade, leasesOf(found), codes(found)[0]]).toEqual(['likely', ['x'], 'tenant_name']);
  });

  test.each(['NORDLICHT SOFTWARE', 'Nordlicht Software UG', 'Software Nordlicht GmbH'])(
    'a company without its form: %s',
    (name) => {
      const found = match(line(120_000, { name }));
      expect([found.grade, leasesOf(found)]).toEqual(['likely', ['firm']]);
    },
  );

  test('half, double or a cent off, also with reference and payer', () => {
    for (const amountCents of [42_500, 170_000, 84_999, 85_001]) {
      const found = match(line(amountCents, { account, text: referenceOf('a') }), { rules: [payer(['a'])] });
      expect([amountCents, found.grade, leasesOf(found)]).toEqual([amountCents, 'likely', ['a']]);
      expect(found.parts[0]?.amountCents).toBe(amountCents);
    }
  });

  test('a known payer whose text names another tenant', () => {
    const same = [item('a', 70_000), item('b', 70_000)];
    for (const text of ['Miete für Bernd Schäfer', 'Miete Schaefer']) {
      const found = match(line(70_000, { account, text }), { rules: [payer(['a'])], items: same });
      expect([text, found.grade]).toEqual([text, 'likely']);
      expect(codes(found)).toContain('other_name');
    }
  });

  test('the same amount again a few days later, with nothing open', () => {
    const payments = [payment('first', 'a', '2026-04-30', 85_000)];
    const found = match(line(85_000, { account }), { rules: [payer(['a'])], items: [], payments });
    expect([found.grade, codes(found).includes('just_paid')]).toEqual(['likely', true]);
  });

  test.each([
    ['received, as the app says, on the day somebody looked', [['2026-05-16', 'a', 85_000]]],
    [
      'in two parts',
      [
        ['2026-05-04', 'a', 60_000],
        ['2026-05-05', 'a', 25_000],
      ],
    ],
    ['more than the line', [['2026-05-04', 'a', 170_000]]],
  ] as const)('money that was typed in: %s', (_what, typed) => {
    const payments = typed.map(([day, id, cents], at) =>
      payment(`${at}`, id, day, cents, { awaitsLine: true }),
    );
    const ahead = [item('a', 85_000, '2026-06')];
    for (const items of [[], ahead]) {
      const found = match(line(85_000, { account }), { rules: [payer(['a'])], items, payments });
      const isProof = found.parts.every((part) => part.kind === 'evidence');
      expect([isProof || found.grade !== 'certain', found.parts.length]).toEqual([true, 1]);
    }
  });

  test('one transfer for two leases that was typed in as two payments, or came the day before', () => {
    const rules = [payer(['b', 'c'])];
    const typed = ['b', 'c'].map((id, at) =>
      payment(id, id, '2026-05-04', [70_000, 60_000][at] ?? 0, { awaitsLine: true }),
    );
    expect(match(line(130_000, { account }), { rules, items: [], payments: typed }).grade).toBe('likely');
    const both = [line(130_000, { account }), line(130_000, { account, bookedOn: '2026-05-05' })];
    expect(matchLines(both, book({ rules })).map(({ grade }) => grade)).toEqual(['certain', 'likely']);
  });

  test('two references of which the amount is one', () => {
    const text = `${referenceOf('a')} ${referenceOf('b')}`;
    expect(match(line(85_000, { text })).grade).toBe('likely');
    const both = match(line(155_000, { text }));
    expect([both.grade, leasesOf(both)]).toEqual(['certain', ['a', 'b']]);
  });

  test('a reference with a wrong sign, or one that goes on', () => {
    const [first = ''] = leases[0]?.references ?? [];
    for (const text of [`${first.slice(0, 2)}00${first.slice(4)}`, `${first}7`, first.slice(0, -1)]) {
      expect(match(line(85_000, { text, account: stranger })).grade).toBe('open');
    }
  });

  test('a known name, where somebody else bears it', () => {
    const rules = [payer(['a'], { account: null, name: 'Anna Müller' })];
    expect(match(line(85_000, { name: 'Müller Anna' }), { rules }).grade).toBe('certain');
    expect(match(line(85_000, { name: 'Müller Anna', account: stranger }), { rules }).grade).toBe('likely');
    const twins = [...leases, lease('z', 'Anna', 'Müller', 99_000)];
    expect(match(line(85_000, { name: 'Müller Anna' }), { rules, leases: twins }).grade).toBe('likely');
  });

  test('the amount alone, another currency, a batch without details', () => {
    expect(match(line(85_000))).toMatchObject({ grade: 'open', parts: [{ leaseId: 'a' }] });
    expect(match(line(85_000, { account, currency: 'USD' }), { rules: [payer(['a'])] })).toMatchObject({
      grade: 'open',
      parts: [],
    });
    expect(match(line(85_000, { account, batchCount: 3 }), { rules: [payer(['a'])] })).toMatchObject({
      grade: 'open',
      parts: [],
    });
    expect(match(line(12))).toEqual({
      grade: 'open',
      parts: [],
      reasons: [{ code: 'nothing_known', leaseId: null }],
      alternatives: [],
    });
  });
});

describe('what comes back', () => {
  const returned = (
    amountCents: number,
    chargeCents: number,
    reason: string | null,
    more: Partial<MatchLine> = {},
  ) =>
    line(-amountCents - chargeCents, {
      kind: 'return',
      returned: { reason, originalCents: amountCents, chargeCents },
      ...more,
    });
  const payments = [
    payment('april', 'a', '2026-04-02', 85_000, { account, endToEnd: 'E-04', month: '2026-04' }),
    payment('may', 'a', '2026-05-02', 85_000, { account, endToEnd: 'E-05', month: '2026-05' }),
  ];

  test('reverses the payment of its reference, with the bank’s charge as a claim of its own', () => {
    const found = match(
      returned(85_000, 300, 'MD01', { references: { ...line(0).references, endToEnd: 'E-04' } }),
      { payments },
    );
    expect(found.grade).toBe('certain');
    expect(found.parts).toEqual([
      { kind: 'reversal', leaseId: 'a', paymentId: 'april', amountCents: -85_000, stopsCollecting: true },
      { kind: 'return_charge', leaseId: 'a', amountCents: -300 },
    ]);
  });

  test.each([
    ['MD01', true],
    ['MS02', true],
    ['AC04', true],
    ['MS03', false],
    ['AM04', false],
    [null, false],
  ])('%s stops collecting: %s', (reason, stopsCollecting) => {
    expect(match(returned(85_000, 0, reason, { account }), { payments }).parts[0]).toMatchObject({
      stopsCollecting,
    });
  });

  test('of several payments the last is proposed, the stated month is sure', () => {
    expect(match(returned(85_000, 0, 'MS03', { account }), { payments })).toMatchObject({
      grade: 'likely',
      parts: [{ paymentId: 'may' }],
    });
    expect(match(returned(85_000, 0, 'MS03', { account, text: 'Miete April' }), { payments })).toMatchObject({
      grade: 'certain',
      parts: [{ paymentId: 'april' }],
    });
  });

  test('is never one that was reversed, nor of another amount', () => {
    const reversed = payments.map((one) => ({ ...one, isReversed: true }));
    expect(match(returned(85_000, 0, null, { account }), { payments: reversed }).parts).toEqual([]);
    expect(match(returned(84_000, 0, null, { account }), { payments }).parts).toEqual([]);
  });

  test('a refund that the bank could not hand over', () => {
    const refunds = [payment('refund', 'a', '2026-05-02', -10_000, { account })];
    const found = match(
      line(10_000, {
        account,
        kind: 'return',
        returned: { reason: 'AC01', originalCents: 10_000, chargeCents: 0 },
      }),
      { payments: refunds },
    );
    expect(found).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'reversal', paymentId: 'refund', amountCents: 10_000 }],
    });
  });
});

describe('deposits', () => {
  const items = [item('a', 85_000), item('a', 85_000, '2026-05', { kind: 'deposit', month: null })];
  test('are what the text says', () => {
    const rules = [payer(['a'])];
    expect(match(line(85_000, { account, text: 'Kaution 1. Rate' }), { rules, items }).parts[0]?.kind).toBe(
      'deposit',
    );
    expect(match(line(85_000, { account, text: 'Miete' }), { rules, items }).parts[0]?.kind).toBe('rent');
    const silent = match(line(85_000, { account }), { rules, items });
    expect([silent.grade, codes(silent)]).toEqual(['likely', ['known_payer', 'amount_item', 'several_fit']]);
    const [, deposit] = items;
    const ahead = match(line(85_000, { account, text: 'Miete Juni' }), {
      rules,
      items: deposit ? [deposit] : [],
    });
    expect(ahead).toMatchObject({ grade: 'certain', parts: [{ kind: 'rent' }] });
  });

  test('that nobody agreed are no rent, whoever pays as much: neither 3 × 850 nor 1 × 850 is proposed as one', () => {
    const rent = [item('a', 85_000)];
    const whole = match(line(255_000, { name: 'Anna Müller', text: 'Kaution' }), { items: rent });
    expect(whole).toMatchObject({ grade: 'open', parts: [], alternatives: ['a'] });
    expect(codes(whole)).toEqual(['tenant_name', 'amount_months', 'no_deposit_open']);
    const known = { rules: [payer(['a'])], items: rent };
    const paid = (text: string, more = known) => match(line(85_000, { account, text }), more);
    expect(paid('Kaution 1. Rate')).toMatchObject({ grade: 'open', parts: [], alternatives: ['a'] });
    expect(paid('Miete, Kaution folgt').grade).toBe('certain');
    // What a bank calls a deposit, and what is left of one that was settled, are something else.
    expect(paid('DIRECT DEPOSIT A MUELLER').grade).toBe('certain');
    expect(paid('Nachzahlung laut Kautionsabrechnung').grade).toBe('certain');
    const asked = { ...known, items: [item('a', 85_000, '2026-05', { kind: 'other', month: null })] };
    expect(paid('Kaution', asked).grade).toBe('certain');
  });
});

test('parts always add up to the line', () => {
  const rules = [payer(['a', 'b', 'c'])];
  for (let cents = 1; cents < 300_000; cents += 1_237) {
    for (const sign of [1, -1]) {
      const found = match(line(sign * cents, { account, name: 'Anna Müller' }), { rules });
      const sum = found.parts.reduce((total, part) => total + part.amountCents, 0);
      if (found.parts.length > 0) expect(sum).toBe(sign * cents);
    }
  }
});
