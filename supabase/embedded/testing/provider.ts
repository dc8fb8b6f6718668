import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';
import { z } from 'zod';

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Walks the way of a browser from the authorisation address to the redirect back. */
  signIn(authorizationUrl: string, login: string): Promise<string>;
  /** The ID token an app on the user's device gets for itself. */
  idToken(login: string, nonce?: string): Promise<string>;
  /** Gives an account another address, or takes back that it is proven. */
  describe(login: string, claims: { email?: string; email_verified?: boolean; name?: string }): void;
  stop(): Promise<void>;
}

interface Options {
  redirectUri: string;
  /** Whether the address stands in the ID token, or has to be asked for. */
  emailInIdToken?: boolean;
}

/** What somebody types into the pages of the provider. */
function answerTo(page: string, login: string): Record<string, string> {
  return page.includes('value="login"') ? { prompt: 'login', login, password: 'x' } : { prompt: 'consent' };
}

/** An OpenID Connect provider of its own, whose accounts spring up at sign-in. */
export async function startTestProvider({ redirectUri, emailInIdToken }: Options): Promise<TestProvider> {
  const clientId = 'app';
  const clientSecret = 'a secret & a half';
  const described = new Map<string, object>();
  let handle: ReturnType<Provider['callback']> | undefined;
  const server: Server = createServer((request, response) => {
    void handle?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    conformIdTokenClaims: !emailInIdToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: true,
        name: id,
        ...described.get(id),
      }),
    }),
  });
  handle = provider.callback();

  async function signIn(authorizationUrl: string, login: string): Promise<string> {
    const jar = new Map<string, string>();
    const go = async (url: string, form?: Record<string, string>) => {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        const at = pair.indexOf('=');
        jar.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return response;
    };
    let url = authorizationUrl;
    for (let step = 0; step < 12; step++) {
      const { pathname } = new URL(url);
      const form = pathname.startsWith('/interaction/')
        ? answerTo(await (await go(url)).text(), login)
        : undefined;
      const response = await go(url, form);
      const location = response.headers.get('location');
      if (!location) throw new Error(`the provider stopped at ${url}: ${await response.text()}`);
      url = new URL(location, url).toString();
      if (!url.startsWith(issuer)) return url;
    }
    throw new Error('the provider does not come to an end');
  }

  async function idToken(login: string, nonce?: string): Promise<string> {
    const verifier = randomBytes(32).toString('base64url');
    const url = new URL(`${issuer}/auth`);
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(nonce === undefined ? {} : { nonce }),
    }).toString();
    const back = new URL(await signIn(url.toString(), login));
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const response = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    return z.object({ id_token: z.string() }).parse(await response.json()).id_token;
  }

  return {
    issuer,
    clientId,
    clientSecret,
    signIn,
    idToken,
    describe: (login, claims) => described.set(login, claims),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
