import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCodes } from '@hausbuch/supabase-embedded/error-codes';
import { describe, expect, test } from 'vitest';
import de from '../../../messages/de.json';
import en from '../../../messages/en.json';

const root = path.resolve(import.meta.dirname, '../../..');

/** Section 8 of the specification. */
const specified = [
  'weak_password',
  'session_not_found',
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
];

/** What the wire notes add to the client's own list. */
const onTheWire = [
  'current_password_required',
  'current_password_invalid',
  'request_entity_too_large',
  'sso_provider_disabled',
  'web3_provider_disabled',
];

/** What the auth server itself (v2.196.0) can answer on the ways we use, and the client does not name yet. */
const ofTheServer = [
  'oauth_client_state_not_found',
  'oauth_client_state_expired',
  'oauth_invalid_state',
  'email_address_not_provided',
  'feature_disabled',
];

/** What a provider's answer may carry instead (RFC 6749, §4.1.2.1). */
const ofProviders = ['access_denied', 'server_error', 'temporarily_unavailable'];

/** The codes the official client names in its types. */
function clientCodes(): string[] {
  const file = path.join(root, 'node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts');
  return [...readFileSync(file, 'utf8').matchAll(/'([a-z0-9_]+)'/g)].map(([, code = '']) => code);
}

describe.each([
  ['the specification', specified],
  ['the wire notes', onTheWire],
  ['the auth server', ofTheServer],
  ['providers', ofProviders],
  ['the official client', clientCodes()],
  ['the embedded server', [...errorCodes]],
])('every code of %s', (_name, codes) => {
  test('is found at all', () => expect(codes.length).toBeGreaterThan(2));

  test.each([
    ['English', en.AuthErrors],
    ['German', de.AuthErrors],
  ])('has a sentence in %s', (_language, words) => {
    const known: Record<string, string> = words;
    const wordless = [...new Set(codes)].filter((code) => !/[.?!]$/.test(known[code] ?? ''));
    expect(wordless).toEqual([]);
  });
});

test('a code without a sentence is named beside the general one', () => {
  for (const words of [en.AuthErrors.unknown, de.AuthErrors.unknown]) expect(words).toContain('{code}');
});
