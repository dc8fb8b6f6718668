/** How providers write their own names; one that is not listed shows its name as configured. */
const providerNames: Record<string, string> = {
  apple: 'Apple',
  azure: 'Microsoft',
  bitbucket: 'Bitbucket',
  discord: 'Discord',
  facebook: 'Facebook',
  figma: 'Figma',
  fly: 'Fly.io',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  kakao: 'Kakao',
  keycloak: 'Keycloak',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  notion: 'Notion',
  slack: 'Slack',
  slack_oidc: 'Slack',
  snapchat: 'Snapchat',
  spotify: 'Spotify',
  twitch: 'Twitch',
  twitter: 'X',
  workos: 'WorkOS',
  zoom: 'Zoom',
};

/** The signs of those that Bootstrap's icons have. */
const providerIcons: Record<string, string> = {
  apple: 'bi:apple',
  azure: 'bi:microsoft',
  discord: 'bi:discord',
  facebook: 'bi:facebook',
  github: 'bi:github',
  gitlab: 'bi:gitlab',
  google: 'bi:google',
  linkedin: 'bi:linkedin',
  linkedin_oidc: 'bi:linkedin',
  slack: 'bi:slack',
  slack_oidc: 'bi:slack',
  snapchat: 'bi:snapchat',
  spotify: 'bi:spotify',
  twitch: 'bi:twitch',
  twitter: 'bi:twitter-x',
};

export const providerIcon = (provider: string): string | null => providerIcons[provider] ?? null;

export const providerName = (provider: string): string => providerNames[provider] ?? provider;

/**
 * What to ask a provider for beside what the auth server asks for anyway. Keycloak tells who somebody is only
 * where `openid` was asked for, and Supabase leaves that to the application.
 */
export const providerScopes = (provider: string): { scopes?: string } =>
  provider === 'keycloak' ? { scopes: 'openid' } : {};

/** Whether a form was sent by the page's own script, as Next marks it, and not by the browser by itself. */
export const isAskedByScript = (headers: Pick<Headers, 'has'>): boolean => headers.has('next-action');
