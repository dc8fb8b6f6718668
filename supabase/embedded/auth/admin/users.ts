import { z } from 'zod';
import type { Transaction } from '../../database.ts';
import { ApiError, errorCodeOf, uniqueViolation, validationFailed } from '../../errors.ts';
import { forgetInAudit, operator, recordAudit } from '../audit.ts';
import { type AuthRequest, optionalText, readBody, transact } from '../context.ts';
import { addIdentity, phoneExists, putOwnIdentity } from '../identities.ts';
import { checkPassword, checkPasswordBytes, hashPassword, randomPassword } from '../passwords.ts';
import { confirmPhone, parsePhone } from '../phones.ts';
import {
  addUser,
  audience,
  confirmEmail,
  emailExists,
  findUserByEmail,
  findUserById,
  findUserByPhone,
  getUserById,
  listUsers as listUserRows,
  lockUser,
  mergeAppMetadata,
  mergeUserMetadata,
  parseEmail,
  toUser,
  type UserRow,
  updateProviders,
} from '../users.ts';
import { readPage, setPageHeaders } from './pages.ts';

/** Accounts as an operator sees and changes them, with the secret key. */

export async function getTarget(request: AuthRequest): Promise<UserRow> {
  const id = z.guid().safeParse(request.c.req.param('userId'));
  if (!id.success) throw new ApiError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(request.server.sql, id.data);
  if (!user) throw new ApiError(404, 'user_not_found', 'User not found');
  return user;
}

export async function listUsers(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const page = readPage(request);
  const { users, total } = await listUserRows(server.sql, {
    limit: page.perPage,
    offset: (page.page - 1) * page.perPage,
    filter: c.req.query('filter') ?? '',
  });
  setPageHeaders(request, page, total);
  return c.json({ users: users.map(toUser), aud: audience });
}

export async function showUser(request: AuthRequest): Promise<Response> {
  return request.c.json(toUser(await getTarget(request)));
}

const metadata = z.record(z.string(), z.unknown()).nullish();

const body = z.object({
  id: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  password_hash: optionalText,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: optionalText,
});

const unitMs: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** A duration in Go's notation; 0 for `none`, null when none is given. */
export function parseBan(text: string): number | null {
  if (text === '') return null;
  if (text === 'none' || text === '0') return 0;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) {
    throw validationFailed(`invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`);
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0);
}

async function ban(tx: Transaction, userId: string, durationMs: number | null): Promise<void> {
  if (durationMs === null) return;
  // Beyond what a date holds, somebody is banned for good.
  const until = durationMs === 0 ? null : new Date(Math.min(Date.now() + durationMs, 253_370_764_800_000));
  await tx`update auth.users set banned_until = ${until}, updated_at = now() where id = ${userId}`;
}

const hashPattern = /^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/;

async function hashOf(input: z.infer<typeof body>): Promise<string> {
  if (input.password_hash === '') {
    const password = input.password || randomPassword();
    checkPasswordBytes(password);
    return hashPassword(password);
  }
  if (typeof input.password === 'string') {
    throw validationFailed('Only a password or a password hash should be provided');
  }
  if (!hashPattern.test(input.password_hash)) {
    throw validationFailed('The password hash must be one of bcrypt');
  }
  // PHP's name for the same; the library knows only the others.
  return input.password_hash.replace('$2y$', '$2b$');
}

function chooseId(wanted: string): string {
  if (wanted === '') return crypto.randomUUID();
  if (!z.guid().safeParse(wanted).success) {
    throw validationFailed('ID must conform to the uuid v4 format');
  }
  if (/^[0-]+$/.test(wanted)) throw validationFailed('ID cannot be a nil uuid');
  return wanted.toLowerCase();
}

const traitsOf = (user: Pick<UserRow, 'id' | 'email' | 'phone'>) => ({
  user_id: user.id,
  user_email: user.email,
  user_phone: user.phone,
});

export async function createUser(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const input = await readBody(c, body);
  if (input.email === '' && input.phone === '') {
    throw validationFailed('Cannot create a user without either an email or phone');
  }
  const email = input.email === '' ? null : parseEmail(input.email);
  const phone = input.phone === '' ? null : parsePhone(input.phone);
  if (email && (await findUserByEmail(server.sql, email))) throw emailExists();
  if (phone && (await findUserByPhone(server.sql, phone))) throw phoneExists();
  const banMs = parseBan(input.ban_duration);
  const id = chooseId(input.id);
  const passwordHash = await hashOf(input);
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])];
  const user = await transact(server, async (tx) => {
    const isNew = await addUser(tx, {
      id,
      email,
      phone,
      passwordHash,
      appMetadata: { provider: providers[0], providers },
      userMetadata: input.user_metadata ?? {},
      ...(input.role === '' ? {} : { role: input.role }),
    });
    if (!isNew) throw email ? emailExists() : phoneExists();
    const unproven = { sub: id, email_verified: false, phone_verified: false };
    if (email) {
      await addIdentity(tx, { userId: id, provider: 'email', providerId: id, data: { ...unproven, email } });
    }
    if (phone) {
      await addIdentity(tx, { userId: id, provider: 'phone', providerId: id, data: { ...unproven, phone } });
    }
    await recordAudit(tx, request, operator, 'user_signedup', traitsOf({ id, email, phone }));
    if (input.app_metadata) await mergeAppMetadata(tx, id, input.app_metadata);
    if (email && input.email_confirm) await confirmEmail(tx, id);
    if (phone && input.phone_confirm) await confirmPhone(tx, id);
    await ban(tx, id, banMs);
    return getUserById(tx, id);
  });
  return c.json(toUser(user));
}

async function setEmail(tx: Transaction, user: UserRow, email: string, isProven: boolean): Promise<void> {
  await putOwnIdentity(tx, user, 'email', { email, email_verified: isProven });
  await tx`update auth.users set email = ${email}, updated_at = now(),
      is_anonymous = is_anonymous and not ${isProven}
    where id = ${user.id}`;
}

async function setPhone(tx: Transaction, user: UserRow, phone: string, isProven: boolean): Promise<void> {
  await putOwnIdentity(tx, user, 'phone', { phone, phone_verified: isProven });
  await tx`update auth.users set phone = ${phone}, updated_at = now(),
      is_anonymous = is_anonymous and not ${isProven}
    where id = ${user.id}`;
}

export async function updateUser(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const target = await getTarget(request);
  const input = await readBody(c, body);
  const email = input.email === '' ? null : parseEmail(input.email);
  const phone = input.phone === '' ? null : parsePhone(input.phone);
  const banMs = parseBan(input.ban_duration);
  if (typeof input.password === 'string') checkPassword(server.config, input.password);
  const passwordHash = typeof input.password === 'string' ? await hashPassword(input.password) : null;
  const updated = await transact(server, async (tx) => {
    const user = await lockUser(tx, target.id);
    if (input.role !== '') await tx`update auth.users set role = ${input.role} where id = ${user.id}`;
    if (passwordHash) {
      await tx`update auth.users set encrypted_password = ${passwordHash}, updated_at = now()
        where id = ${user.id}`;
      await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
      await tx`delete from auth.sessions where user_id = ${user.id}`;
    }
    if (email) await setEmail(tx, user, email, input.email_confirm ?? false);
    if (phone) await setPhone(tx, user, phone, input.phone_confirm ?? false);
    if (email || phone) await updateProviders(tx, user.id);
    if (input.email_confirm) await confirmEmail(tx, user.id);
    if (input.phone_confirm) await confirmPhone(tx, user.id);
    if (input.app_metadata) await mergeAppMetadata(tx, user.id, input.app_metadata);
    if (input.user_metadata) await mergeUserMetadata(tx, user.id, input.user_metadata);
    await ban(tx, user.id, banMs);
    await recordAudit(tx, request, operator, 'user_modified', traitsOf(user));
    return getUserById(tx, user.id);
  }).catch((error: unknown) => {
    if (errorCodeOf(error) !== uniqueViolation) throw error;
    throw email && email !== target.email ? emailExists() : phoneExists();
  });
  return c.json(toUser(updated));
}

const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

/** Leaves the row, so that what refers to it stays true, and nothing in it that says who it was. */
async function softDelete(tx: Transaction, user: UserRow): Promise<void> {
  await tx`update auth.users set
      email = case when coalesce(email, '') = '' then email else encode(sha256(convert_to(id || email, 'UTF8')), 'base64') end,
      phone = case when coalesce(phone, '') = '' then phone else left(encode(sha256(convert_to(id || phone, 'UTF8')), 'hex'), 15) end,
      email_change = '', phone_change = '', encrypted_password = null,
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
    where id = ${user.id}`;
  await tx`update auth.identities set identity_data = '{}', updated_at = now(),
      provider_id = encode(sha256(convert_to(provider_id || id, 'UTF8')), 'base64')
    where user_id = ${user.id}`;
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await tx`delete from auth.mfa_factors where user_id = ${user.id}`;
  await tx`delete from auth.sessions where user_id = ${user.id}`;
}

export async function deleteUser(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const user = await getTarget(request);
  const hasBody = (await c.req.text()) !== '';
  const soft = hasBody ? (await readBody(c, deleteBody)).should_soft_delete : false;
  await transact(server, async (tx) => {
    await recordAudit(tx, request, operator, 'user_deleted', traitsOf(user));
    await forgetInAudit(tx, user.id);
    if (!soft) await tx`delete from auth.users where id = ${user.id}`;
    else if (!user.deleted_at) await softDelete(tx, user);
  });
  return c.json({});
}
