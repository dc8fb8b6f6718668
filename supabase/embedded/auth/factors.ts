import { z } from 'zod';
import type { Queryable, Transaction } from '../database.ts';
import { ApiError, validationFailed } from '../errors.ts';
import { countFactor, factorWasRight } from './attempts.ts';
import { recordAudit } from './audit.ts';
import type { SignedIn } from './bearer.ts';
import { type AuthRequest, limitAddress, optionalText, readBody, transact } from './context.ts';
import { openSecret, sealSecret } from './factor-secret.ts';
import { notifyOwner } from './notifications.ts';
import { hashCode, randomDigits } from './one-time-tokens.ts';
import { checkChannel, limitMessagesOf, parsePhone, sendTextMessage } from './phones.ts';
import { raiseSession } from './sessions.ts';
import { createTotpSecret, maxTotpUriLength, qrCodeSvg, stepOfTotpCode, totpUri } from './totp.ts';
import { type FactorRow, hasVerifiedFactor, lockUser, type UserRow } from './users.ts';

/** Second factors: authenticator apps and text messages. */

const challengeSeconds = 300;
const minuteMs = 60_000;
/** Challenges and answers per address and minute, as with Supabase. */
const perMinute = 15;

export interface FactorWithSecret extends FactorRow {
  user_id: string;
  secret: string | null;
}

const factorMethods = { totp: 'totp', phone: 'mfa/phone' } as const;

export function methodOf(factor: { factor_type: string }): string {
  if (factor.factor_type === 'totp' || factor.factor_type === 'phone')
    return factorMethods[factor.factor_type];
  throw new ApiError(422, 'mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn');
}

export async function findFactor(
  q: Queryable,
  userId: string,
  id: string | undefined,
): Promise<FactorWithSecret> {
  const factorId = z.guid().safeParse(id);
  if (!factorId.success) throw new ApiError(404, 'validation_failed', 'factor_id must be an UUID');
  const [factor] = await q<FactorWithSecret[]>`
    select * from auth.mfa_factors where id = ${factorId.data} and user_id = ${userId}`;
  if (!factor) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

function refuseAnonymous({ user }: SignedIn): void {
  if (user.is_anonymous) {
    throw new ApiError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
}

const enrolBody = z.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
  phone: optionalText,
});

function checkNewFactor(request: AuthRequest, user: UserRow, { session }: SignedIn, name: string): void {
  if (user.factors.some((factor) => (factor.friendly_name ?? '') === name)) {
    throw new ApiError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    );
  }
  if (user.factors.length >= request.server.config.auth.mfa.max_enrolled_factors) {
    throw new ApiError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  const hasVerified = user.factors.some((factor) => factor.status === 'verified');
  if (hasVerified && session.assurance !== 'aal2') {
    throw new ApiError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

interface NewFactor {
  id: string;
  factor_type: 'totp' | 'phone';
  friendly_name: string;
  secret: string | null;
  phone: string | null;
}

async function addFactor(request: AuthRequest, who: SignedIn, factor: NewFactor): Promise<void> {
  await transact(request.server, async (tx) => {
    await lockUser(tx, who.user.id);
    // Begun and never finished: they must not stand in the way of the next attempt.
    await tx`delete from auth.mfa_factors f where user_id = ${who.user.id} and status = 'unverified'
      and (phone = ${factor.phone} or (created_at < now() - make_interval(secs => ${challengeSeconds})
        and not exists (select 1 from auth.mfa_challenges c where c.factor_id = f.id)))`;
    const user = await lockUser(tx, who.user.id);
    if (user.factors.some((known) => known.phone !== null && known.phone === factor.phone)) {
      throw new ApiError(
        422,
        'mfa_verified_factor_exists',
        'A verified phone factor already exists, unenroll the existing factor to continue',
      );
    }
    checkNewFactor(request, user, who, factor.friendly_name);
    await tx`insert into auth.mfa_factors ${tx({ ...factor, user_id: user.id, status: 'unverified' })}`;
    await recordAudit(tx, request, user, 'factor_in_progress', {
      factor_id: factor.id,
      factor_type: factor.factor_type,
    });
  });
}

export async function enrolFactor(request: AuthRequest, who: SignedIn): Promise<Response> {
  const { server, c } = request;
  const { mfa } = server.config.auth;
  refuseAnonymous(who);
  const input = await readBody(c, enrolBody);
  const id = crypto.randomUUID();
  const name = input.friendly_name;
  switch (input.factor_type) {
    case 'totp': {
      if (!mfa.totp.enroll_enabled) {
        throw new ApiError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
      }
      const secret = createTotpSecret();
      const issuer = input.issuer || new URL(server.siteUrl).host;
      const account = who.user.email || who.user.phone || who.user.id;
      const uri = totpUri({ issuer, account, secret });
      if (uri.length > maxTotpUriLength) throw validationFailed('The issuer is too long for a QR code');
      await addFactor(request, who, {
        id,
        factor_type: 'totp',
        friendly_name: name,
        secret: sealSecret(server.keys.oneTimeCodeKey, id, secret),
        phone: null,
      });
      return c.json({
        id,
        type: 'totp',
        friendly_name: name,
        totp: { qr_code: qrCodeSvg(uri), secret, uri },
      });
    }
    case 'phone': {
      if (!mfa.phone.enroll_enabled) {
        throw new ApiError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
      }
      if (input.phone === '') throw validationFailed('Phone number required to enroll Phone factor');
      const phone = parsePhone(input.phone);
      await addFactor(request, who, { id, factor_type: 'phone', friendly_name: name, secret: null, phone });
      return c.json({ id, type: 'phone', friendly_name: name, phone: input.phone });
    }
    case 'webauthn':
      throw new ApiError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    default:
      throw validationFailed('factor_type needs to be totp, phone, or webauthn');
  }
}

/** Refuses factors whose kind config.toml has switched off for verification. */
function checkVerifiable(request: AuthRequest, factor: FactorWithSecret): void {
  const { mfa } = request.server.config.auth;
  methodOf(factor);
  if (factor.factor_type === 'totp' && !mfa.totp.verify_enabled) {
    throw new ApiError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP');
  }
  if (factor.factor_type === 'phone' && !mfa.phone.verify_enabled) {
    throw new ApiError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
  }
}

/**
 * A factor somebody began with the password alone is not finished with it once the account has another: it would
 * raise the session past the one its owner chose.
 */
function requireMayFinish(user: UserRow, { session }: SignedIn, factorId: string): void {
  const factor = user.factors.find(({ id }) => id === factorId);
  if (!factor) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found');
  if (factor.status === 'verified' || !hasVerifiedFactor(user) || session.assurance === 'aal2') return;
  throw new ApiError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}

const challengeBody = z.object({ channel: optionalText });

export async function challengeFactor(request: AuthRequest, who: SignedIn): Promise<Response> {
  const { server, c } = request;
  refuseAnonymous(who);
  limitAddress(request, 'factor-challenge', perMinute, minuteMs);
  const factor = await findFactor(server.sql, who.user.id, c.req.param('factorId'));
  requireMayFinish(who.user, who, factor.id);
  checkVerifiable(request, factor);
  const { phone: settings } = server.config.auth.mfa;
  const phone = factor.factor_type === 'phone' ? factor.phone : null;
  if (phone !== null) {
    const hasBody = (await c.req.text()) !== '';
    checkChannel(request, hasBody ? (await readBody(c, challengeBody)).channel : '');
    limitMessagesOf(request, factor.last_challenged_at, settings.max_frequency);
  }
  const id = crypto.randomUUID();
  const code = phone === null ? null : randomDigits(settings.otp_length);
  const expiresAt = await transact(server, async (tx, afterCommit) => {
    // First, as it locks the factor alone (that column is unique): two that challenge it at once take turns.
    await tx`update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id}`;
    const [challenge] = await tx<{ expires_at: number }[]>`insert into auth.mfa_challenges ${tx({
      id,
      factor_id: factor.id,
      ip_address: request.client.address,
      otp_code: code === null ? null : hashCode(server, id, code),
    })} returning floor(extract(epoch from created_at))::int + ${challengeSeconds}::int as expires_at`;
    await recordAudit(tx, request, who.user, 'challenge_created', {
      factor_id: factor.id,
      factor_status: factor.status,
    });
    if (phone !== null && code !== null) {
      const work = { tx, afterCommit, request };
      await sendTextMessage(work, who.user, { phone, code, template: settings.template, kind: 'mfa' });
    }
    return challenge?.expires_at;
  });
  return c.json({ id, type: factor.factor_type, expires_at: expiresAt });
}

interface ChallengeRow {
  id: string;
  otp_code: string | null;
  is_open: boolean;
  expired: boolean;
}

async function findChallenge(
  request: AuthRequest,
  factor: FactorWithSecret,
  id: string,
): Promise<ChallengeRow> {
  const { sql } = request.server;
  const [challenge] = await sql<ChallengeRow[]>`
    select id, otp_code, verified_at is null and ip_address = ${request.client.address} as is_open,
      now() > created_at + make_interval(secs => ${challengeSeconds}) as expired
    from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id}`;
  if (!challenge) {
    throw new ApiError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (!challenge.is_open) throw usedElsewhere();
  if (challenge.expired) {
    await sql`delete from auth.mfa_challenges where id = ${id}`;
    throw new ApiError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  return challenge;
}

const usedElsewhere = () =>
  new ApiError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');

const wrongCode = () => new ApiError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');

/** A day: a code believed so far ahead was believed while the clock was wrong, and would shut the app out until then. */
const stepsAhead = 2880;

/** @returns the step of an app's code, which may not be used again; a phone's belongs to its challenge */
function checkCode(
  request: AuthRequest,
  factor: FactorWithSecret,
  challenge: ChallengeRow,
  code: string,
): number | null {
  const { server } = request;
  if (factor.factor_type === 'phone') {
    if (challenge.otp_code === hashCode(server, challenge.id, code)) return null;
    throw new ApiError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered');
  }
  const secret = openSecret(server.keys.oneTimeCodeKey, factor.id, factor.secret ?? '');
  const step = factor.secret ? stepOfTotpCode(secret, code) : null;
  if (step === null) throw wrongCode();
  return step;
}

const verifyBody = z.object({ challenge_id: z.guid(), code: optionalText });

export async function verifyFactor(request: AuthRequest, who: SignedIn): Promise<Response> {
  const { server, c } = request;
  refuseAnonymous(who);
  limitAddress(request, 'factor-verify', perMinute, minuteMs);
  const factor = await findFactor(server.sql, who.user.id, c.req.param('factorId'));
  const { challenge_id: challengeId, code } = await readBody(c, verifyBody);
  if (code === '') throw validationFailed('Code needs to be non-empty');
  checkVerifiable(request, factor);
  const challenge = await findChallenge(request, factor, challengeId);
  await countFactor(server.sql, who.user.id, request.client);
  const step = checkCode(request, factor, challenge, code);
  const session = await transact(server, async (tx, afterCommit) => {
    const user = await lockUser(tx, who.user.id);
    requireMayFinish(user, who, factor.id);
    const [used] = await tx`update auth.mfa_challenges set verified_at = now()
      where id = ${challenge.id} and verified_at is null returning id`;
    if (!used) throw usedElsewhere();
    if (step !== null) {
      const [fresh] = await tx`insert into supabase_embedded.factor_step as known (factor_id, step)
        values (${factor.id}, ${step}) on conflict (factor_id) do update set step = excluded.step
        where known.step < excluded.step or known.step > excluded.step + ${stepsAhead} returning step`;
      if (!fresh) throw wrongCode();
    }
    const isNew = factor.status === 'unverified';
    await tx`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`;
    await tx`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'
      and factor_type = ${factor.factor_type}`;
    await recordAudit(tx, request, user, 'verification_attempted', {
      factor_id: factor.id,
      challenge_id: challenge.id,
      factor_type: factor.factor_type,
    });
    const raised = await raiseSession(tx, request, who.session, {
      factorId: factor.id,
      method: methodOf(factor),
    });
    if (isNew) {
      await notifyOwner({ tx, afterCommit, request }, user, 'mfa_factor_enrolled', {
        FactorType: factor.factor_type,
      });
    }
    return raised;
  });
  await factorWasRight(server.sql, who.user.id, request.client);
  return c.json(session);
}

/** Removes a factor; sessions that had shown it are no longer more than signed in. */
export async function removeFactor(tx: Transaction, factor: FactorWithSecret): Promise<void> {
  await tx`delete from auth.mfa_factors where id = ${factor.id}`;
  await tx`delete from auth.mfa_amr_claims where authentication_method = ${methodOf(factor)}
    and session_id in (select id from auth.sessions where factor_id = ${factor.id})`;
  await tx`update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
    where factor_id = ${factor.id}`;
}

export async function unenrolFactor(request: AuthRequest, who: SignedIn): Promise<Response> {
  const { server, c } = request;
  refuseAnonymous(who);
  const id = await transact(server, async (tx, afterCommit) => {
    const user = await lockUser(tx, who.user.id);
    const factor = await findFactor(tx, user.id, c.req.param('factorId'));
    if (factor.status === 'verified' && who.session.assurance !== 'aal2') {
      throw new ApiError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await removeFactor(tx, factor);
    await recordAudit(tx, request, user, 'factor_unenrolled', {
      factor_id: factor.id,
      factor_status: factor.status,
      session_id: who.session.id,
    });
    if (factor.status === 'verified') {
      await notifyOwner({ tx, afterCommit, request }, user, 'mfa_factor_unenrolled', {
        FactorType: factor.factor_type,
      });
    }
    return factor.id;
  });
  return c.json({ id });
}
