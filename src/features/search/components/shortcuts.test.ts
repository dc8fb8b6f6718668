import { describe, expect, it } from 'vitest';
import de from '../../../../messages/de.json';
import en from '../../../../messages/en.json';
import { type Goal, goalNames, goalsFor, makeShortcutReader } from './shortcuts';

const lettersOf = (goal: Goal) => en.Search.letters[goal];
const plain = { ctrlKey: false, metaKey: false, altKey: false };
function press(...keys: string[]) {
  const read = makeShortcutReader();
  return keys
    .map((key, index) => read({ ...plain, key }, { isTyping: false, now: index * 100, lettersOf }))
    .at(-1);
}

describe('shortcuts', () => {
  it('two keys one after the other, whatever their case', () => {
    expect(press('g', 'p')).toBe('/dashboard/properties');
    expect(press('G', 'Shift', 'T')).toBe('/dashboard/tenants');
    expect(press('n', 't')).toBe('new-tenant');
    expect(press('g', 'y')).toBe('/dashboard/year');
    expect(press('x', 'g', 'd')).toBe('/dashboard');
    expect(press('g', 'n', 'p')).toBe('new-property');
  });
  it('nothing else is one', () => {
    for (const keys of [['p'], ['g', 'x'], ['g', 'p', 'p'], ['toString', 'x'], ['Enter']]) {
      expect(press(...keys), keys.join(' ')).toBeNull();
    }
  });
  it('a question mark lists them, a slash searches', () => {
    expect(press('Shift', '?')).toBe('shortcuts');
    expect(press('/')).toBe('search');
  });
  it('the first key is forgotten after a second and a half', () => {
    const read = makeShortcutReader();
    read({ ...plain, key: 'g' }, { isTyping: false, now: 0, lettersOf });
    expect(read({ ...plain, key: 'p' }, { isTyping: false, now: 1_501, lettersOf })).toBeNull();
  });
  it('while somebody types only Ctrl or Cmd with K counts', () => {
    const read = makeShortcutReader();
    const typing = { isTyping: true, now: 0, lettersOf };
    for (const key of ['?', '/', 'g', 'p']) expect(read({ ...plain, key }, typing), key).toBeNull();
    expect(read({ ...plain, key: 'k', ctrlKey: true }, typing)).toBe('palette');
    expect(read({ ...plain, key: 'K', metaKey: true }, typing)).toBe('palette');
    expect(read({ ...plain, key: 'k', altKey: true, ctrlKey: true }, typing)).toBeNull();
    expect(read({ ...plain, key: 'k' }, typing)).toBeNull();
  });
  it('letters with Ctrl stay the browser’s', () => {
    const read = makeShortcutReader();
    read({ ...plain, key: 'g' }, { isTyping: false, now: 0, lettersOf });
    expect(read({ ...plain, key: 'p', ctrlKey: true }, { isTyping: false, now: 1, lettersOf })).toBeNull();
  });
  it('are two letters in every language, each for one thing', () => {
    for (const { Search } of [en, de]) {
      const letters = goalNames.map((goal) => Search.letters[goal]);
      for (const keys of letters) expect(keys).toMatch(/^[a-z] [a-z]$/);
      expect(new Set(letters).size).toBe(letters.length);
    }
  });
  it('lead to files for banks of the euro only where rents are in euros', () => {
    const abroad = goalsFor({ canEdit: true, currency: 'USD' });
    expect(goalNames.filter((goal) => !abroad.includes(goal))).toEqual(['debits', 'payouts']);
    expect(goalsFor({ canEdit: true, currency: 'EUR' })).toEqual(goalNames);
    const [first = '', second = ''] = en.Search.letters.debits.split(' ');
    for (const [offered, leadsTo] of [
      [abroad, null],
      [goalNames, '/dashboard/rent/debits'],
    ] as const) {
      const read = makeShortcutReader();
      const at = (key: string) => read({ ...plain, key }, { isTyping: false, now: 0, lettersOf, offered });
      at(first);
      expect(at(second)).toBe(leadsTo);
    }
  });
  it('begin nothing for somebody who may only look', () => {
    const seen = goalsFor({ canEdit: false, currency: 'EUR' });
    expect(seen).toContain('payouts');
    expect(seen.filter((goal) => goal.startsWith('new'))).toEqual([]);
  });
  it('are those of the words that are read: M for what is called Miete in German', () => {
    const read = makeShortcutReader();
    const german = (goal: Goal) => de.Search.letters[goal];
    const at = (key: string) => read({ ...plain, key }, { isTyping: false, now: 0, lettersOf: german });
    expect([at('g'), at('m')]).toEqual([null, '/dashboard/rent']);
    expect([at('n'), at('v')]).toEqual([null, 'new-lease']);
  });
});
