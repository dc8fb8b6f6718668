import { describe, expect, it } from 'vitest';
import { makeShortcutReader } from './shortcuts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };
function press(...keys: string[]) {
  const read = makeShortcutReader();
  return keys.map((key, index) => read({ ...plain, key }, { isTyping: false, now: index * 100 })).at(-1);
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
    read({ ...plain, key: 'g' }, { isTyping: false, now: 0 });
    expect(read({ ...plain, key: 'p' }, { isTyping: false, now: 1_501 })).toBeNull();
  });
  it('while somebody types only Ctrl or Cmd with K counts', () => {
    const read = makeShortcutReader();
    const typing = { isTyping: true, now: 0 };
    for (const key of ['?', '/', 'g', 'p']) expect(read({ ...plain, key }, typing), key).toBeNull();
    expect(read({ ...plain, key: 'k', ctrlKey: true }, typing)).toBe('palette');
    expect(read({ ...plain, key: 'K', metaKey: true }, typing)).toBe('palette');
    expect(read({ ...plain, key: 'k', altKey: true, ctrlKey: true }, typing)).toBeNull();
    expect(read({ ...plain, key: 'k' }, typing)).toBeNull();
  });
  it('letters with Ctrl stay the browser’s', () => {
    const read = makeShortcutReader();
    read({ ...plain, key: 'g' }, { isTyping: false, now: 0 });
    expect(read({ ...plain, key: 'p', ctrlKey: true }, { isTyping: false, now: 1 })).toBeNull();
  });
});
