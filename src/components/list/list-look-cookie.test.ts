import { expect, test } from 'vitest';
import { type ListLook, readListLook, writeListLook } from './list-look-cookie';

const known = ['kind', 'city', 'arrears'];
const usual: ListLook = { view: 'cards', columns: ['kind', 'city'] };
const read = (value: string | undefined) => readListLook(value, { known, usual });

test('is read as it was written, also without any column', () => {
  for (const look of [
    { view: 'table', columns: ['kind', 'arrears'] },
    { view: 'cards', columns: [] },
    usual,
  ] satisfies ListLook[]) {
    expect(read(writeListLook(look))).toEqual(look);
  }
});

test('anything else is the usual look, and unknown columns are left out', () => {
  for (const value of [undefined, '', 'table', 'grid.kind', '.kind', '<script>']) {
    expect(read(value), value).toEqual(usual);
  }
  expect(read('table.city-secret-kind')).toEqual({ view: 'table', columns: ['kind', 'city'] });
});
