import { expect, test } from 'vitest';
import { readActivityFilter, writeActivityFilter } from './activity-params';

test('the address keeps what the changes are narrowed to, and what it does not know narrows nothing', () => {
  const read = (query: string) => readActivityFilter(new URLSearchParams(query));
  expect(read('')).toEqual({ entity: null, by: 'anybody' });
  expect(read('of=payment&by=others')).toEqual({ entity: 'payment', by: 'others' });
  expect(read('of=constructor&by=1')).toEqual({ entity: null, by: 'anybody' });
  expect(writeActivityFilter({ entity: null, by: 'anybody' }).toString()).toBe('');
  expect(read(writeActivityFilter({ entity: 'lease', by: 'system' }).toString())).toEqual({
    entity: 'lease',
    by: 'system',
  });
});
