import { expect, test } from 'vitest';
import { phoneHref } from './phone.ts';

test.each([
  ['+49 30 123456', 'tel:+4930123456'],
  ['+49 (0)30 / 12 34 56', 'tel:+4930123456'],
  ['(030) 123456', 'tel:030123456'],
  ['(+49) 30 123456', 'tel:+4930123456'],
  ['0049 (0)30 123456', 'tel:004930123456'],
  ['+49 ( 0 )30 1', 'tel:+49301'],
  ['(614) 555-0134', 'tel:6145550134'],
  ['614-555-0134 x12', 'tel:6145550134;ext=12'],
  ['+1 (614) 555-0134 ext. 12', 'tel:+16145550134;ext=12'],
])('%s is dialled as %s', (written, href) => {
  expect(phoneHref(written)).toBe(href);
});
