import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError, answerError } from '../errors.ts';
import { roleOfApiKey } from '../keys.ts';
import { authenticate, type SignedIn } from './bearer.ts';
import { type AuthRequest, type AuthServer, toAuthRequest } from './context.ts';
import { logOut } from './logout.ts';
import { recover, resend, sendOneTimeCode } from './mail-requests.ts';
import { showHealth, showKeys, showSettings } from './settings.ts';
import { signUp } from './signup.ts';
import { grantToken } from './token.ts';
import { accessTokenVerifier } from './tokens.ts';
import { changeUser, reauthenticate, showUser } from './user.ts';
import { verifyByLink, verifyByPost } from './verify.ts';

const maxBodyBytes = 1 << 20;

/** Browsers come to these by a link, other servers without a key. */
const keyless = new Set(['/verify', '/.well-known/jwks.json', '/health']);

type Answer = Response | Promise<Response>;

/** The endpoints of `/auth/v1`. */
export function authRoutes(server: AuthServer): Hono {
  const app = new Hono();
  const verify = accessTokenVerifier(server.keys);
  const open = (handle: (request: AuthRequest) => Answer) => (c: Context) => handle(toAuthRequest(server, c));
  const signedIn = (handle: (request: AuthRequest, who: SignedIn) => Answer) => async (c: Context) => {
    const request = toAuthRequest(server, c);
    return handle(request, await authenticate(request, verify));
  };

  app.onError((error, c) => answerError(c, error, server.log));
  app.notFound((c) => answerError(c, new ApiError(404, 'not_found', 'Not found'), server.log));
  app.use(async (c, next) => {
    // What is answered here belongs to one user; the key set names its own policy.
    c.header('Cache-Control', 'no-store');
    const path = c.req.path.replace(/^\/auth\/v1/, '');
    const key = c.req.header('apikey') ?? c.req.query('apikey');
    if (!keyless.has(path) && !roleOfApiKey(server.keys, key)) {
      const message = key ? 'Invalid API key' : 'No API key found in request';
      throw new ApiError(401, 'no_authorization', message);
    }
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new ApiError(
          413,
          'request_entity_too_large',
          `Request body too large (max ${maxBodyBytes} bytes)`,
        );
      },
    }),
  );

  app.get('/health', open(showHealth));
  app.get('/settings', open(showSettings));
  app.get('/.well-known/jwks.json', open(showKeys));
  app.post('/signup', open(signUp));
  app.post('/token', open(grantToken));
  app.post('/recover', open(recover));
  app.post('/otp', open(sendOneTimeCode));
  app.post('/magiclink', open(sendOneTimeCode));
  app.post('/resend', open(resend));
  app.get('/verify', open(verifyByLink));
  app.post('/verify', open(verifyByPost));
  app.get('/user', signedIn(showUser));
  app.put('/user', signedIn(changeUser));
  app.get('/reauthenticate', signedIn(reauthenticate));
  app.post('/logout', signedIn(logOut));
  return app;
}
