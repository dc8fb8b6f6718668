import { expect, test } from 'vitest';
import { describeError } from './log';

test.each([
  [
    '550 5.1.1 <anna.berg+flat@example.com>: Recipient address rejected',
    '550 5.1.1 <[address]>: Recipient address rejected',
  ],
  [
    'No such user: müller@münchen.example (in reply to RCPT TO)',
    'No such user: [address] (in reply to RCPT TO)',
  ],
  ['TO:anna@example.com,bert@example.com;', 'TO:[address],[address];'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ['Cannot find module @supabase/ssr', 'Cannot find module @supabase/ssr'],
])('an error is logged without addresses of people: %s', (message, logged) => {
  const error = new Error(message, { cause: new Error(message) });
  expect(describeError(error)).toMatchObject({ message: logged, cause: { message: logged } });
});

test('of a long word nobody waits for the end', () => {
  const since = performance.now();
  describeError(new Error(`${'a'.repeat(200_000)} ${'@'.repeat(200_000)}`));
  expect(performance.now() - since).toBeLessThan(2_000);
});
