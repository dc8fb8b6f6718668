import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { getAccessToken } from '@/auth/server/session';
import { DomainError } from '@/lib/errors';
import { env } from '@/lib/server/env';

const blank = z.string().nullish();

const userSchema = z.object({
  id: z.guid(),
  email: blank,
  phone: blank,
  new_email: blank,
  user_metadata: z.object({ language: z.string().optional().catch(undefined) }).catch({}),
  factors: z
    .array(
      z.object({
        id: z.guid(),
        friendly_name: blank,
        factor_type: z.string(),
        status: z.string(),
        phone: blank,
        created_at: z.string(),
      }),
    )
    .nullish(),
  identities: z
    .array(
      z.object({
        identity_id: z.guid(),
        provider: z.string(),
        identity_data: z.record(z.string(), z.unknown()).nullish(),
        last_sign_in_at: blank,
        created_at: blank,
      }),
    )
    .nullish(),
});

export type Factor = {
  id: string;
  kind: 'totp' | 'phone';
  name: string;
  /** With its plus, for a factor that is a phone. */
  phone: string | null;
  createdAt: Date;
};

export type Identity = {
  id: string;
  provider: string;
  /** Whom it is with the provider: address, number or name. */
  account: string | null;
  lastUsedAt: Date | null;
};

export type AccountUser = {
  email: string | null;
  phone: string | null;
  /** Asked for and not yet confirmed by both mailboxes. */
  newEmail: string | null;
  /** In the mails about the account; null where none was told. */
  language: string | null;
  /** Verified ones only. */
  factors: Factor[];
  identities: Identity[];
};

const withPlus = (phone: string | null | undefined) => (phone ? `+${phone.replace(/^\+/, '')}` : null);

const isKind = (kind: string): kind is Factor['kind'] => kind === 'totp' || kind === 'phone';

function accountOf(provider: string, data: Record<string, unknown>): string | null {
  if (provider === 'phone') return withPlus(typeof data.phone === 'string' ? data.phone : null);
  for (const value of [data.email, data.preferred_username, data.user_name, data.name]) {
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/**
 * The account as the auth server has it, once per page. Asked with the visitor's own token and not through the
 * client, which would change cookies where a page cannot.
 */
export const getAccountUser = cache(async (): Promise<AccountUser> => {
  const token = await getAccessToken();
  if (token === null) throw new DomainError('auth.signed_out');
  const unavailable = (cause: unknown) => {
    throw new DomainError('auth.unavailable', { cause });
  };
  const response = await fetch(`${env().supabaseUrl}/auth/v1/user`, {
    headers: { apikey: env().supabasePublishableKey, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
    cache: 'no-store',
  }).catch(unavailable);
  if (response.status >= 500) throw new DomainError('auth.unavailable');
  if (!response.ok) throw new DomainError('auth.signed_out');
  const user = userSchema.parse(await response.json().catch(unavailable));
  const factors: Factor[] = [];
  for (const { id, factor_type: kind, status, friendly_name, phone, created_at } of user.factors ?? []) {
    if (status !== 'verified' || !isKind(kind)) continue;
    const createdAt = new Date(created_at);
    factors.push({ id, kind, name: friendly_name ?? '', phone: withPlus(phone), createdAt });
  }
  return {
    email: user.email || null,
    phone: withPlus(user.phone),
    newEmail: user.new_email || null,
    language: user.user_metadata.language ?? null,
    factors,
    identities: (user.identities ?? []).map((identity) => ({
      id: identity.identity_id,
      provider: identity.provider,
      account: accountOf(identity.provider, identity.identity_data ?? {}),
      lastUsedAt: identity.last_sign_in_at ? new Date(identity.last_sign_in_at) : null,
    })),
  };
});
