import type { AuthRequest } from './context.ts';

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
      ...Object.fromEntries(providers.map((provider) => [provider, false])),
      anonymous_users: false,
      email: auth.email.enable_signup,
      phone: false,
    },
    disable_signup: !auth.enable_signup,
    mailer_autoconfirm: !auth.email.enable_confirmations,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  });
}

export function showHealth({ c }: AuthRequest): Response {
  return c.json({
    version: 'hausbuch-embedded',
    name: 'GoTrue',
    description: 'Embedded auth server, wire-compatible with Supabase Auth',
  });
}

export function showKeys({ server, c }: AuthRequest): Response {
  c.header('Cache-Control', 'public, max-age=600');
  return c.json(server.keys.jwks);
}
