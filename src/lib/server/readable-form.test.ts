import { expect, test } from 'vitest';
import { isReadableForm } from './readable-form';

const sent = (type: string, body: string, method = 'POST') =>
  isReadableForm(
    new Request('http://localhost/auth/login', {
      method,
      headers: { 'content-type': type },
      ...(method === 'POST' ? { body } : {}),
    }),
  );
const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const whole = `--${boundary}\r\ncontent-disposition: form-data; name="email"\r\n\r\na@example.com\r\n--${boundary}--\r\n`;

test('a form that a browser sends is read', async () => {
  expect(await sent(`multipart/form-data; boundary=${boundary}`, whole)).toBe(true);
});

test.each([
  ['multipart/form-data', whole],
  [`multipart/form-data; boundary=${boundary}`, '["$F1"]'],
  [`multipart/form-data; boundary=${boundary}`, ''],
  [`Multipart/Form-Data; boundary=${boundary}`, whole.slice(0, -8)],
  ['multipart/form-data; boundary=another-than-this-one-has-at-all', whole],
])('%s with %j is none', async (type, body) => {
  expect(await sent(type, body)).toBe(false);
});

test('what is not sent as parts is left to the page', async () => {
  expect(await sent('text/plain;charset=UTF-8', '["$F1"]')).toBe(true);
  expect(await sent('application/x-www-form-urlencoded', 'email=%ff')).toBe(true);
  expect(await sent('multipart/form-data', '', 'GET')).toBe(true);
});
