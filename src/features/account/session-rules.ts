import type { AuthChangeEvent } from '@supabase/supabase-js';

/** What a page of somebody signed in does when Supabase's client tells of the session. */
export type Reaction =
  | 'none'
  /** The session is over, here or everywhere. */
  | 'leave'
  /** Somebody else is signed in now: nothing on the page is theirs to see. */
  | 'reload'
  /** The account is another than the page shows. */
  | 'refresh'
  | 'set_password';

/** @param userId whose page it is; `sessionUserId` whom the event is about, null: nobody is signed in. */
export function reactionTo(event: AuthChangeEvent, userId: string, sessionUserId: string | null): Reaction {
  if (event === 'SIGNED_OUT') return 'leave';
  // Tabs tell one another of events without their sessions.
  if (sessionUserId === null) return event === 'INITIAL_SESSION' ? 'leave' : 'none';
  if (sessionUserId.toLowerCase() !== userId.toLowerCase()) return 'reload';
  switch (event) {
    case 'USER_UPDATED':
    case 'MFA_CHALLENGE_VERIFIED':
      return 'refresh';
    case 'PASSWORD_RECOVERY':
      return 'set_password';
    default:
      return 'none';
  }
}
