import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setYear } from '@/features/heating/commands';
import { getPlantYear } from '@/features/heating/queries';
import { setYearInput, updatePlantInput } from '@/features/heating/schema';
import { removeTransaction } from '@/features/transaction/commands';
import { year } from '../factories/flat-year.ts';
import {
  book,
  books,
  change,
  enter,
  heat,
  openHeatingDesk,
  plantOf,
  secondId,
  statement,
  today,
} from '../factories/heating-desk.ts';
import { countLockWaits } from '../setup/every-server.ts';

openHeatingDesk();

describe('oil out of a tank', () => {
  test('1,000 l for 900 € and 2,000 l for 2,100 €, 1,500 l left: 1,425 € burnt, and the next year begins with 1,575 €', async () => {
    await heat(books.unitId, 'heat', 1_000, 1_300);
    await heat(secondId, 'heat', 0, 100);
    const oil = await book(210_000, { title: 'Heizöl', bookedOn: '2025-09-30' });
    const sweep = await book(10_000, { title: 'Schornsteinfeger' });
    const id = await plantOf({ hasStock: true, hasCo2: false });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_stock']);
    await enter(id, {
      openingQuantity: 1_000_000,
      openingCents: 90_000,
      closingQuantity: 1_500_000,
      deliveries: [
        { quantity: 2_000_000, transactionId: oil },
        { quantity: null, transactionId: sweep },
      ],
    });
    const { lines, problems } = await statement();
    expect(problems).toEqual([]);
    expect(lines).toMatchObject([{ totalCents: 142_500 + 10_000, deliveries: [{ transactionId: oil }] }]);
    const next = await books.on(today, (tx, scope) =>
      getPlantYear(tx, scope, { plantId: id, from: '2026-01-01', to: '2026-12-31' }),
    );
    expect(next.opening).toEqual({ quantity: 1_500_000, amountCents: 157_500 });
    // A tank that is there no more burns nothing: what was paid is a cost again.
    const tank = { id, name: 'Gaskessel', hasCo2: false };
    await change(updatePlantInput.parse({ ...tank, version: 1, hasStock: false }));
    expect((await statement()).lines).toMatchObject([{ totalCents: 220_000 }]);
    await change(updatePlantInput.parse({ ...tank, version: 2, hasStock: true }));
    // What one year burns no other does.
    const again = { ...year, deliveries: [{ quantity: 1, transactionId: oil }] };
    await expect(enter(id, { ...again, from: '2026-01-01', to: '2026-12-31' })).rejects.toMatchObject({
      code: 'not_found',
    });
    // A delivery taken back was none.
    await books.on(today, (tx, scope) =>
      removeTransaction(tx, scope, { id: randomUUID(), transactionId: oil }),
    );
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['more_left_than_there_was']);
  });
});

test('of two windows that fill two tanks by one booking at once the second is refused', async () => {
  const oil = await book(210_000, { title: 'Heizöl', bookedOn: '2025-09-30' });
  const [one, two] = [
    await plantOf({ hasStock: true, hasCo2: false }),
    await plantOf({ hasStock: true, hasCo2: false }),
  ];
  const tank = {
    ...{ openingQuantity: 0, openingCents: 0, closingQuantity: 0 },
    deliveries: [{ quantity: 2_000_000, transactionId: oil }],
  };
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const input = setYearInput.parse({ plantId: one, ...year, ...tank });
  let isWritten = false;
  const first = books.on(today, async (tx, scope) => {
    await setYear(tx, scope, input);
    isWritten = true;
    await gate;
  });
  await expect.poll(() => isWritten).toBe(true);
  const second = enter(two, tank).then(
    () => null,
    (error: unknown) => error,
  );
  try {
    await expect.poll(() => countLockWaits(books.admin), { timeout: 20_000 }).toBe(1);
  } finally {
    release();
  }
  await first;
  expect(await second).toMatchObject({ code: 'not_found', field: 'deliveries.0.quantity' });
});
