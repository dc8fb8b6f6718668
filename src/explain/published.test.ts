import { describe, expect, test } from 'vitest';
import type { RuleName } from '@/domain/trace-names';
import { rules } from './registry';

/** Worked examples that others have published, through the rules as `npm run -s explain` runs them. */
const result = (name: RuleName, input: unknown): unknown => rules[name].explain(input).result;

describe('default interest', () => {
  // haufe.de, "Basiszinssatz bleibt zum 1.1.2011 unverändert": 43,52 € ÷ 365 = 0,1192 € × 58 = 6,91 €.
  const haufe = { claims: [{ from: '6.1.2011', totalEuro: '850,00' }], through: '4.3.2011' };
  test('850 € from 6 January to 4 March 2011: a day’s 0,1192 € × 58 = 6,91; unrounded 6,9155 = 6,92', () => {
    expect(result('default_interest', { ...haufe, rounding: 'day' })).toMatchObject({ interestCents: 691 });
    expect(result('default_interest', haufe)).toMatchObject({
      interestCents: 692,
      compare: { roundedDailyCents: 691, roundedOnceCents: 692 },
    });
  });

  // anleiter.de, "Wie berechnet man Verzugszinsen": 1.000 × 25 × 5,12 ÷ (365 × 100).
  test('1.000 € at 5,12 % for 25 days: 3,51', () => {
    expect(result('simple_interest', { principalEuro: 1000, ratePercent: 5.12, days: 25 })).toBe(351);
  });

  // meineimmobilie.de, "Neuer Basiszins seit 01.07.2014": −0,73 + 5 = 4,27 %.
  test('since July 2014 4,27 % of 1.000 € are 42,70 a year', () => {
    const claims = [{ dueOn: '2014-07-31', totalEuro: 1000 }];
    const found = result('default_interest', { claims, through: '2014-08-01' });
    expect(found).toMatchObject({ parts: [{ rateBp: 427, baseRateBp: -73 }] });
    expect(result('simple_interest', { principalEuro: 1000, rateBp: 427, days: 365 })).toBe(4_270);
  });

  // § 288 (2) BGB in its versions before and since 29 July 2014; EGBGB Art. 229 § 34.
  const business = (claim: object, through: string, more: object = {}) =>
    result('default_interest', {
      claims: [{ totalEuro: 1000, ...claim }],
      through,
      isBusiness: true,
      ...more,
    });
  test('before 29 July 2014 eight points and no 40 €: 1.000 × 8,12 % × 25 ÷ 365 = 5,56', () => {
    expect(business({ dueOn: '2011-01-05' }, '2011-01-30')).toMatchObject({
      interestCents: 556,
      lumpSumCents: 0,
    });
  });
  test('since then nine points and 40 €: 1.000 × 8,17 % × 25 ÷ 365 = 5,60', () => {
    expect(business({ dueOn: '2015-01-05' }, '2015-01-30')).toMatchObject({
      interestCents: 560,
      lumpSumCents: 4_000,
    });
  });
  test.each([
    // A lease of 2010: until June 2016 the old law, from July 2016 the new one. −0,83 % and −0,88 %.
    ['2010-02-01', '2016-06', '2016-06-03', 717, 0],
    ['2010-02-01', '2016-07', '2016-07-05', 812, 4_000],
    ['2014-07-28', '2014-09', '2014-09-03', 727, 0],
    ['2014-07-29', '2014-09', '2014-09-03', 827, 4_000],
  ])('contract of %s, rent of %s due on %s: %d hundredths of a per cent', (...row) => {
    const [contractOn, month, dueOn, rateBp, lumpSumCents] = row;
    expect(business({ contractOn, month, dueOn }, `${month}-20`)).toMatchObject({
      parts: [{ rateBp }],
      lumpSumCents,
    });
  });
  test('a private landlord and a business tenant: five points and 40 € for each claim, named or not', () => {
    const claims = [
      { dueOn: '2026-01-06', totalEuro: 1000 },
      { dueOn: '2026-01-06', totalEuro: 500 },
      { dueOn: '2026-01-06', totalEuro: 500, payments: [{ on: '2026-01-06', amountEuro: 500 }] },
      { dueOn: '2026-01-31', totalEuro: 500 },
    ];
    expect(
      result('default_interest', { claims, through: '2026-01-31', debtorIsBusiness: true }),
    ).toMatchObject({ lumpSumCents: 8_000, parts: [{ rateBp: 627 }, { rateBp: 627 }] });
    expect(() => business({ dueOn: '2026-01-06' }, '2026-01-31', { debtorIsBusiness: false })).toThrow();
  });

  test('a leap year by every day count: 1.000 € at 8,62 % from January to March 2024', () => {
    // 91 days: × 91 ÷ 366 = 21,4322; ÷ 365 = 21,4910; ÷ 360 = 21,7894; 90 days ÷ 360 = 21,55.
    const claims = [{ from: '2024-01-01', totalEuro: 1000 }];
    expect(result('default_interest', { claims, through: '2024-03-31' })).toMatchObject({
      interestCents: 2_143,
      compare: {
        byDayCountCents: { actual: 2_143, actual_365: 2_149, actual_360: 2_179, thirty_360: 2_155 },
      },
    });
  });
});

describe('interest on a deposit', () => {
  // mietkautionsdepot.com, "Zinseszinseffekt bei der Mietkaution nutzen": the table, year by year.
  const rates = [
    2.2, 2.46, 2.42, 1.52, 1.51, 1.52, 1.14, 0.91, 0.61, 0.39, 0.24, 0.18, 0.14, 0.12, 0.12, 0.12,
  ];
  const interest = [
    5_500, 11_785, 18_121, 22_196, 26_306, 30_506, 33_704, 36_285, 38_032, 39_155, 39_849, 40_371, 40_777,
    41_126, 41_476, 41_825,
  ];
  test('2.500 € from 10 December 2005, rounded at the end: 55,00 · 117,85 · 181,21 … 418,25 after 16 years', () => {
    const dated = rates.map((ratePercent, year) => ({ validFrom: `${2005 + year}-12-10`, ratePercent }));
    const after = (years: number) =>
      result('deposit_interest', {
        movements: [{ on: '2005-12-10', amountEuro: 2500 }],
        rates: dated,
        through: `${2005 + years}-12-10`,
        credited: 'anniversary',
        rounding: 'end',
      });
    for (const [index, interestCents] of interest.entries()) {
      expect(after(index + 1)).toMatchObject({ interestCents, balanceCents: 250_000 + interestCents });
    }
  });
});

describe('index-linked rent', () => {
  // kysoh.com, "Wie berechne ich die Miete nach Verbraucherpreisindex": (109,3 ÷ 106,6 × 100) − 100 = 2,5 %.
  test('600 € from 106,6 to 109,3: 2,5 % = 615,00; the ratio gives 615,20', () => {
    expect(result('index_rent', { rentEuro: 600, oldIndex: 106.6, newIndex: 109.3 })).toMatchObject({
      changeBp: 253,
      byRoundedPercentCents: 61_500,
      byRatioCents: 61_520,
      newRentCents: 61_500,
      increaseCents: 1_500,
    });
  });

  // iv-roth.de, "VPI-Rechner (genaue Methode) mit Jahresdurchschnittswerten": 1,00 × 121,9 ÷ 119,3 = 1,02.
  test('from 119,3 in 2024 to 121,9 in 2025: 1,00 becomes 1,02; 1.000 becomes 1.021,79', () => {
    const rise = { oldIndex: 119.3, newIndex: 121.9 };
    expect(result('index_rent', { rentEuro: 1, ...rise })).toMatchObject({ byRatioCents: 102 });
    expect(result('index_rent', { rentEuro: 1000, ...rise })).toMatchObject({ byRatioCents: 102_179 });
  });

  // mietrecht.ch: (105,4 − 102,9) ÷ 102,9 × 100 = 2,43 %.
  test('from 102,9 to 105,4: 2,43 %', () => {
    expect(result('index_rent', { rentCents: 1, oldIndex: 102.9, newIndex: 105.4 })).toMatchObject({
      changeBp: 243,
    });
  });

  test('a notice received on 15 March is owed from 1 May, one of 30 November from 1 January (§ 557b (3))', () => {
    const owedFrom = (noticeReceivedOn: string) =>
      result('index_rent', { rentCents: 60_000, oldIndex: 100, newIndex: 105, noticeReceivedOn });
    expect(owedFrom('2026-03-15')).toMatchObject({ owedFrom: '2026-05-01' });
    expect(owedFrom('2026-11-30')).toMatchObject({ owedFrom: '2027-01-01' });
  });
});

describe('rise to the local reference rent (§§ 558, 558b)', () => {
  test('500 € three years ago: 600 by 20 %, 575 by 15 %, never over 590 of the reference rent', () => {
    const asked = { currentRentEuro: 500, rentThreeYearsAgoEuro: 500, requestReceivedOn: '2026-03-15' };
    expect(result('reference_rent_cap', asked)).toMatchObject({
      allowedRentCents: 60_000,
      consentUntil: '2026-05-31',
      owedFrom: '2026-06-01',
    });
    expect(result('reference_rent_cap', { ...asked, capPercent: 15 })).toMatchObject({ capCents: 57_500 });
    expect(result('reference_rent_cap', { ...asked, referenceRentEuro: 590 })).toMatchObject({
      capCents: 60_000,
      allowedRentCents: 59_000,
    });
  });
});

describe('the rent of a part month', () => {
  const monthOf = (rentEuro: number, startsOn: string, method = 'calendar_days') =>
    result('proration', {
      rents: [{ validFrom: startsOn, lines: [{ amountEuro: rentEuro }] }],
      leaseStartsOn: startsOn,
      month: startsOn.slice(0, 7),
      method,
    });

  // finanzfrage.net, "Einzug Mitte des Monats": 17 ÷ 31 × 930 = 510; by 30 days 17 × 31 = 527.
  test('930 € from 15 August: × 17 ÷ 31 = 510,00; over 30 instead: × 17 ÷ 30 = 527,00', () => {
    expect(monthOf(930, '2026-08-15')).toMatchObject({
      totalCents: 51_000,
      compareCents: { calendar_days_over_30: 52_700 },
    });
  });

  // omnicalculator.com, "Anteilige Miete": from 20 September 10 ÷ 30 would be a third; both days count, so 11.
  test('900 € from 21 September: × 10 ÷ 30 = 300,00', () => {
    expect(monthOf(900, '2026-09-21')).toMatchObject({ totalCents: 30_000 });
    expect(monthOf(900, '2026-09-21', 'thirty_days')).toMatchObject({ totalCents: 30_000 });
  });

  // formulas.today: 1.500 ÷ 31 is rounded to 48,39 first and gives 1.064,58; to the cent it is 1.064,52.
  test('1.500 from 10 August: × 22 ÷ 31 = 1.064,52', () => {
    expect(monthOf(1500, '2026-08-10')).toMatchObject({ totalCents: 106_452 });
  });
});

describe('the third working day', () => {
  // mietrecht-frankfurt-am-main.de: the 1st a Friday; Saturday does not count for payments, so Tuesday the 5th.
  test('January 2010 in Berlin: Friday the 1st is a holiday, Saturday does not count: Wednesday the 6th', () => {
    expect(result('third_working_day', { month: '2010-01', state: 'DE-BE' })).toBe('2010-01-06');
  });
  // onlineurteile.de on BGH VIII ZR 129/09: paid on a Tuesday, the fifth of the month, was in time.
  test('October 2010: Friday the 1st, Monday the 4th, so Tuesday the 5th is in time', () => {
    expect(result('third_working_day', { month: '10.2010', state: 'Hessen' })).toBe('2010-10-05');
  });
  test('June 2026 in Bavaria: Corpus Christi is the 4th, after the third working day, Wednesday the 3rd', () => {
    expect(result('third_working_day', { month: '2026-06', state: 'BY' })).toBe('2026-06-03');
  });
});

describe('the third working day in other states and years', () => {
  // The public holidays as the states' laws name them; Saturday does not count (BGH VIII ZR 129/09).
  test.each([
    ['2026-01', 'BE', '2026-01-06', 'New Year on Thursday: 2, 5 and 6 January'],
    ['2026-01', 'BY', '2026-01-07', 'Epiphany is the 6th: 2, 5 and 7 January'],
    ['2026-04', 'NW', '2026-04-07', 'Good Friday and Easter Monday fall out: 1, 2 and 7 April'],
    ['2024-10', 'HH', '2024-10-04', 'German Unity is the 3rd: 1, 2 and 4 October'],
    ['2024-11', 'BE', '2024-11-05', 'All Saints is no holiday in Berlin: 1, 4 and 5 November'],
    ['2024-11', 'BY', '2024-11-06', 'All Saints on Friday: 4, 5 and 6 November'],
    ['2026-05', 'SN', '2026-05-06', 'Labour Day on Friday: 4, 5 and 6 May'],
    ['2027-01', 'BW', '2027-01-07', 'New Year on Friday, Epiphany on Wednesday: 4, 5 and 7 January'],
  ])('%s in %s: %s (%s)', (month, state, expected) => {
    expect(result('third_working_day', { month, state })).toBe(expected);
  });
});

describe('the thresholds of notice', () => {
  // BGH 8 December 2021, VIII ZR 32/20: of January 135,41 € open, of February all 704,53 €.
  test('135,41 + 704,53 = 839,94 on two dates in a row is more than a rent of 704,53', () => {
    const rents = [
      { periodFrom: '2018-01-01', openEuro: '135,41' },
      { periodFrom: '2018-02-01', openEuro: '704,53' },
    ];
    expect(result('notice_thresholds', { rents, monthlyRentEuro: '704,53' })).toMatchObject({
      twoDates: { arrearsCents: 83_994, limitCents: 70_453, isReached: true },
      longerTime: { isReached: false },
    });
  });
  // § 543 (2) no. 3 b BGB: two months' rent over more than two dates; § 569 (3) no. 1: more than one month's on two.
  test('exactly one month on two dates is not enough, exactly two months over a longer time is', () => {
    const of = (openCents: number, months: string[]) =>
      result('notice_thresholds', {
        rents: months.map((one) => ({ periodFrom: `${one}-01`, openCents })),
        monthlyRentCents: 70_000,
      });
    expect(of(35_000, ['2026-01', '2026-02'])).toMatchObject({ twoDates: { isReached: false } });
    expect(of(35_000, ['2026-01', '2026-03', '2026-05', '2026-07'])).toMatchObject({
      twoDates: { isReached: false },
      longerTime: { arrearsCents: 140_000, isReached: true },
    });
  });
});

describe('changes of rent', () => {
  // Statistisches Bundesamt, press releases: +3,1 % in 2021, +6,9 % in 2022, +5,9 % in 2023; the indices as the city
  // of Braunschweig has them (2020 = 100): 100,0 · 103,1 · 110,2 · 116,7.
  test.each([
    [100, 103.1, 310, 103_100, 103_100],
    [103.1, 110.2, 689, 106_887, 106_900],
    [110.2, 116.7, 590, 105_898, 105_900],
  ])(
    '1.000 € from %d to %d: %d hundredths of a per cent; by the ratio %d cents, as published %d',
    (oldIndex, newIndex, changeBp, byRatioCents, byRoundedPercentCents) => {
      expect(result('index_rent', { rentEuro: 1000, oldIndex, newIndex })).toMatchObject({
        changeBp,
        byRatioCents,
        byRoundedPercentCents,
      });
    },
  );

  // § 557b (2), (3) BGB: a year unchanged, then from the second month after the letter.
  test('risen on 1 June 2025, letter in March 2026: 1 June, not 1 May; letter on 30 April: 1 June', () => {
    const rents = [
      { validFrom: '2024-02-01', netEuro: 800 },
      { validFrom: '2025-06-01', netEuro: 830 },
    ];
    const owed = (receivedOn: string) => result('index_rent_dates', { rents, receivedOn });
    expect(owed('15.03.2026')).toMatchObject({ earliestOn: '2026-06-01', owedFrom: '2026-06-01' });
    expect(owed('30.04.2026')).toMatchObject({ owedFrom: '2026-06-01' });
    expect(owed('01.05.2026')).toMatchObject({ owedFrom: '2026-07-01' });
  });
  test('a rise after modernisation does not begin the year anew (§ 557b (2))', () => {
    const rents = [
      { validFrom: '2024-02-15', netEuro: 800 },
      { validFrom: '2025-06-01', netEuro: 850, reason: 'modernisation' },
    ];
    expect(result('index_rent_dates', { rents })).toMatchObject({
      lastChangedOn: '2024-02-15',
      earliestOn: '2025-03-01',
    });
  });

  // § 559 (1), (3a) BGB: eight per cent a year; 3 € a square metre in six years, 2 € below a rent of 7 €.
  test('10.000 € on 70 m² at 600 €: 66,66 a month, since 12 × 66,67 is over 800; 40.000 € would be 266,66, the cap is 210; at 480 € it is 140', () => {
    const rise = (costEuro: number, netRentEuro: number, raisedInSixYearsEuro = 0) =>
      result('modernisation_cap', { netRentEuro, areaSqm: 70, costEuro, raisedInSixYearsEuro });
    expect(rise(10_000, 600)).toMatchObject({
      byCostCents: 6_666,
      increaseCents: 6_666,
      newRentCents: 66_666,
    });
    expect(rise(40_000, 600)).toMatchObject({ byCostCents: 26_666, capCents: 21_000, increaseCents: 21_000 });
    expect(rise(40_000, 480)).toMatchObject({ capCents: 14_000, increaseCents: 14_000 });
    expect(rise(40_000, 600, 180)).toMatchObject({ capCents: 3_000, increaseCents: 3_000 });
  });

  // § 558 (3) BGB: 20 per cent in three years, 15 in tight markets; rises under § 559 do not count.
  test('500 € three years ago: 600, in tight markets 575, and 40 € of modernisation on top', () => {
    const cap = (more: object) =>
      result('reference_rent_cap', { currentRentEuro: 500, rentThreeYearsAgoEuro: 500, ...more });
    expect(cap({})).toMatchObject({ capCents: 60_000, allowedRentCents: 60_000 });
    expect(cap({ capPercent: 15 })).toMatchObject({ capCents: 57_500 });
    expect(cap({ modernisationEuro: 40 })).toMatchObject({ capCents: 64_000 });
    expect(cap({ referenceRentEuro: 560 })).toMatchObject({ allowedRentCents: 56_000 });
  });
});

describe('default interest over half-years', () => {
  // Base rates of the Bundesbank: 3,62 % from January, 3,37 % from July 2024; act/366 (2024 is a leap year).
  test('1.000 € through 2024: × 8,62 % × 182 ÷ 366 = 42,86 and × 8,37 % × 184 ÷ 366 = 42,08', () => {
    const claims = [{ from: '2024-01-01', totalEuro: 1000 }];
    expect(result('default_interest', { claims, through: '2024-12-31' })).toMatchObject({
      interestCents: 8_494,
      parts: [
        { rateBp: 862, days: 182, daysOfYear: 366, interestCents: 4_286 },
        { rateBp: 837, days: 184, daysOfYear: 366, interestCents: 4_208 },
      ],
    });
  });
  test('a negative base rate lowers it: 2020 at −0,88 + 5 = 4,12 %, a whole leap year of 1.000 € is 41,20', () => {
    const claims = [{ from: '2020-01-01', totalEuro: 1000 }];
    expect(result('default_interest', { claims, through: '2020-12-31' })).toMatchObject({
      interestCents: 4_120,
    });
  });
});

describe('occupancy', () => {
  test('11 of 12 flats for a year: 4.015 ÷ 4.380 days = 91,66 % (91,666… rounded down)', () => {
    const units = Array.from({ length: 12 }, (_, index) =>
      index === 0 ? {} : { lets: [{ from: '2020-01-01' }] },
    );
    expect(result('occupancy', { from: '2025-01-01', to: '2025-12-31', units })).toMatchObject({
      basisPoints: 9_166,
      onLastDay: { letUnits: 11, vacantUnits: 1, basisPoints: 9_166 },
    });
  });
  test('by area: 60 m² let and 40 m² vacant is 60 %, though one of two units is 50 %', () => {
    const units = [{ areaSqm: 60, lets: [{ from: '2020-01-01' }] }, { areaSqm: 40 }];
    expect(result('occupancy', { from: '2025-01-01', to: '2025-12-31', units })).toMatchObject({
      basisPoints: 5_000,
      byArea: 6_000,
    });
  });
  test('9.500 € of 10.000 € that could be earned: 95 %', () => {
    expect(result('economic_occupancy', { rentEuro: 9500, potentialEuro: 10_000 })).toBe(9_500);
  });
});

describe('check digits', () => {
  test('a well-known example of an IBAN, and the same with two digits changed places', () => {
    expect(rules.iban.explain({ iban: 'DE89 3704 0044 0532 0130 00' })).toMatchObject({
      result: { ok: true, iban: 'DE89370400440532013000' },
      trace: { result: { kind: 'number', value: 89 } },
    });
    expect(result('iban', { iban: 'DE89 3704 0044 0532 0310 00' })).toEqual({
      ok: false,
      reason: 'checksum',
    });
  });

  // ISO 11649 itself and Wikipedia, “Creditor Reference”.
  test('539007547034 is referred to as RF18 5390 0754 7034', () => {
    expect(result('payment_reference', { body: '539007547034' })).toBe('RF18539007547034');
  });
});
