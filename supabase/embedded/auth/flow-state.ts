import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '../database.ts';
import { ApiError, validationFailed } from '../errors.ts';
import type { SignedIn } from './bearer.ts';
import { optionalText } from './context.ts';
import { hasVerifiedFactor, type UserRow } from './users.ts';

/** PKCE: the client's challenge is kept until it shows the verifier together with the code of a link. */

export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

const method = z.enum(['s256', 'plain']);

export interface Challenge {
  challenge: string;
  method: z.infer<typeof method>;
}

/** The challenge of a request, or null when it uses none. */
export function parseChallenge(body: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: name } = body;
  if ((challenge === '') !== (name === '')) {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge === '') return null;
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const parsed = method.safeParse(name.toLowerCase());
  if (!parsed.success) throw validationFailed(`unsupported code_challenge method "${name}"`);
  return { challenge, method: parsed.data };
}

export async function recordChallenge(
  tx: Transaction,
  userId: string,
  authenticationMethod: string,
  { challenge, method }: Challenge,
): Promise<void> {
  await tx`insert into auth.flow_state ${tx({
    id: crypto.randomUUID(),
    user_id: userId,
    auth_code: crypto.randomUUID(),
    code_challenge: challenge,
    code_challenge_method: method,
    provider_type: authenticationMethod,
    authentication_method: authenticationMethod,
  })}`;
}

/** The code a link brings back to the browser that asked for it. */
export async function issueAuthCode(
  tx: Transaction,
  userId: string,
  authenticationMethod: string,
): Promise<string> {
  const [flow] = await tx<{ auth_code: string }[]>`
    update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
    where id = (select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${authenticationMethod} and code_challenge is not null
      order by created_at desc limit 1)
    returning auth_code`;
  if (!flow) throw new ApiError(400, 'flow_state_not_found', 'No associated flow state found.');
  return flow.auth_code;
}

/** A link is made for the session that asked for it, and for none that came after it. */
export async function recordLinker(tx: Transaction, flowId: string, { session }: SignedIn): Promise<void> {
  const [kept] = await tx`insert into supabase_embedded.link_request (flow_id, session_id)
    select ${flowId}, id from auth.sessions where id = ${session.id} returning 1`;
  if (!kept) throw linkerGone();
}

const linkerGone = () =>
  new ApiError(403, 'session_not_found', 'The session that asked for this link has ended');

/** @throws when the session that began the link has ended since, or lacks the second factor the account has by now */
export async function requireLinker(tx: Transaction, user: UserRow, sessionId: string | null): Promise<void> {
  const [session] = await tx<{ aal: string | null }[]>`
    select aal from auth.sessions where id = ${sessionId} and user_id = ${user.id} for key share`;
  if (!session || (hasVerifiedFactor(user) && session.aal !== 'aal2')) throw linkerGone();
}

/** What was begun before a new password or the end of other sessions opens nothing any more. */
export async function dropFlows(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from auth.flow_state where user_id = ${userId} or linking_target_id = ${userId}`;
}

interface FlowRow {
  linker_session_id: string | null;
  /** To be linked now that the browser has shown who began. */
  pending: unknown;
  user_id: string;
  authentication_method: string;
  code_challenge: string;
  code_challenge_method: z.infer<typeof method>;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  expired: boolean;
}

function matches(flow: FlowRow, verifier: string): boolean {
  const shown =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  const [a, b] = [Buffer.from(shown), Buffer.from(flow.code_challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Uses up a code: each is good once, for 300 s (a magic link's from the click). */
export async function redeemAuthCode(tx: Transaction, authCode: string, verifier: string): Promise<FlowRow> {
  const [flow] = await tx<FlowRow[]>`
    select user_id, authentication_method, code_challenge, code_challenge_method,
      provider_access_token, provider_refresh_token,
      (select account from supabase_embedded.pending_identity p where p.flow_id = flow_state.id) as pending,
      (select session_id from supabase_embedded.link_request r where r.flow_id = flow_state.id) as linker_session_id,
      now() > interval '300 seconds' + case when authentication_method = 'magiclink'
        then coalesce(auth_code_issued_at, created_at) else created_at end as expired
    from auth.flow_state where auth_code = ${authCode} and user_id is not null for update`;
  if (!flow) {
    throw new ApiError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  if (flow.expired) {
    throw new ApiError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  if (!matches(flow, verifier)) {
    throw new ApiError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
  await tx`delete from auth.flow_state where auth_code = ${authCode}`;
  return flow;
}
