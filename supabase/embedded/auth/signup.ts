import { z } from 'zod';
import { ApiError, validationFailed } from '../errors.ts';
import { recordAudit } from './audit.ts';
import {
  type AuthRequest,
  answerEvenly,
  limitAddress,
  optionalData,
  optionalText,
  readBody,
  transact,
} from './context.ts';
import { keepDecoy } from './decoys.ts';
import { type Challenge, challengeFields, parseChallenge, recordChallenge } from './flow-state.ts';
import { limitMailsTo, sendLetter } from './mails.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { checkChannel, confirmPhone, limitMessagesTo, parsePhone, sendPhoneCode } from './phones.ts';
import { openSession, type SessionAnswer } from './sessions.ts';
import {
  addUser,
  audience,
  confirmEmail,
  createUser,
  defaultRole,
  getUserById,
  type Metadata,
  type Own,
  ownMetadata,
  parseEmail,
  type UserRow,
} from './users.ts';
import { claimAddress, markWaiting } from './waiting.ts';

const hourMs = 3_600_000;

export const signupDisabled = () =>
  new ApiError(422, 'signup_disabled', 'Signups not allowed for this instance');

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalData,
  channel: optionalText,
  ...challengeFields,
});

export interface Registration {
  own: Own;
  passwordHash: string | null;
  data: Metadata;
  challenge: Challenge | null;
}

type Registered =
  | { kind: 'taken' }
  /** Null where an operator's account waits already. */
  | { kind: 'waiting'; created: UserRow | null }
  | { kind: 'signedIn'; session: SessionAnswer };

/** Adds an account, in the place of what an earlier sign-up left there; a known one is left as it is. */
export async function register(request: AuthRequest, wanted: Registration): Promise<Registered> {
  const { server } = request;
  const { own } = wanted;
  const confirms =
    'email' in own
      ? server.config.auth.email.enable_confirmations
      : server.config.auth.sms.enable_confirmations;
  return transact<Registered>(server, async (tx, afterCommit) => {
    const known = await claimAddress(tx, own);
    // It keeps its own password, or none.
    if (known && confirms) await keepDecoy(tx, server, own, wanted.passwordHash);
    if (known && (!confirms || ('email' in own ? known.email_confirmed_at : known.phone_confirmed_at))) {
      await recordAudit(tx, request, known, 'user_repeated_signup');
      return { kind: 'taken' };
    }
    const user = known ?? (await createUser(tx, wanted));
    // Somebody's change of address was faster.
    if (!user) return { kind: 'taken' };
    if (!confirms) {
      await recordAudit(tx, request, user, 'user_signedup');
      await ('email' in own ? confirmEmail(tx, user.id) : confirmPhone(tx, user.id));
      return { kind: 'signedIn', session: await openSession(tx, request, user.id, 'password') };
    }
    if (!known) await markWaiting(tx, user.id);
    await recordAudit(tx, request, user, 'user_confirmation_requested');
    const work = { tx, afterCommit, request };
    if ('email' in own) {
      if (wanted.challenge) await recordChallenge(tx, user.id, 'email/signup', wanted.challenge);
      await sendLetter(work, user, 'confirmation', { to: own.email, pkce: wanted.challenge !== null });
    } else {
      await sendPhoneCode(work, user, 'confirmation', own.phone);
    }
    return { kind: 'waiting', created: known ? null : user };
  });
}

async function signUpAnonymously(request: AuthRequest, data: Record<string, unknown>): Promise<Response> {
  const { server, c } = request;
  const { auth } = server.config;
  if (!auth.enable_anonymous_sign_ins) {
    throw new ApiError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  limitAddress(request, 'anonymous', auth.rate_limit.anonymous_users, hourMs);
  if (!auth.enable_signup) throw signupDisabled();
  const session = await transact(server, async (tx) => {
    const id = crypto.randomUUID();
    await addUser(tx, {
      id,
      email: null,
      phone: null,
      passwordHash: null,
      appMetadata: {},
      userMetadata: data,
      isAnonymous: true,
    });
    await recordAudit(tx, request, await getUserById(tx, id), 'user_signedup');
    return openSession(tx, request, id, 'anonymous');
  });
  return c.json(session);
}

/**
 * A sign-up's answer. It is made from the request alone, but for two ids, so that it is the same for an address
 * that is new, waits or is known.
 */
function pendingUser(own: Own, data: Metadata, created: UserRow | null) {
  const id = created?.id ?? crypto.randomUUID();
  const identityId = created?.identities[0]?.id ?? crypto.randomUUID();
  const provider = 'email' in own ? 'email' : 'phone';
  const metadata = ownMetadata(id, own, data);
  const now = new Date().toISOString();
  return {
    id,
    aud: audience,
    role: defaultRole,
    email: '',
    phone: '',
    ...own,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: metadata,
    identities: [
      {
        identity_id: identityId,
        id,
        user_id: id,
        identity_data: metadata,
        provider,
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        ...('email' in own ? own : {}),
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** A known account is not told from a new one, unless the owner of the address has nothing to prove. */
function answerRegistered(
  { c }: AuthRequest,
  registered: Registered,
  wanted: Registration,
  confirms: boolean,
) {
  if (registered.kind === 'signedIn') return c.json(registered.session);
  if (!confirms) throw new ApiError(422, 'user_already_exists', 'User already registered');
  return c.json(
    pendingUser(wanted.own, wanted.data, registered.kind === 'waiting' ? registered.created : null),
  );
}

async function signUpWithPhone(request: AuthRequest, input: z.infer<typeof body>): Promise<Response> {
  const { sms } = request.server.config.auth;
  checkChannel(request, input.channel);
  if (input.code_challenge !== '') throw validationFailed('PKCE not supported for phone signups');
  if (!sms.enable_signup) {
    throw new ApiError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  }
  const phone = parsePhone(input.phone);
  if (sms.enable_confirmations) limitMessagesTo(request, phone);
  const passwordHash = await hashPassword(input.password);
  const wanted: Registration = { own: { phone }, passwordHash, data: input.data, challenge: null };
  const registered = await answerEvenly(() => register(request, wanted));
  return answerRegistered(request, registered, wanted, sms.enable_confirmations);
}

export async function signUp(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const { auth } = server.config;
  const input = await readBody(c, body);
  if (input.email === '' && input.phone === '') return signUpAnonymously(request, input.data);
  limitAddress(request, 'sign-up', auth.rate_limit.sign_in_sign_ups);
  if (!auth.enable_signup) throw signupDisabled();
  if (input.password === '') throw validationFailed('Signup requires a valid password');
  checkPassword(server.config, input.password);
  if (input.email !== '' && input.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (input.phone !== '') return signUpWithPhone(request, input);
  const challenge = parseChallenge(input);
  if (!auth.email.enable_signup) {
    throw new ApiError(400, 'email_provider_disabled', 'Email signups are disabled');
  }
  const email = parseEmail(input.email);
  if (auth.email.enable_confirmations) await limitMailsTo(request, 'confirmation', email);
  // Hashed before looking, known address or not: the answer takes the same time.
  const passwordHash = await hashPassword(input.password);
  const wanted: Registration = { own: { email }, passwordHash, data: input.data, challenge };
  const registered = await answerEvenly(() => register(request, wanted));
  return answerRegistered(request, registered, wanted, auth.email.enable_confirmations);
}
