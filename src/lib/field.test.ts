import { expect, test } from 'vitest';
import { z } from 'zod';
import { paging } from './field.ts';

test('paging takes what the client’s infinite queries send: cursor and direction', () => {
  const list = z.strictObject(paging);
  expect(list.parse({ cursor: null, direction: 'forward' })).toEqual({
    cursor: null,
    direction: 'forward',
    limit: 50,
  });
  expect(list.safeParse({ direction: 'backward' }).success).toBe(false);
});
