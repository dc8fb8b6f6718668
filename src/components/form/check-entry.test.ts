import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLeaseInput } from '@/features/lease/schema';
import * as field from '@/lib/field';
import { checkEntry } from './check-entry';

const bill = z
  .strictObject({
    title: field.text(10).min(1),
    from: field.optionalDate,
    to: field.optionalDate,
    amountCents: field.positiveCents,
  })
  .refine(({ from, to }) => (from === null) === (to === null), { error: 'required', path: ['from'] });
const found = (values: readonly [string, unknown][], unreadable = {}) =>
  checkEntry({ schema: bill, values, unreadable }).found;

test('all mistakes of an entry are told in the first round, those of single fields and those between them', () => {
  expect(
    found([
      ['title', '  12345678901 '],
      ['to', '2026-01-31'],
      ['amountCents', null],
    ]),
  ).toEqual({
    title: { code: 'too_long', params: { most: 10, count: 11 } },
    from: { code: 'required' },
    amountCents: { code: 'required' },
  });
});

test('a day that cannot be read is not taken for a missing one', () => {
  const values: [string, unknown][] = [
    ['title', 'Water'],
    ['from', '2026-01-01'],
    ['to', Number.NaN],
    ['amountCents', 5],
  ];
  expect(found(values, { to: { code: 'not_a_date' } })).toEqual({ to: { code: 'not_a_date' } });
});

test('a lease without a first day says at once that a fixed term needs its last one, and a due day its number', () => {
  const values = Object.entries({
    startsOn: null,
    endsOn: null,
    isFixedTerm: true,
    prorationMethod: null,
    dueRule: 'day_of_month',
    dueDay: null,
    unitIds: [],
  });
  const { found: faults } = checkEntry({ schema: createLeaseInput, values, unreadable: {} });
  expect(faults).toMatchObject({
    startsOn: { code: 'required' },
    endsOn: { code: 'required' },
    dueDay: { code: 'required' },
    unitIds: { code: 'required' },
    prorationMethod: { code: 'required' },
  });
});
