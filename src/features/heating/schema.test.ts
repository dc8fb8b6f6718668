import { describe, expect, it } from 'vitest';
import { setYearInput, yearInput } from './schema.ts';

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const asked = { plantId: id(1), from: '2025-01-01', to: '2025-12-31' };
const faults = (fields: object) =>
  setYearInput
    .safeParse({ ...asked, ...fields })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('the year of a plant', () => {
  it('names each booking, unit and user once', () => {
    const oil = (quantity: number) => ({ transactionId: id(2), quantity });
    expect(faults({ deliveries: [oil(1), oil(2)] })).toEqual([['deliveries.1.quantity', 'duplicate']]);
    const estimate = (unit: number) => ({ unitId: id(unit), heat: 1, hotWater: null });
    expect(faults({ estimates: [estimate(3), estimate(4), estimate(3)] })).toEqual([
      ['estimates.2.heat', 'duplicate'],
    ]);
    const amount = (leaseId: string | null) => ({ unitId: id(3), leaseId, amountCents: 1 });
    expect(faults({ amounts: [amount(null), amount(id(5))] })).toEqual([]);
    expect(faults({ amounts: [amount(null), amount(id(5)), amount(null)] })).toEqual([
      ['amounts.2.amountCents', 'duplicate'],
    ]);
  });

  it('ends after it began', () => {
    const backwards = { from: '2025-12-31', to: '2025-01-01' };
    expect(faults(backwards)).toEqual([['to', 'end_before_start']]);
    expect(yearInput.safeParse({ ...asked, ...backwards }).success).toBe(false);
  });
});
