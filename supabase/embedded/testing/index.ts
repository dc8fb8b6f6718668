/** For tests of this repository: what an app needs to try itself against the server. Not packed. */
export { totpCode } from '../auth/totp.ts';
export { deliver } from '../storage/delivery.ts';
export { startTestPostgres, type TestPostgres } from './postgres.ts';
export { startTestProvider, type TestProvider } from './provider.ts';
export { startSupabaseOn, type TestMessage, type TestSupabase } from './supabase.ts';
