import { describe, expect, it } from 'vitest';
import { nestValues, placeProblems } from './form-values';

describe('nestValues', () => {
  it('nests paths and makes lists of numbered ones, in their order', () => {
    expect(
      nestValues([
        ['name', 'Linden 4'],
        ['address.city', 'Köln'],
        ['address.street', 'Lindenstr.'],
        ['lines.1.amountCents', 200],
        ['lines.0.amountCents', 100],
      ]),
    ).toEqual({
      name: 'Linden 4',
      address: { city: 'Köln', street: 'Lindenstr.' },
      lines: [{ amountCents: 100 }, { amountCents: 200 }],
    });
  });

  it('leaves values that are lists or null alone', () => {
    expect(
      nestValues([
        ['tags', ['a']],
        ['endsOn', null],
      ]),
    ).toEqual({ tags: ['a'], endsOn: null });
  });

  it('keeps the rows of a list that registers itself without a value', () => {
    expect(
      nestValues([
        ['tenants.0.fromOn', '2026-01-01'],
        ['tenants', undefined],
      ]),
    ).toEqual({ tenants: [{ fromOn: '2026-01-01' }] });
  });

  it('does not reach the prototype through a field name', () => {
    nestValues([['__proto__.polluted', true]]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('placeProblems', () => {
  it('gives a problem to its field, to the nearest field above it, or to the form', () => {
    const names = new Set(['name', 'owners']);
    const required = { code: 'required' };
    expect(
      placeProblems({ name: required, 'owners.1.share': { code: 'too_big' }, version: required }, names),
    ).toEqual({ placed: { name: required, owners: { code: 'too_big' } }, homeless: [required] });
  });
});
