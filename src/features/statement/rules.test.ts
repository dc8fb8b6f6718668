import { expect, test } from 'vitest';
import { asListed } from './rules';

test('results stand as the units are listed, EG before 1. OG, and of one flat in the order of time', () => {
  const units = ['EG', '1. OG', '2. OG'].map((id) => ({ id }));
  const leases = [
    { id: 'late', units: [{ unitId: 'EG' }] },
    { id: 'early', units: [{ unitId: 'EG' }] },
    { id: 'first floor', units: [{ unitId: '1. OG' }] },
    { id: 'both', units: [{ unitId: '2. OG' }, { unitId: '1. OG' }] },
  ];
  // As the arithmetic has them: by the names of the flats, letter by letter, then by time.
  const given = ['first floor', 'both', 'early', 'late'].map((leaseId) => ({ leaseId }));
  expect(asListed(given, { units, leases }).map(({ leaseId }) => leaseId)).toEqual([
    'early',
    'late',
    'first floor',
    'both',
  ]);
});
