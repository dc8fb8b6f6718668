import { ACTION_HEADER, FLIGHT_HEADERS } from 'next/dist/client/components/app-router-headers.js';
import { expect, test } from 'vitest';
import { isAskedByScript } from './provider-rules';

test('a form sent by script is told by a header that Next sends, and hides from no action', () => {
  expect(isAskedByScript(new Headers({ [ACTION_HEADER]: '7f' }))).toBe(true);
  expect(FLIGHT_HEADERS).not.toContain(ACTION_HEADER);
  expect(isAskedByScript(new Headers({ 'content-type': 'multipart/form-data; boundary=x' }))).toBe(false);
});
