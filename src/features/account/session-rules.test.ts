import { expect, test } from 'vitest';
import { reactionTo } from './session-rules';

const me = '8d0fd2b3-9ca7-4d9e-a95f-9e13dded323e';
const other = '1b2b7ef4-0d6f-4ff1-8f6f-1a2b3c4d5e6f';

test.each([
  ['INITIAL_SESSION', 'none', 'leave'],
  ['SIGNED_IN', 'none', 'none'],
  ['SIGNED_OUT', 'leave', 'leave'],
  ['TOKEN_REFRESHED', 'none', 'none'],
  ['USER_UPDATED', 'refresh', 'none'],
  ['PASSWORD_RECOVERY', 'set_password', 'none'],
  ['MFA_CHALLENGE_VERIFIED', 'refresh', 'none'],
] as const)('%s: %s with my session, %s without one', (event, withSession, without) => {
  expect(reactionTo(event, me, me.toUpperCase())).toBe(withSession);
  expect(reactionTo(event, me, null)).toBe(without);
});

test.each(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED'] as const)(
  '%s of somebody else: the page of the one before is dropped',
  (event) => {
    expect(reactionTo(event, me, other)).toBe('reload');
  },
);
