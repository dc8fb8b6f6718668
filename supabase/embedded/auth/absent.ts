import type { ErrorCode } from '../error-codes.ts';
import { ApiError } from '../errors.ts';

/** Features of Supabase Auth this server has not: they answer as there when they are switched off. */

const absent = (code: ErrorCode, message: string) => (): never => {
  throw new ApiError(404, code, message);
};

export const refuseSaml = absent('saml_provider_disabled', 'SAML 2.0 is disabled');
export const refusePasskeys = absent('passkey_disabled', 'Passkeys are disabled');
export const refuseOAuthServer = absent('feature_disabled', 'OAuth server is disabled');
export const refuseCustomProviders = absent('feature_disabled', 'Custom OAuth providers are disabled');
export const refuseScim = absent('feature_disabled', 'SCIM server is disabled');
