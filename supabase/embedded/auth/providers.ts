import { createHmac } from 'node:crypto';
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Config, ProviderConfig } from '../config.ts';
import { ApiError, validationFailed } from '../errors.ts';
import { takeSmall } from './metadata.ts';

/** Sign-in with an account elsewhere: any provider that speaks OpenID Connect, as config.toml `[auth.external.*]` names it. */

/** What Supabase calls them; a `url` in config.toml wins. */
const wellKnownIssuers: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  twitch: 'https://id.twitch.tv/oauth2',
};

const timeoutMs = 10_000;
const discoveryLifeMs = 3_600_000;
const idTokenAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  // Apple sends it as text.
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  nonce: z.string().optional(),
});

type Claims = z.infer<typeof claimsSchema>;

/** Who somebody is with a provider. */
export const externalAccount = z.object({
  provider: z.string(),
  subject: z.string(),
  /** In lower case; empty when the provider names none. */
  email: z.string(),
  emailVerified: z.boolean(),
  /** What is kept on the identity and shown as `identity_data`. */
  data: z.record(z.string(), z.unknown()),
  emailOptional: z.boolean(),
});

export type ExternalAccount = z.infer<typeof externalAccount>;

export interface ProviderTokens {
  accessToken: string | null;
  refreshToken: string | null;
}

const tokenAnswer = z.object({
  id_token: z.string(),
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
});

async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${new URL(url).origin} answered ${response.status}`);
  return response.json();
}

const unreachable = (cause: unknown) =>
  Object.assign(new ApiError(500, 'unexpected_failure', 'Unable to exchange external code'), { cause });

const kept = ['name', 'given_name', 'family_name', 'preferred_username', 'nickname', 'picture', 'locale'];

class Provider {
  readonly name: string;
  readonly config: ProviderConfig;
  readonly #issuer: string;
  #discovered: { at: number; metadata: z.infer<typeof metadataSchema>; keys: JWTVerifyGetKey } | undefined;

  constructor(name: string, config: ProviderConfig, issuer: string) {
    this.name = name;
    this.config = config;
    this.#issuer = issuer;
  }

  async #discover() {
    if (this.#discovered && Date.now() - this.#discovered.at < discoveryLifeMs) return this.#discovered;
    const metadata = metadataSchema.parse(
      await fetchJson(`${this.#issuer}/.well-known/openid-configuration`),
    );
    if (metadata.issuer.replace(/\/$/, '') !== this.#issuer) {
      throw new Error(`${this.#issuer} says its name is ${metadata.issuer}`);
    }
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs });
    this.#discovered = { at: Date.now(), metadata, keys };
    return this.#discovered;
  }

  /** Where the browser goes to sign in there. `wish` holds further parameters the client asked for. */
  async authorizationUrl(flow: {
    state: string;
    secret: Uint8Array;
    redirectUri: string;
    scopes: string;
    wish: Record<string, string>;
  }): Promise<string> {
    const { metadata } = await this.#discover();
    const scopes = new Set(['openid', 'email', 'profile', ...flow.scopes.split(/[\s,]+/).filter(Boolean)]);
    // Apple knows no profile, and answers with a form as soon as it is asked for a name or an address.
    if (this.name === 'apple') scopes.delete('profile');
    const url = new URL(metadata.authorization_endpoint);
    const parameters = {
      ...flow.wish,
      ...(this.name === 'apple' ? { response_mode: 'form_post' } : {}),
      client_id: this.#clientIds[0] ?? '',
      redirect_uri: this.config.redirect_uri || flow.redirectUri,
      response_type: 'code',
      scope: [...scopes].join(' '),
      state: flow.state,
      nonce: derive(flow.secret, 'nonce', flow.state),
      code_challenge: await challengeOf(derive(flow.secret, 'verifier', flow.state)),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.toString();
  }

  get #clientIds(): string[] {
    return this.config.client_id.split(',').map((id) => id.trim());
  }

  /** Exchanges the code the browser brought back. */
  async redeem(flow: {
    code: string;
    state: string;
    secret: Uint8Array;
    redirectUri: string;
  }): Promise<{ account: ExternalAccount; tokens: ProviderTokens }> {
    const { metadata } = await this.#discover().catch((error: unknown) => {
      throw unreachable(error);
    });
    const clientId = this.#clientIds[0] ?? '';
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: flow.code,
      redirect_uri: this.config.redirect_uri || flow.redirectUri,
      code_verifier: derive(flow.secret, 'verifier', flow.state),
    });
    const headers: Record<string, string> = { accept: 'application/json' };
    if (metadata.token_endpoint_auth_methods_supported.includes('client_secret_basic')) {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(this.config.secret)}`;
      headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    } else {
      body.set('client_id', clientId);
      body.set('client_secret', this.config.secret);
    }
    try {
      const answer = tokenAnswer.parse(
        await fetchJson(metadata.token_endpoint, { method: 'POST', body, headers }),
      );
      const claims = await this.#verify(answer.id_token);
      if (claims.nonce !== derive(flow.secret, 'nonce', flow.state)) throw new Error('the nonce differs');
      const account = this.#toAccount(await this.#withUserInfo(claims, answer.access_token));
      return {
        account,
        tokens: {
          accessToken: answer.access_token ?? null,
          refreshToken: answer.refresh_token ?? null,
        },
      };
    } catch (error) {
      throw unreachable(error);
    }
  }

  /** Accepts an ID token an application on the user's device received itself. */
  async acceptIdToken(idToken: string, nonceHash: string | null): Promise<ExternalAccount> {
    const claims = await this.#verify(idToken).catch(() => {
      throw new ApiError(400, 'validation_failed', 'Bad ID token');
    });
    if (!this.config.skip_nonce_check) {
      if ((claims.nonce === undefined) !== (nonceHash === null)) {
        throw validationFailed('Passed nonce and nonce in id_token should either both exist or not.');
      }
      if (nonceHash !== null && claims.nonce !== nonceHash) throw validationFailed('Nonces mismatch');
    }
    return this.#toAccount(claims);
  }

  async #verify(idToken: string): Promise<Claims> {
    const { metadata, keys } = await this.#discover();
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: metadata.issuer,
      audience: this.#clientIds,
      algorithms: idTokenAlgorithms,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: 30,
    });
    return claimsSchema.parse(payload);
  }

  /** Many providers put the address into user info only. */
  async #withUserInfo(claims: Claims, accessToken: string | undefined): Promise<Claims> {
    const endpoint = this.#discovered?.metadata.userinfo_endpoint;
    if (claims.email !== undefined || !endpoint || !accessToken) return claims;
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
    const info = claimsSchema.parse(await fetchJson(endpoint, { headers }));
    if (info.sub !== claims.sub) throw new Error('user info is about somebody else');
    return { ...info, ...claims };
  }

  #toAccount(claims: Claims): ExternalAccount {
    const email = claims.email?.toLowerCase() ?? '';
    const emailVerified = email !== '' && String(claims.email_verified) === 'true';
    if (email === '' && !this.config.email_optional) {
      throw new ApiError(500, 'unexpected_failure', 'Error getting user email from external provider');
    }
    const name = typeof claims.name === 'string' ? claims.name : undefined;
    const picture = typeof claims.picture === 'string' ? claims.picture : undefined;
    const data = {
      iss: this.#discovered?.metadata.issuer,
      sub: claims.sub,
      provider_id: claims.sub,
      ...(email === '' ? {} : { email }),
      email_verified: emailVerified,
      phone_verified: false,
      ...Object.fromEntries(
        kept.flatMap((key) => (typeof claims[key] === 'string' ? [[key, claims[key]]] : [])),
      ),
      ...(name === undefined ? {} : { full_name: name }),
      ...(picture === undefined ? {} : { avatar_url: picture }),
    };
    return {
      provider: this.name,
      subject: claims.sub,
      email,
      emailVerified,
      data: takeSmall(data),
      emailOptional: this.config.email_optional,
    };
  }
}

/** PKCE verifier and nonce follow from the flow and a key that is not in the database. */
const derive = (secret: Uint8Array, purpose: string, state: string) =>
  createHmac('sha256', secret).update(`external:${purpose}:${state}`).digest('base64url');

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return Buffer.from(digest).toString('base64url');
}

export type Providers = ReadonlyMap<string, Provider>;

/** The providers that are switched on. Refuses one whose issuer nobody names. */
export function readProviders(config: Config): Providers {
  const providers = new Map<string, Provider>();
  for (const [name, settings] of Object.entries(config.auth.external)) {
    if (!settings.enabled) continue;
    const complain = (what: string) => new Error(`supabase/config.toml: [auth.external.${name}] ${what}`);
    let issuer = (settings.url || wellKnownIssuers[name] || '').replace(/\/+$/, '');
    // Supabase takes the tenant's address without the version.
    if (name === 'azure' && issuer !== '' && !issuer.endsWith('/v2.0')) issuer += '/v2.0';
    if (!URL.canParse(issuer)) {
      throw complain('speaks no OpenID Connect that the embedded server knows: name its issuer as url');
    }
    if (settings.client_id === '') throw complain('needs a client_id');
    providers.set(name, new Provider(name, settings, issuer));
  }
  return providers;
}

export function findProvider(providers: Providers, name: string): Provider {
  const provider = providers.get(name.toLowerCase());
  if (!provider) throw validationFailed('Unsupported provider: provider is not enabled');
  return provider;
}
