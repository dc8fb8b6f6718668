import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '../database.ts';
import { ApiError, validationFailed } from '../errors.ts';
import { recordAudit } from './audit.ts';
import { requireFullAssurance, type SignedIn } from './bearer.ts';
import { type AuthRequest, limitAddress, optionalText, readBody, transact } from './context.ts';
import { parseChallenge, recordLinker } from './flow-state.ts';
import { findObstacle, linkTo, type Recognised, recognise, takeEmailFromIdentities } from './linking.ts';
import { notifyOwner } from './notifications.ts';
import { type ExternalAccount, findProvider, type ProviderTokens } from './providers.ts';
import { oauthErrorOf, sessionFragment, withFragment, withQuery } from './redirect.ts';
import { openSession, type SessionAnswer } from './sessions.ts';
import { getUserById, lockUser, updateProviders } from './users.ts';

/** Sign-in with an account elsewhere: the way there and back, linking and unlinking. */

/** Ours, or set by us: a client's wish for them is not passed on. */
const reserved = new Set(
  `provider scopes scope redirect_to skip_http_redirect apikey invite_token client_id client_secret
  redirect_uri response_type response_mode state code_challenge code_challenge_method code_verifier
  nonce`.split(/\s+/),
);

const callbackOf = (request: AuthRequest) => `${request.server.publicUrl}/auth/v1/callback`;

/** @param linker who wants the identity added to their account; null: somebody who signs in */
async function beginFlow(request: AuthRequest, linker: SignedIn | null): Promise<string> {
  const { server, c, redirectTo } = request;
  limitAddress(request, 'authorize', server.config.auth.rate_limit.sign_in_sign_ups);
  const query = c.req.query();
  const provider = findProvider(server.providers, query.provider ?? '');
  const challenge = parseChallenge({
    code_challenge: query.code_challenge ?? '',
    code_challenge_method: query.code_challenge_method ?? '',
  });
  const wish = Object.fromEntries(
    Object.entries(query).filter(([name]) => !reserved.has(name.toLowerCase())),
  );
  const state = crypto.randomUUID();
  const url = await provider
    .authorizationUrl({
      state,
      secret: server.keys.oneTimeCodeKey,
      redirectUri: callbackOf(request),
      scopes: query.scopes ?? '',
      wish,
    })
    .catch((error: unknown) => {
      server.log.warn({ err: error, provider: provider.name }, 'provider cannot be reached');
      throw validationFailed('Unsupported provider: provider cannot be reached');
    });
  await transact(server, async (tx) => {
    await tx`insert into auth.flow_state ${tx({
      id: state,
      auth_code: crypto.randomUUID(),
      code_challenge: challenge?.challenge ?? null,
      code_challenge_method: challenge?.method ?? null,
      provider_type: provider.name,
      authentication_method: 'oauth',
      referrer: redirectTo,
      linking_target_id: linker?.user.id ?? null,
    })}`;
    if (linker) await recordLinker(tx, state, linker);
  });
  return url;
}

export async function authorize(request: AuthRequest): Promise<Response> {
  return request.c.redirect(await beginFlow(request, null), 302);
}

const linkingDisabled = () => new ApiError(404, 'manual_linking_disabled', 'Manual linking is disabled');

export async function linkIdentity(request: AuthRequest, who: SignedIn): Promise<Response> {
  const { server, c } = request;
  if (!server.config.auth.enable_manual_linking) throw linkingDisabled();
  requireFullAssurance(who);
  const url = await beginFlow(request, who);
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
}

export async function unlinkIdentity(request: AuthRequest, who: SignedIn): Promise<Response> {
  const { server, c } = request;
  const { user } = who;
  if (!server.config.auth.enable_manual_linking) throw linkingDisabled();
  requireFullAssurance(who);
  const id = z.guid().safeParse(c.req.param('identityId'));
  if (!id.success) throw new ApiError(404, 'validation_failed', 'identity_id must be an UUID');
  await transact(server, async (tx, afterCommit) => {
    const { identities } = await lockUser(tx, user.id);
    if (identities.length <= 1) {
      throw new ApiError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    }
    const identity = identities.find((candidate) => candidate.id === id.data);
    if (!identity) throw new ApiError(422, 'identity_not_found', "Identity doesn't exist");
    await tx`delete from auth.identities where id = ${identity.id}`;
    if (identity.provider === 'phone') {
      await tx`update auth.users set phone = null, phone_confirmed_at = null, updated_at = now()
        where id = ${user.id}`;
    } else {
      await takeEmailFromIdentities(tx, user.id);
    }
    await updateProviders(tx, user.id);
    await recordAudit(tx, request, user, 'identity_unlinked', { provider: identity.provider });
    await notifyOwner({ tx, afterCommit, request }, user, 'identity_unlinked', {
      Provider: identity.provider,
    });
  });
  return c.json({});
}

interface Flow {
  id: string;
  auth_code: string;
  code_challenge: string | null;
  provider_type: string;
  referrer: string;
  linking_target_id: string | null;
  user_id: string | null;
  expired: boolean;
}

const badState = (message: string) => new ApiError(400, 'bad_oauth_state', message);

async function findFlow(request: AuthRequest, state: string): Promise<Flow> {
  if (state === '') throw new ApiError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  const id = z.guid().safeParse(state);
  if (!id.success) throw badState('OAuth state parameter is invalid');
  const [flow] = await request.server.sql<Flow[]>`
    select id, auth_code, code_challenge, provider_type, referrer, linking_target_id, user_id,
      now() > created_at + interval '300 seconds' as expired
    from auth.flow_state where id = ${id.data} and authentication_method = 'oauth'`;
  if (!flow) throw badState('OAuth state not found or expired');
  if (flow.expired) throw badState('OAuth state has expired');
  if (flow.user_id) throw alreadyUsed();
  return flow;
}

const alreadyUsed = () => new ApiError(400, 'flow_state_already_used', 'State has already been used');

type Finished = { refusal: ApiError } | { code: string } | { session: SessionAnswer };

/**
 * Whoever opened the provider's page may not be who wants the link: it is made when the browser that began shows
 * its verifier. Without PKCE nothing tells the two apart.
 */
async function prepareLink(tx: Transaction, flow: Flow, account: ExternalAccount): Promise<Recognised> {
  const targetId = flow.linking_target_id ?? '';
  const refusal = await findObstacle(tx, targetId, account);
  if (refusal) return { refusal };
  if (flow.code_challenge === null) {
    return { refusal: validationFailed('Linking an identity requires PKCE: use flowType "pkce"') };
  }
  await tx`insert into supabase_embedded.pending_identity ${tx({
    flow_id: flow.id,
    account: tx.json(JSON.parse(JSON.stringify(account))),
  })}`;
  return { user: await getUserById(tx, targetId) };
}

/** Uses up the flow: with a challenge the browser gets a code for it, without one the session itself. */
async function finishFlow(
  request: AuthRequest,
  flow: Flow,
  found: { account: ExternalAccount; tokens: ProviderTokens },
): Promise<Finished> {
  return transact<Finished>(request.server, async (tx, afterCommit) => {
    const work = { tx, afterCommit, request };
    const [open] = await tx`
      select 1 from auth.flow_state where id = ${flow.id} and user_id is null for update`;
    if (!open) throw alreadyUsed();
    const recognised: Recognised = flow.linking_target_id
      ? await prepareLink(tx, flow, found.account)
      : await recognise(work, found.account);
    if ('refusal' in recognised) {
      await tx`delete from auth.flow_state where id = ${flow.id}`;
      return recognised;
    }
    const { user } = recognised;
    if (flow.code_challenge === null) {
      await tx`delete from auth.flow_state where id = ${flow.id}`;
      return { session: await openSession(tx, request, user.id, 'oauth') };
    }
    await tx`update auth.flow_state set user_id = ${user.id}, auth_code_issued_at = now(), updated_at = now(),
        provider_access_token = ${found.tokens.accessToken},
        provider_refresh_token = ${found.tokens.refreshToken}
      where id = ${flow.id}`;
    return { code: flow.auth_code };
  });
}

interface OAuthFailure {
  error: string;
  description: string;
  code?: string;
}

const accessDenied = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

function toFailure(error: ApiError): OAuthFailure {
  const name = accessDenied.has(error.code) ? 'access_denied' : oauthErrorOf(error.status);
  return { error: name ?? 'server_error', description: error.message, code: error.code };
}

function failureUrl(target: string, failure: OAuthFailure): string {
  const values = {
    error: failure.error,
    ...(failure.code ? { error_code: failure.code } : {}),
    error_description: failure.description,
  };
  return withFragment(withQuery(target, values), values);
}

/** The provider sends the browser back here, with a link or (Apple) with a form. */
export async function acceptCallback(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const form: Record<string, unknown> = c.req.method === 'POST' ? await c.req.parseBody() : c.req.query();
  const given = (name: string) => {
    const value = form[name];
    return typeof value === 'string' ? value : '';
  };
  let target = server.siteUrl;
  try {
    limitAddress(request, 'callback', server.config.auth.rate_limit.sign_in_sign_ups);
    const flow = await findFlow(request, given('state'));
    target = flow.referrer || server.siteUrl;
    if (given('error') !== '') {
      const description = given('error_description');
      return c.redirect(failureUrl(target, { error: given('error'), description }), 302);
    }
    if (given('code') === '') {
      throw new ApiError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing');
    }
    const found = await findProvider(server.providers, flow.provider_type).redeem({
      code: given('code'),
      state: flow.id,
      secret: server.keys.oneTimeCodeKey,
      redirectUri: callbackOf(request),
    });
    const finished = await finishFlow(request, flow, found);
    if ('refusal' in finished) return c.redirect(failureUrl(target, toFailure(finished.refusal)), 302);
    if ('code' in finished) return c.redirect(withQuery(target, { code: finished.code }), 302);
    const { accessToken, refreshToken } = found.tokens;
    const fragment = {
      ...sessionFragment(finished.session),
      ...(accessToken ? { provider_token: accessToken } : {}),
      ...(refreshToken ? { provider_refresh_token: refreshToken } : {}),
    };
    return c.redirect(withFragment(target, fragment), 302);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status >= 500) server.log.warn({ err: error.cause ?? error }, 'sign-in with a provider failed');
    return c.redirect(failureUrl(target, toFailure(error)), 302);
  }
}

const idTokenBody = z.object({
  provider: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
});

/** `grant_type=id_token`: an app on the user's device signed in with the provider by itself. */
export async function grantByIdToken(
  request: AuthRequest,
  whoIsSignedIn: () => Promise<SignedIn>,
): Promise<Response> {
  const { server, c } = request;
  const input = await readBody(c, idTokenBody);
  limitAddress(request, 'id-token', server.config.auth.rate_limit.token_refresh);
  if (input.id_token === '') throw validationFailed('id_token required');
  if (input.provider === '') throw validationFailed('provider or client_id and issuer required');
  const provider = server.providers.get(input.provider);
  if (!provider) {
    throw new ApiError(400, 'provider_disabled', `Provider (issuer "${input.provider}") is not enabled`);
  }
  const linker = input.link_identity ? await whoIsSignedIn() : null;
  if (linker) requireFullAssurance(linker);
  const target = linker?.user ?? null;
  if (target && !server.config.auth.enable_manual_linking) throw linkingDisabled();
  const nonceHash = input.nonce === '' ? null : createHash('sha256').update(input.nonce).digest('hex');
  const account = await provider.acceptIdToken(input.id_token, nonceHash);
  const done = await transact<{ refusal: ApiError } | { session: SessionAnswer }>(
    server,
    async (tx, afterCommit) => {
      const work = { tx, afterCommit, request };
      const recognised = target ? await linkTo(work, target.id, account) : await recognise(work, account);
      if ('refusal' in recognised) return recognised;
      const user = await getUserById(tx, recognised.user.id);
      return { session: await openSession(tx, request, user.id, 'oauth') };
    },
  );
  if ('refusal' in done) throw done.refusal;
  return c.json(done.session);
}
