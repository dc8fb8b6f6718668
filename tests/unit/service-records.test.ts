import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readServiceRecords, recordProblems } from '@/statement/plant/service-records';

/** Result records of a metering service, version 2.10: 128 characters with what stands where. */
const blank = (length: number) => ' '.repeat(length);
const digits = (cents: number, length: number) =>
  cents < 0 ? `-${String(-cents).padStart(length - 1, '0')}` : String(cents).padStart(length, '0');
const record = (
  ownId: string,
  total: number,
  advances: number,
  more: { until?: string; balance?: number; currency?: string; serviceId?: string } = {},
) =>
  [
    'D',
    '0000815',
    more.serviceId ?? '0000012340001',
    more.until ?? '311225',
    ownId.padEnd(20),
    digits(total, 9),
    digits(advances, 9),
    digits(more.balance ?? total - advances, 9),
    blank(21),
    '000000',
    blank(11),
    blank(4),
    digits(0, 9),
    more.currency ?? 'E',
    blank(2),
  ].join('');

const codes = (text: string) => readServiceRecords(text).problems.map(({ code }) => code);

describe('result records', () => {
  test('1,234.56 less 1,000.00 paid and 800.00 less 900.00, other records passed over', () => {
    const text = `\uFEFFM something\r\n${record('WE 1', 123_456, 100_000)}\r\n${record('WE 2', 80_000, 90_000)}\r\n\u001A`;
    expect(record('', 0, 0)).toHaveLength(128);
    expect(readServiceRecords(text)).toEqual({
      records: [
        {
          line: 2,
          serviceId: '0000012340001',
          ownId: 'WE 1',
          until: '2025-12-31',
          totalCents: 123_456,
          advancesCents: 100_000,
        },
        {
          line: 3,
          serviceId: '0000012340001',
          ownId: 'WE 2',
          until: '2025-12-31',
          totalCents: 80_000,
          advancesCents: 90_000,
        },
      ],
      problems: [],
    });
  });

  test.each([
    ['a version nobody could read', `D03.10${blank(122)}`, 'version_unknown'],
    ['too short', record('1', 1, 1).slice(0, 100), 'record_length'],
    ['too long', `${record('1', 1, 1)}x`, 'record_length'],
    ['the 31st of February', record('1', 1, 1, { until: '310225' }), 'day_unreadable'],
    ['a balance that is none', record('1', 500, 100, { balance: 300 }), 'balance_differs'],
    ['marks', record('1', 1, 1, { currency: 'D' }), 'currency_unknown'],
    ['letters for figures', record('1', 1, 1).replace('000000001', '00000000x'), 'number_unreadable'],
    ['twice the same user', `${record('1', 1, 1)}\n${record('1', 1, 1)}`, 'user_twice'],
    ['more than any property has', 'D'.repeat(2_000_001), 'too_large'],
  ])('%s', (_, text, code) => {
    expect(codes(text)).toEqual([code]);
  });

  test('one line that is wrong takes no other with it', () => {
    const { records, problems } = readServiceRecords([record('1', 1, 0), 'D', record('2', 2, 0)].join('\n'));
    expect(records.map(({ ownId }) => ownId)).toEqual(['1', '2']);
    expect(problems).toEqual([{ line: 2, code: 'record_length' }]);
  });

  test('whatever it is given, it answers, with whole cents and days that there are', () => {
    const lines = fc.array(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `D${text}`.padEnd(128)),
        fc.constant(record('1', 5, 5)),
      ),
    );
    fc.assert(
      fc.property(lines, (all) => {
        const { records, problems } = readServiceRecords(all.join('\n'));
        for (const { totalCents, until } of records) {
          expect(Number.isSafeInteger(totalCents)).toBe(true);
          expect(until).toMatch(/^20\d\d-\d\d-\d\d$/);
        }
        for (const { code } of problems) expect(recordProblems).toContain(code);
      }),
    );
  });

  test('written and read again it is the same', () => {
    const amount = fc.integer({ min: 0, max: 9_999_999 });
    fc.assert(
      fc.property(amount, amount, (total, advances) => {
        const [one] = readServiceRecords(record('WE 7', total, advances)).records;
        expect([one?.totalCents, one?.advancesCents]).toEqual([total, advances]);
      }),
    );
  });
});
