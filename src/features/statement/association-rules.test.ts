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
