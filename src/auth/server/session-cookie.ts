import { combineChunks, stringFromBase64URL } from '@supabase/ssr';
import { z } from 'zod';
import { authCookieName } from '@/lib/session-cookie-name';

const storedSession = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_at: z.number(),
});

/** What the cookie claims; nothing here is verified. `expires_at` is in seconds. */
export type StoredSession = z.infer<typeof storedSession>;

/**
 * Reads the session Supabase's client keeps in its cookie, chunked or not, without asking the auth server.
 * The client's own `getSession` would refresh an old token, and a server component cannot store the new one.
 */
export async function readSessionCookie(
  getCookie: (name: string) => string | undefined,
): Promise<StoredSession | null> {
  const value = await combineChunks(authCookieName, (name) => getCookie(name));
  if (!value) return null;
  try {
    const text = value.startsWith('base64-') ? stringFromBase64URL(value.slice('base64-'.length)) : value;
    return storedSession.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
