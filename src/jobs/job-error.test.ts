import { expect, test } from 'vitest';
import { describeError } from '@/lib/server/log';
import { asError } from './job-error';

test('what pg-boss makes of an error is told like the error', () => {
  const error = Object.assign(new Error('timeout'), { code: '57014', severity: 'ERROR' });
  const given = { ...error, message: error.message, stack: error.stack, queue: 'mails', worker: '1' };
  expect(describeError(given)).toEqual({ type: 'object' });
  expect(describeError(asError(given))).toEqual(describeError(error));
});

test('an error stays itself', () => {
  const error = new Error('none');
  expect(asError(error)).toBe(error);
});
