import { describe, expect, it } from 'vitest';
import { keptSince, waysOf } from './event-rules';

const amr = (...methods: string[]) => methods.map((method) => ({ method, timestamp: 0 }));

describe('waysOf', () => {
  it.each([
    [['password'], { way: 'password', hasFactor: false }],
    [['totp', 'password'], { way: 'password', hasFactor: true }],
    [['mfa/phone', 'otp'], { way: 'link', hasFactor: true }],
    [['email/signup'], { way: 'link', hasFactor: false }],
    [['recovery'], { way: 'link', hasFactor: false }],
    [['token_refresh', 'oauth'], { way: 'provider', hasFactor: false }],
    [[], { way: 'link', hasFactor: false }],
  ] as const)('%j', (methods, expected) => {
    expect(waysOf(amr(...methods))).toEqual(expected);
  });
});

it('sign-ins are kept for 180 days', () => {
  expect(keptSince(new Date('2026-06-30T12:00:00Z')).toISOString()).toBe('2026-01-01T12:00:00.000Z');
});
