import { expect, test } from 'vitest';
import { withPapers } from './association-rules.ts';

const line = {
  ...{ id: 'snow', key: null, name: 'Snow', ownCents: 8_500, isReserve: false, categoryId: 'gone' },
  ...{ totalCents: 100_000, labourCents: 0, recoverableBp: 10_000, co2LandlordCents: 0 },
};
const paper = {
  ...{ lines: [line], statedTotalCents: null, statedOwnCents: null, advancesDueCents: null },
  ...{ receivedOn: null, resolvedOn: null, isExcused: false },
  ...{ periodFrom: '2025-01-01', periodTo: '2025-12-31' },
};
const owners = { id: 'weg', unitId: 'Flat 1', unit: 'Flat 1', name: 'WEG', papers: [paper], efforts: [] };

test('a line of a kind that nobody knows counts by its own name, and a contract has to name it', () => {
  expect(withPapers([], [owners], [])).toMatchObject([
    { amountCents: 8_500, categoryName: 'Snow', betrkvNo: null, isRecoverable: true },
  ]);
});

test('bought on 1 July: of 365.00 for the year 184.00 are the tenant’s, of nothing before or after anything', () => {
  const bought = (availableFrom: string, availableTo: string | null = null) =>
    withPapers(
      [],
      [{ ...owners, papers: [{ ...paper, lines: [{ ...line, ownCents: 36_500 }] }] }],
      [],
      [{ id: 'Flat 1', availableFrom, availableTo }],
    );
  expect(bought('2025-07-01')).toMatchObject([
    { amountCents: 18_400, notRecoverableCents: 0, serviceFrom: '2025-07-01', serviceTo: '2025-12-31' },
  ]);
  expect(bought('1900-01-01', '2025-01-31')).toMatchObject([{ amountCents: 3_100, serviceTo: '2025-01-31' }]);
  expect(bought('2026-01-01')).toEqual([]);
});
