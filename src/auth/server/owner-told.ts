import 'server-only';
import { createHmac } from 'node:crypto';

/**
 * Says to the embedded sign-in server that this application tells the owner itself what it changes, with the device and
 * the time; it is silent then, and tells what was changed past the application. Supabase's own ignores it.
 */
export const ownerToldHeader = (secretKey: string): Record<string, string> => ({
  'x-owner-told': createHmac('sha256', secretKey).update('x-owner-told').digest('base64url'),
});
