import { type AuthRequest, issuerOf } from './context.ts';

const providers = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'zoom',
];

export function showSettings({ server, c }: AuthRequest): Response {
  const { auth } = server.config;
  return c.json({
    external: {
      ...Object.fromEntries(providers.map((provider) => [provider, server.providers.has(provider)])),
      anonymous_users: auth.enable_anonymous_sign_ins,
      email: auth.email.enable_signup,
      phone: auth.sms.enable_signup,
    },
    disable_signup: !auth.enable_signup,
    mailer_autoconfirm: !auth.email.enable_confirmations,
    phone_autoconfirm: !auth.sms.enable_confirmations,
    sms_provider: auth.sms.enable_signup ? (server.smsHook ? 'hook' : 'mailbox') : '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  });
}

export function showHealth({ c }: AuthRequest): Response {
  return c.json({
    version: 'supabase-embedded',
    name: 'GoTrue',
    description: 'Embedded auth server, wire-compatible with Supabase Auth',
  });
}

export function showOpenIdConfiguration({ server, c }: AuthRequest): Response {
  const issuer = issuerOf(server);
  c.header('Cache-Control', 'public, max-age=600');
  return c.json({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256', 'plain'],
  });
}

export function showKeys({ server, c }: AuthRequest): Response {
  c.header('Cache-Control', 'public, max-age=600');
  return c.json(server.keys.jwks);
}
