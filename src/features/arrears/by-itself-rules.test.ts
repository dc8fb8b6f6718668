import { expect, test } from 'vitest';
import { type ByItself, byItselfReason } from './by-itself-rules';

const switchedOn: ByItself = { upTo: 'first', moneyWaits: false, isCollected: false, wasTakenBack: false };
const first = { step: 'first', enteredOn: '2026-03-03', last: '2026-02-20', payWithinDays: 10 } as const;

test('a letter goes up to the tone that was allowed', () => {
  expect(byItselfReason(switchedOn, first)).toBe('goes');
  expect(byItselfReason(switchedOn, { ...first, step: 'friendly' })).toBe('goes');
  expect(byItselfReason(switchedOn, { ...first, step: 'second' })).toBe('too_sharp');
  for (const upTo of ['friendly', 'first', 'second'] as const)
    expect(byItselfReason({ ...switchedOn, upTo }, { ...first, step: 'last' })).toBe('too_sharp');
});

test('money has to have been entered after 20 February and ten days, which is 2 March', () => {
  expect(byItselfReason(switchedOn, { ...first, enteredOn: '2026-03-02' })).toBe('not_entered_since');
  expect(byItselfReason(switchedOn, { ...first, enteredOn: '2026-03-03' })).toBe('goes');
  expect(byItselfReason(switchedOn, { ...first, last: null, enteredOn: '2026-02-06' })).toBe('goes');
});

test.each([
  ['moneyWaits', 'money_waits'],
  ['isCollected', 'collected'],
  ['wasTakenBack', 'taken_back'],
] as const)('%s keeps it for a person', (what, reason) => {
  expect(byItselfReason({ ...switchedOn, [what]: true }, first)).toBe(reason);
});
