import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choose, type Selection } from './selection';

const ids = ['a', 'b', 'c', 'd', 'e'];
const none: Selection = { chosen: new Set(), anchor: null };
const click = { isChosen: true, isRange: false };
const shift = { isChosen: true, isRange: true };

describe('choose', () => {
  it('a range goes from the last row that was set to this one, in either direction', () => {
    const fromB = choose(none, ids, 'b', click);
    expect([...choose(fromB, ids, 'd', shift).chosen]).toEqual(['b', 'c', 'd']);
    expect([...choose(fromB, ids, 'a', shift).chosen].sort()).toEqual(['a', 'b']);
  });
  it('takes a range away as well', () => {
    const all: Selection = { chosen: new Set(ids), anchor: 'b' };
    expect([...choose(all, ids, 'd', { isChosen: false, isRange: true }).chosen]).toEqual(['a', 'e']);
  });
  it('without a row to begin at, or when that row has gone, it is this row alone', () => {
    expect([...choose(none, ids, 'c', shift).chosen]).toEqual(['c']);
    expect([...choose({ chosen: new Set(), anchor: 'gone' }, ids, 'c', shift).chosen]).toEqual(['c']);
  });
  it('always sets the row itself and touches none outside the range', () => {
    fc.assert(
      fc.property(
        fc.subarray(ids),
        fc.constantFrom(...ids, null),
        fc.constantFrom(...ids),
        fc.boolean(),
        fc.boolean(),
        (chosen, anchor, id, isChosen, isRange) => {
          const next = choose({ chosen: new Set(chosen), anchor }, ids, id, { isChosen, isRange });
          expect(next.chosen.has(id)).toBe(isChosen);
          const ends =
            isRange && anchor !== null ? [ids.indexOf(anchor), ids.indexOf(id)] : [ids.indexOf(id)];
          for (const [index, other] of ids.entries()) {
            const isInside = index >= Math.min(...ends) && index <= Math.max(...ends);
            expect(next.chosen.has(other)).toBe(isInside ? isChosen : chosen.includes(other));
          }
        },
      ),
    );
  });
});
