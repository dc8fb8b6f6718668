import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError, answerError } from '../errors.ts';
import { roleOfAnyApiKey } from '../keys.ts';
import {
  refuseCustomProviders,
  refuseOAuthServer,
  refusePasskeys,
  refuseSaml,
  refuseScim,
} from './absent.ts';
import { requireAdmin } from './admin/access.ts';
import { listAuditLog } from './admin/audit-log.ts';
import { deleteFactor, listFactors, updateFactor } from './admin/factors.ts';
import { generateLink, invite } from './admin/links.ts';
import { createUser, deleteUser, listUsers, showUser as showTarget, updateUser } from './admin/users.ts';
import { authenticate, type SignedIn } from './bearer.ts';
import { type AuthRequest, type AuthServer, toAuthRequest } from './context.ts';
import { acceptCallback, authorize, linkIdentity, unlinkIdentity } from './external.ts';
import { challengeFactor, enrolFactor, unenrolFactor, verifyFactor } from './factors.ts';
import { logOut } from './logout.ts';
import { recover, resend, sendOneTimeCode } from './mail-requests.ts';
import { showHealth, showKeys, showOpenIdConfiguration, showSettings } from './settings.ts';
import { signUp } from './signup.ts';
import { grantToken } from './token.ts';
import { accessTokenVerifier } from './tokens.ts';
import { changeUser, reauthenticate, showUser } from './user.ts';
import { verifyByLink, verifyByPost } from './verify.ts';

const maxBodyBytes = 1 << 20;

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

  const admin = (handle: (request: AuthRequest) => Answer) => async (c: Context) => {
    const request = toAuthRequest(server, c);
    await requireAdmin(request);
    return handle(request);
  };

  app.onError((error, c) => answerError(c, error, server.log));
  app.notFound((c) => answerError(c, new ApiError(404, 'not_found', 'Not found'), server.log));
  app.use(async (c, next) => {
    // What is answered here belongs to one user; the key set names its own policy.
    c.header('Cache-Control', 'no-store');
    // As under `supabase start`, a request without a key is anybody's; one with a wrong key is a mistake.
    const key = c.req.header('apikey') ?? c.req.query('apikey') ?? '';
    if (key !== '' && !(await roleOfAnyApiKey(server.keys, key))) {
      throw new ApiError(401, 'no_authorization', 'Invalid API key');
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
  app.post(
    '/token',
    open((request) => grantToken(request, () => authenticate(request, verify))),
  );
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

  app.get('/authorize', open(authorize));
  app.on(['GET', 'POST'], '/callback', open(acceptCallback));
  app.get('/user/identities/authorize', signedIn(linkIdentity));
  app.delete('/user/identities/:identityId', signedIn(unlinkIdentity));

  app.post('/factors', signedIn(enrolFactor));
  app.post('/factors/:factorId/challenge', signedIn(challengeFactor));
  app.post('/factors/:factorId/verify', signedIn(verifyFactor));
  app.delete('/factors/:factorId', signedIn(unenrolFactor));

  app.post('/invite', admin(invite));
  app.get('/admin/users', admin(listUsers));
  app.post('/admin/users', admin(createUser));
  app.get('/admin/users/:userId', admin(showTarget));
  app.put('/admin/users/:userId', admin(updateUser));
  app.delete('/admin/users/:userId', admin(deleteUser));
  app.get('/admin/users/:userId/factors', admin(listFactors));
  app.put('/admin/users/:userId/factors/:factorId', admin(updateFactor));
  app.delete('/admin/users/:userId/factors/:factorId', admin(deleteFactor));
  app.post('/admin/generate_link', admin(generateLink));
  app.get('/admin/audit', admin(listAuditLog));

  app.get('/.well-known/openid-configuration', open(showOpenIdConfiguration));
  app.get(
    '/admin/sso/providers',
    admin(({ c }) => c.json({ items: [] })),
  );
  app.all('/admin/sso/*', admin(refuseSaml));
  app.all('/admin/oauth/*', admin(refuseOAuthServer));
  app.all('/admin/custom-providers/*', admin(refuseCustomProviders));
  app.all('/sso', refuseSaml);
  app.all('/sso/*', refuseSaml);
  app.all('/passkeys/*', refusePasskeys);
  app.all('/oauth/*', refuseOAuthServer);
  app.all('/user/oauth/grants', signedIn(refuseOAuthServer));
  app.get('/.well-known/oauth-authorization-server', refuseOAuthServer);
  app.all('/scim/*', refuseScim);
  return app;
}
