import { z } from 'zod';
import { ApiError, validationFailed } from '../errors.ts';
import { recordAudit } from './audit.ts';
import { type AuthRequest, limitAddress, optionalData, optionalText, readBody, transact } from './context.ts';
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
  findUserByEmail,
  findUserByPhone,
  getUserById,
  parseEmail,
  toUser,
  type UserRow,
} from './users.ts';

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
  email: string;
  passwordHash: string | null;
  data: Record<string, unknown>;
  challenge: Challenge | null;
}

type Registered =
  | { kind: 'taken'; user: UserRow }
  | { kind: 'waiting'; user: UserRow }
  | { kind: 'signedIn'; session: SessionAnswer };

/**
 * Adds an account, or takes up one that waits for confirmation: its password and data stay as they are,
 * since nobody has proven to be its owner yet.
 */
export async function register(request: AuthRequest, wanted: Registration): Promise<Registered> {
  const { server } = request;
  const confirms = server.config.auth.email.enable_confirmations;
  return transact<Registered>(server, async (tx, afterCommit) => {
    const created =
      (await findUserByEmail(tx, wanted.email)) ??
      (await createUser(tx, wanted)) ??
      (await findUserByEmail(tx, wanted.email));
    if (!created) throw new Error('an account was neither found nor created');
    if (created.email_confirmed_at) {
      await recordAudit(tx, request, created, 'user_repeated_signup');
      return { kind: 'taken', user: created };
    }
    if (!confirms) {
      await recordAudit(tx, request, created, 'user_signedup');
      await confirmEmail(tx, created.id);
      return { kind: 'signedIn', session: await openSession(tx, request, created.id, 'password') };
    }
    await recordAudit(tx, request, created, 'user_confirmation_requested');
    if (wanted.challenge) await recordChallenge(tx, created.id, 'email/signup', wanted.challenge);
    await sendLetter({ tx, afterCommit, request }, created, 'confirmation', {
      to: wanted.email,
      pkce: wanted.challenge !== null,
    });
    return { kind: 'waiting', user: (await findUserByEmail(tx, wanted.email)) ?? created };
  });
}

interface PhoneRegistration {
  phone: string;
  passwordHash: string | null;
  data: Record<string, unknown>;
}

/** The same for a number. */
export async function registerPhone(request: AuthRequest, wanted: PhoneRegistration): Promise<Registered> {
  const { server } = request;
  return transact<Registered>(server, async (tx, afterCommit) => {
    const created =
      (await findUserByPhone(tx, wanted.phone)) ??
      (await createUser(tx, wanted)) ??
      (await findUserByPhone(tx, wanted.phone));
    if (!created) throw new Error('an account was neither found nor created');
    if (created.phone_confirmed_at) {
      await recordAudit(tx, request, created, 'user_repeated_signup');
      return { kind: 'taken', user: created };
    }
    if (!server.config.auth.sms.enable_confirmations) {
      await recordAudit(tx, request, created, 'user_signedup');
      await confirmPhone(tx, created.id);
      return { kind: 'signedIn', session: await openSession(tx, request, created.id, 'password') };
    }
    await recordAudit(tx, request, created, 'user_confirmation_requested');
    await sendPhoneCode({ tx, afterCommit, request }, created, 'confirmation', wanted.phone);
    return { kind: 'waiting', user: await getUserById(tx, created.id) };
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

/** Looks like a fresh account; nothing in it is the real one's. */
function obfuscated(own: { email: string } | { phone: string }, data: Record<string, unknown>) {
  const now = new Date();
  const email = 'email' in own ? own.email : null;
  const provider = email === null ? 'phone' : 'email';
  const blank: UserRow = {
    id: crypto.randomUUID(),
    aud: audience,
    role: '',
    email,
    phone: 'phone' in own ? own.phone : null,
    encrypted_password: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: '',
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    phone_change: '',
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: data,
    created_at: now,
    updated_at: now,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    is_sso_user: false,
    identities: [],
    factors: [],
  };
  return toUser(blank);
}

/** A known account is not told from a new one, unless the owner of neither address nor number has to prove it. */
function answerRegistered(
  { server, c }: AuthRequest,
  registered: Registered,
  obfuscate: () => ReturnType<typeof toUser>,
): Response {
  const { email, sms } = server.config.auth;
  if (registered.kind === 'signedIn') return c.json(registered.session);
  if (registered.kind === 'waiting') {
    // Whoever repeats somebody's invitation must not read what was written into it.
    const { user } = registered;
    return c.json(user.invited_at ? { ...toUser(user), user_metadata: {}, identities: [] } : toUser(user));
  }
  if (!email.enable_confirmations || (sms.enable_signup && !sms.enable_confirmations)) {
    throw new ApiError(422, 'user_already_exists', 'User already registered');
  }
  return c.json(obfuscate());
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
  const registered = await registerPhone(request, { phone, passwordHash, data: input.data });
  return answerRegistered(request, registered, () => obfuscated({ phone }, input.data));
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
  if (auth.email.enable_confirmations) limitMailsTo(request, 'confirmation', email);
  // Hashed before looking, known address or not: the answer takes the same time.
  const passwordHash = await hashPassword(input.password);
  const registered = await register(request, { email, passwordHash, data: input.data, challenge });
  return answerRegistered(request, registered, () => obfuscated({ email }, input.data));
}
