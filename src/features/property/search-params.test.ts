import { expect, test } from 'vitest';
import { everyProperty, listPropertiesOf, readPropertySearch, writePropertySearch } from './search-params';

const read = (query: string) => readPropertySearch(new URLSearchParams(query));

test('the address is read back as it was written, and says nothing when nothing is narrowed', () => {
  const search = {
    search: 'Hof & Garten',
    archive: 'all' as const,
    kind: 'house' as const,
    city: 'Köln',
    only: ['arrears', 'ending'] as const,
    sort: 'arrears' as const,
    descending: true,
  };
  const written = Object.entries(writePropertySearch(search)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  expect(read(new URLSearchParams(written).toString())).toEqual(search);
  expect(Object.values(writePropertySearch(everyProperty)).every((value) => value === null)).toBe(true);
  expect(read('')).toEqual(everyProperty);
});

test('what it does not know counts as not said', () => {
  expect(read('archive=burnt&kind=castle&only=gold,&sort=colour&city=%20')).toEqual(everyProperty);
  expect(read('only=vacant,vacant').only).toEqual(['vacant']);
});

test('a search is asked for without the blanks around it', () => {
  expect(listPropertiesOf({ ...everyProperty, search: ' hof ' })).toMatchObject({
    search: 'hof',
    sort: 'name',
  });
});
