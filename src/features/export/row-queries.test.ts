import { expect, test } from 'vitest';
import { ownAmounts, ownSharing } from './row-queries';

const leases = {
  soleIds: ['sole'],
  shared: [{ leaseId: 'shared', from: '2025-07-01', to: '2026-03-31' }],
};
const of = (leaseId: string | null) => ({ leaseId, amountCents: 100 });
const all = ['sole', 'shared', 'another'].map(of);

test.each([
  ['2024-01-01', '2024-12-31', ['sole']],
  ['2025-01-01', '2025-12-31', ['sole', 'shared']],
  ['2026-01-01', '2026-12-31', ['sole', 'shared']],
  ['2026-04-01', '2027-03-31', ['sole']],
])('of %s to %s only what was of their days', (from, to, ids) => {
  const heating = { period_from: from, period_to: to, amounts: [...all, of(null)] };
  expect(ownAmounts(heating, leases)).toMatchObject({ amounts: ids.map(of) });
  const byHand = { reason: 'vereinbart', amounts: all };
  const sharing = { costs: [{ categoryId: 'c', key: 'area', periods: [{ from, to, byHand }] }] };
  expect(ownSharing(sharing, leases)).toEqual({
    costs: [
      {
        ...{ categoryId: 'c', key: 'area' },
        periods: [{ from, to, byHand: { reason: 'vereinbart', amounts: ids.map(of) } }],
      },
    ],
  });
});

test('nothing where nothing is theirs', () => {
  expect(
    ownAmounts({ period_from: '2024-01-01', period_to: '2024-12-31', amounts: [of('shared')] }, leases),
  ).toBe(null);
});
