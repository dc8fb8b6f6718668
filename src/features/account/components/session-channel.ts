import { authCookieName } from '@/lib/session-cookie-name';

let leaving = false;

/** This tab is on its way out by its own wish. */
export const hasLeft = () => leaving;

/**
 * Tells the other tabs that the session was ended here, in the words and on the channel of Supabase's own
 * client: our server signs out, and the clients in those tabs would not notice.
 */
export function announceSignOut(): void {
  leaving = true;
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(authCookieName);
  channel.postMessage({ event: 'SIGNED_OUT', session: null });
  channel.close();
}
