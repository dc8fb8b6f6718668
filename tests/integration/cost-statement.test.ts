import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { agreeRent } from '@/features/rent/commands';
import { agreeRentInput } from '@/features/rent/schema';
import { sendStatement } from '@/features/statement/commands';
import { listPeriods } from '@/features/statement/queries';
import { costStatementWords } from '@/features/statement/words';
import { defaultFormats } from '@/i18n/formats';
import {
  advance,
  book,
  books,
  letBoth,
  openCostDesk,
  pay,
  secondId,
  statement,
  today,
} from '../factories/cost-desk.ts';
import { enterLease } from '../factories/tenancy.ts';

openCostDesk();

describe('a house of 60 and 140 m²', () => {
  test('1,200 € by area: 60 × 181 days are 178.52 €, vacant 60 × 184 are 181.48 €, 140 × 365 are 840 €', async () => {
    const { ahrens, brandt } = await letBoth();
    await book('property_tax', 120_000);
    const { leases, landlord, lines, summary, problems } = await statement();
    expect(problems).toEqual([]);
    expect(leases.find((row) => row.leaseId === ahrens)?.costsCents).toBe(17_852);
    expect(leases.find((row) => row.leaseId === brandt)?.costsCents).toBe(84_000);
    expect(landlord.vacancy).toBe(18_148);
    expect(lines).toMatchObject([{ betrkvNo: 1, key: 'area', principle: 'payment', totalCents: 120_000 }]);
    expect(summary.tenantsCents + summary.landlordCents).toBe(120_000);
  });

  test('advances are deducted as the ledger has them: five rents of 550 € and 20 € of the sixth', async () => {
    const { ahrens } = await letBoth();
    await pay(ahrens, 5 * 55_000 + 2_000, '2025-06-10');
    await book('property_tax', 120_000);
    const own = (await statement()).leases.find((row) => row.leaseId === ahrens);
    const [settled] = await books.admin<{ cents: number }[]>`
      select coalesce(sum(a.amount_cents), 0)::int as cents from hausbuch.allocation a
      join hausbuch.charge c on c.portfolio_id = a.portfolio_id and c.id = a.charge_id
      join hausbuch.charge_line l on l.portfolio_id = a.portfolio_id and l.id = a.charge_line_id
      where a.portfolio_id = ${books.portfolioId} and c.lease_id = ${ahrens} and l.settlement = 'advance'`;
    expect(own?.advancesDueCents).toBe(6 * 5_000);
    expect(own?.advancesPaidCents).toBe(settled?.cents);
    expect(own?.advancesPaidCents).toBeGreaterThanOrEqual(5 * 5_000);
    expect(own?.resultCents).toBe(17_852 - (own?.advancesPaidCents ?? 0));
  });

  test('a bill of 730 € for July 2024 to June 2025 counts with 181 of 365 days: 362 €', async () => {
    await letBoth();
    const of = { serviceFrom: '2024-07-01', serviceTo: '2025-06-30', bookedOn: '2024-07-05' };
    await book('insurance', 73_000, of);
    const { lines } = await statement();
    expect(lines).toMatchObject([{ principle: 'service', totalCents: 36_200 }]);
    expect(lines[0]?.bills).toMatchObject([{ partCents: 36_200, days: 181, daysOfBill: 365 }]);
  });

  test('1,200 € less 200 € that the town gave back are 1,000 €; a refund alone is shared out, too: 45 € × 140 ÷ 200 are 31.50 €', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    await book('property_tax', -20_000);
    await book('insurance', -4_500);
    const { leases, lines, problems, summary } = await statement();
    expect(problems).toEqual([]);
    expect(lines).toMatchObject([
      { betrkvNo: 1, totalCents: 100_000 },
      { betrkvNo: 13, totalCents: -4_500 },
    ]);
    expect(leases.find((row) => row.leaseId === brandt)?.lines).toMatchObject([
      { amountCents: 70_000 },
      { amountCents: -3_150 },
    ]);
    expect(summary.tenantsCents + summary.landlordCents).toBe(95_500);
  });

  test('what is booked on a unit is for whoever held it', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 9_900, { unitId: secondId });
    const { leases } = await statement();
    expect(leases.find((row) => row.leaseId === brandt)?.lines).toMatchObject([
      { amountCents: 9_900, key: 'direct' },
    ]);
  });

  test('heating of a German house stops until it is booked flat by flat, and so do the leases that bear it', async () => {
    await letBoth();
    await book('heating', 200_000);
    const { problems, leases } = await statement();
    expect(problems).toMatchObject([{ code: 'heating_by_service', stops: 'line', mend: { at: 'bookings' } }]);
    expect(leases.every((row) => row.isStopped)).toBe(true);
  });

  test('an account that begins in March does not know the advances of January: the lease stops', async () => {
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-01-01',
      bookedFrom: '2025-03-01',
      rentLines: advance(5_000),
    });
    await book('property_tax', 120_000);
    const { problems, leases } = await statement();
    expect(problems).toMatchObject([
      { code: 'advances_unknown', params: { day: '2025-03-01' }, mend: { at: 'lease', leaseId } },
    ]);
    expect(leases.find((row) => row.leaseId === leaseId)?.isStopped).toBe(true);
  });

  test('advances for heating are not given back because nobody has booked what heating cost', async () => {
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-01-01',
      rentLines: [...advance(5_000), { component: 'heating', amountCents: 6_000, settlement: 'advance' }],
    });
    await book('property_tax', 120_000);
    const missing = await statement();
    expect(missing.problems).toMatchObject([{ code: 'heating_missing', mend: { leaseId } }]);
    expect(missing.leases.find((row) => row.leaseId === leaseId)?.isStopped).toBe(true);
    await book('heating', 70_000, { unitId: books.unitId });
    expect((await statement()).problems).toEqual([]);
  });

  test('a rent that has the costs in it is not settled: its share stays with the landlord', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2025-01-01' });
    await book('property_tax', 100_000);
    const { leases, landlord } = await statement();
    expect(leases.find((row) => row.leaseId === leaseId)).toMatchObject({ isSettled: false, costsCents: 0 });
    expect(landlord).toMatchObject({ lump_sum: 30_000, vacancy: 70_000 });
  });

  test('repairs are no operating costs, even with a key: the landlord bears them', async () => {
    await letBoth();
    await book('repairs', 50_000, { recoverableKey: 'area' });
    const { summary, warnings } = await statement();
    expect(summary.tenantsCents).toBe(0);
    expect(warnings.map(({ code }) => code)).toContain('not_recoverable');
  });
});

describe('what would be charged twice or never stops', () => {
  const before = { from: '2024-01-01', to: '2024-12-31' };
  const of2024 = { serviceFrom: '2024-01-01', serviceTo: '2024-12-31', bookedOn: '2025-02-01' };

  test('600 € for 2024 paid in 2025 beside 700 € without days: 2025 stops until those have their days', async () => {
    await letBoth();
    await book('insurance', 60_000, of2024);
    await book('insurance', 70_000, { bookedOn: '2025-12-01' });
    expect((await statement(before)).summary.billsCents).toBe(60_000);
    const { problems, leases, summary } = await statement();
    expect(problems).toMatchObject([{ code: 'principle_open', stops: 'line', mend: { at: 'bookings' } }]);
    expect(leases.every((row) => row.isStopped)).toBe(true);
    expect(summary.billsCents).toBe(0);
  });

  test('a bill for 2024 that 2024 left to the year of its payment does not vanish in 2025', async () => {
    await letBoth();
    await book('insurance', 50_000, { bookedOn: '2024-03-01' });
    await book('insurance', 60_000, of2024);
    expect((await statement(before)).summary.billsCents).toBe(50_000);
    expect((await statement()).problems).toMatchObject([{ code: 'principle_open' }]);
  });

  test('50 € that came back in 2024 without days leave the bill for 2024, paid in 2025, where it was', async () => {
    await letBoth();
    await book('insurance', 120_000, of2024);
    await book('insurance', -5_000, { bookedOn: '2024-11-01' });
    const { lines, problems, summary } = await statement(before);
    expect([lines, summary.billsCents]).toEqual([[], 0]);
    expect(problems).toMatchObject([{ code: 'service_period_missing', stops: 'line' }]);
  });

  test('with days on all of them each counts where it belongs', async () => {
    await letBoth();
    await book('insurance', 60_000, of2024);
    const own = { serviceFrom: '2025-01-01', serviceTo: '2025-12-31', bookedOn: '2025-12-01' };
    await book('insurance', 70_000, own);
    const { problems, summary } = await statement();
    expect(problems).toEqual([]);
    expect(summary.billsCents).toBe(70_000);
  });

  test('a bill that a settled statement counted as a whole counts in no other', async () => {
    await letBoth();
    const half = { serviceFrom: '2024-07-01', serviceTo: '2025-06-30' };
    await book('insurance', 73_000, { ...half, bookedOn: '2025-01-05' });
    await book('insurance', 10_000, { bookedOn: '2025-02-05' });
    const first = { from: '2025-01-01', to: '2025-02-28' };
    await books.on(today, (tx, scope) =>
      sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...first }),
    );
    const rest = await statement({ from: '2025-03-01', to: '2025-12-31' });
    expect(rest.summary.billsCents).toBe(0);
  });

  test('a lump sum that becomes an advance in July stops the lease, and half years do not', async () => {
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-01-01',
      rentLines: [
        { component: 'net', amountCents: 50_000, settlement: 'none' },
        { component: 'operating_costs', amountCents: 5_000, settlement: 'lump_sum' },
      ],
    });
    await books.on(today, (tx, scope) =>
      agreeRent(
        tx,
        scope,
        agreeRentInput.parse({
          id: randomUUID(),
          leaseId,
          validFrom: '2025-07-01',
          reason: 'agreed',
          lines: advance(5_000),
          correctPosted: true,
        }),
      ),
    );
    await book('property_tax', 120_000);
    expect((await statement()).problems).toMatchObject([
      { code: 'settlement_changes', stops: 'lease', params: { day: '2025-07-01' }, mend: { leaseId } },
    ]);
    const second = await statement({ from: '2025-07-01', to: '2025-12-31' });
    expect(second.problems).toEqual([]);
    expect(second.leases).toMatchObject([{ isSettled: true, isStopped: false }]);
  });
});

test('every problem and warning has its sentence, with lines by name, days and amounts as people write them', async () => {
  await letBoth();
  await book('heating', 200_000);
  await book('property_tax', 120_000);
  const view = await statement();
  const words = await costStatementWords(view, { ...defaultFormats('de'), currency: 'EUR' });
  const sentences = [...view.problems.map(words.problem), ...view.warnings.map(words.warning)];
  expect(sentences.join(' ')).toContain('Heizung');
  expect(sentences.join(' ')).toContain('Wohnung stand vom 01.07.2025 bis 31.12.2025 leer, 184 Tage');
  expect(sentences.join(' ')).not.toMatch(/[{}]|CostStatement/);
  expect(words.numbered(view.lines[0]?.lineId ?? '')).toBe('Grundsteuer (§\u00a02\u00a0Nr.\u00a01 BetrKV)');
});

test('the periods begin with the month of the property and reach back to the first lease', async () => {
  await letBoth();
  const asked = () =>
    books.on(today, (tx, scope) => listPeriods(tx, scope, { propertyId: books.propertyId }));
  expect((await asked()).periods).toMatchObject([
    { from: '2026-01-01', to: '2026-12-31', isRunning: true, deadline: '2027-12-31', isLate: false },
    { from: '2025-01-01', to: '2025-12-31', isRunning: false, deadline: '2026-12-31', isLate: false },
  ]);
  await books.admin`update hausbuch.property set statement_start_month = 7 where id = ${books.propertyId}`;
  expect((await asked()).periods).toMatchObject([
    { from: '2025-07-01', to: '2026-06-30' },
    { from: '2024-07-01', to: '2025-06-30', deadline: '2026-06-30' },
  ]);
});

test('of years before the books begin no deadline has passed; a bill for days of one belongs to it', async () => {
  await enterLease(books, today, {
    startsOn: '2022-01-01',
    bookedFrom: '2025-01-01',
    rentLines: advance(5_000),
  });
  const listed = async () => {
    const { periods } = await books.on(today, (tx, scope) =>
      listPeriods(tx, scope, { propertyId: books.propertyId }),
    );
    return periods.map(({ from, isLate, isBooked }) => [from.slice(0, 4), isLate, isBooked]);
  };
  const later = [
    ['2026', false, true],
    ['2025', false, true],
  ];
  expect(await listed()).toEqual([
    ...later,
    ['2024', true, false],
    ['2023', true, false],
    ['2022', true, false],
  ]);
  await book('property_tax', 12_000, { serviceFrom: '2024-01-01', serviceTo: '2024-12-31' });
  expect(await listed()).toEqual([
    ...later,
    ['2024', true, true],
    ['2023', true, false],
    ['2022', true, false],
  ]);
});

test('of a house sold on 1 July 2025 the year of the sale is the buyer’s to settle, and the one after it is none', async () => {
  await enterLease(books, today, { startsOn: '2024-01-01', rentLines: advance(5_000) });
  const listed = async () =>
    (
      await books.on(today, (tx, scope) => listPeriods(tx, scope, { propertyId: books.propertyId }))
    ).periods.map(({ from, deadline, isLate }) => [from.slice(0, 4), deadline, isLate]);
  const earlier = ['2024', '2025-12-31', true];
  expect(await listed()).toEqual([['2026', '2027-12-31', false], ['2025', '2026-12-31', false], earlier]);
  await books.admin`update hausbuch.property set sold_on = '2025-07-01' where id = ${books.propertyId}`;
  expect(await listed()).toEqual([['2025', null, false], earlier]);
  const told = async (period?: { from: string; to: string }) => {
    const { deadline, warnings } = await statement(period);
    const near = warnings.filter(({ code }) => ['deadline_near', 'too_late', 'sold_within'].includes(code));
    return [deadline, near.map(({ code, params }) => [code, params])];
  };
  expect(await told()).toEqual([null, [['sold_within', { day: '2025-07-01' }]]]);
  const late = [['too_late', { deadline: '2025-12-31' }]];
  expect(await told({ from: '2024-01-01', to: '2024-12-31' })).toEqual(['2025-12-31', late]);
});

test('no deadline where nobody pays in advance for a dwelling: a lump sum, and an advance for a garage', async () => {
  const told = async () => {
    const { periods } = await books.on(today, (tx, scope) =>
      listPeriods(tx, scope, { propertyId: books.propertyId }),
    );
    return [...periods.map(({ deadline, isLate }) => [deadline, isLate]), (await statement()).deadline];
  };
  const none = [[null, false], [null, false], [null, false], null];
  await enterLease(books, today, {
    startsOn: '2024-01-01',
    rentLines: [
      { component: 'net', amountCents: 50_000, settlement: 'none' },
      { component: 'operating_costs', amountCents: 5_000, settlement: 'lump_sum' },
    ],
  });
  expect(await told()).toEqual(none);
  await enterLease(books, today, { startsOn: '2024-01-01', rentLines: advance(5_000), unitIds: [secondId] });
  await books.admin`update hausbuch.unit set kind = 'parking' where id = ${secondId}`;
  expect(await told()).toEqual(none);
  await books.admin`update hausbuch.unit set kind = 'apartment' where id = ${secondId}`;
  expect(await told()).toEqual([
    ['2027-12-31', false],
    ['2026-12-31', false],
    ['2025-12-31', true],
    '2026-12-31',
  ]);
});

describe('a running year', () => {
  const running = { from: '2026-01-01', to: '2026-12-31' };
  const outlook = async () => (await statement(running)).outlook;

  test('1,200 € last year and nothing yet: 840 € are expected of 140 m², 600 € in advance, 70 € a month would fit', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    expect(await outlook()).toMatchObject({
      leases: [
        {
          leaseId: brandt,
          costsCents: 84_000,
          advancesCents: 60_000,
          resultCents: 24_000,
          fittingCents: 7_000,
          shouldChange: true,
        },
      ],
      missing: [{ code: 'property_tax', toComeCents: 120_000 }],
    });
    expect((await statement(running)).lines).toEqual([]);
  });

  test('agreed on 10 February, 70 € from 1 April count: 3 × 50 + 9 × 70 = 780 € in advance, which are enough', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    const raised = { leaseId: brandt, validFrom: '2026-04-01', reason: 'agreed', lines: advance(7_000) };
    await books.on(today, (tx, scope) =>
      agreeRent(tx, scope, agreeRentInput.parse({ id: randomUUID(), ...raised })),
    );
    expect((await outlook())?.leases).toMatchObject([
      { costsCents: 84_000, advancesCents: 78_000, resultCents: 6_000, shouldChange: false },
    ]);
  });

  test('what is booked is no longer missing, and a period that is over has no forecast', async () => {
    await letBoth();
    await book('property_tax', 120_000);
    await book('property_tax', 130_000, { bookedOn: '2026-02-01' });
    expect(await outlook()).toMatchObject({ leases: [{ costsCents: 91_000 }], missing: [] });
    expect((await statement()).outlook).toBeNull();
  });

  test('no credit is foretold by books that began in the course of last year', async () => {
    const of = { startsOn: '2024-03-01', unitIds: [secondId], rentLines: advance(5_000) };
    await enterLease(books, today, { ...of, bookedFrom: '2025-06-01' });
    await book('property_tax', 40_000, { bookedOn: '2025-11-15' });
    expect(await outlook()).toBeNull();
  });

  test('nobody foretells what nothing of last year says, nor a result without a cost that cannot be shared out', async () => {
    await letBoth();
    await book('property_tax', 10_000, { bookedOn: '2026-02-01' });
    expect(await outlook()).toBeNull();
    await book('property_tax', 120_000);
    expect((await outlook())?.leases).toHaveLength(1);
    // It has to be shared out by consumption, and nobody says how.
    await book('heating', 8_000, { bookedOn: '2026-02-01' });
    expect(await outlook()).toBeNull();
  });

  test('whose account begins in the year is told nothing: what was paid before is not known', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    await enterLease(books, today, {
      startsOn: '2025-07-01',
      bookedFrom: '2026-02-01',
      rentLines: advance(5_000),
    });
    expect((await outlook())?.leases.map(({ leaseId }) => leaseId)).toEqual([brandt]);
  });
});

describe('a house in Austria, whose costs have no numbers of the BetrKV', () => {
  const lets = (heating: 'advance' | 'lump_sum', costs: 'advance' | 'lump_sum') =>
    enterLease(books, today, {
      startsOn: '2025-01-01',
      unitIds: [secondId],
      rentLines: [
        { component: 'net', amountCents: 50_000, settlement: 'none' },
        { component: 'operating_costs', amountCents: 5_000, settlement: costs },
        { component: 'heating', amountCents: 4_000, settlement: heating },
      ],
    });
  const costsOf = async (leaseId: string) => {
    await books.admin`update hausbuch.property set country = 'AT' where portfolio_id = ${books.portfolioId}`;
    await book('property_tax', 120_000);
    await book('heating', 60_000);
    const own = (await statement()).leases.find((row) => row.leaseId === leaseId);
    return own && [own.isSettled, own.costsCents];
  };

  test('heating for a lump sum is not charged a second time: 1,200 € × 140 ÷ 200 are 840 €', async () => {
    expect(await costsOf(await lets('lump_sum', 'advance'))).toEqual([true, 84_000]);
  });

  test('heating in advance beside costs for a lump sum is settled: 600 € × 140 ÷ 200 are 420 €', async () => {
    expect(await costsOf(await lets('advance', 'lump_sum'))).toEqual([true, 42_000]);
  });
});
