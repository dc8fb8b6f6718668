import type postgres from 'postgres';
import { z } from 'zod';
import { failure } from './errors.ts';

/** Who a request acts for: one of Supabase's roles with the claims its policies may read. */
export interface Caller {
  /** The storage admin owns the tables and is above the policies: for what a signed URL already allows. */
  role: 'anon' | 'authenticated' | 'service_role' | 'supabase_storage_admin';
  claims: Record<string, unknown>;
  /** `sub` of the claims; absent for keys. */
  ownerId: string | null;
}

export interface VerifiedToken {
  role: string;
  claims: object;
}

export const server: Caller = { role: 'supabase_storage_admin', claims: {}, ownerId: null };

const callerRole = z.enum(['anon', 'authenticated', 'service_role']);
const callerClaims = z.looseObject({ sub: z.string().optional() });

export function callerFrom(verified: VerifiedToken): Caller {
  const role = callerRole.safeParse(verified.role);
  const claims = callerClaims.safeParse(verified.claims);
  if (!role.success || !claims.success) throw failure.accessDenied('Invalid role');
  return {
    role: role.data,
    claims: { ...claims.data, role: role.data },
    ownerId: claims.data.sub ?? null,
  };
}

/** The signed-up owner a token was given to, acting with the rights of the token and not their own. */
export function bearerOfGrant(owner: string | undefined): Caller {
  return { ...server, ownerId: owner ?? null };
}

export type Transaction = postgres.TransactionSql;

/**
 * Lets Postgres take the caller's role until the transaction ends or the next `assume`, so that its
 * policies decide. Deleting is allowed here because the bytes follow in the same request.
 */
export async function assume(tx: Transaction, caller: Caller, operation: string): Promise<void> {
  await tx`select
    set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
    set_config('request.jwt.claim.sub', ${caller.ownerId ?? ''}, true),
    set_config('request.jwt.claim.role', ${caller.role}, true),
    set_config('storage.operation', ${`storage.${operation}`}, true),
    set_config('storage.allow_delete_query', 'true', true),
    set_config('lock_timeout', '5s', true),
    set_config('statement_timeout', '30s', true)`;
}

/** One transaction as the caller. Nothing slow (a body, a file's bytes) may be awaited inside. */
export async function transact<T>(
  sql: postgres.Sql,
  caller: Caller,
  operation: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const done = await sql.begin(async (tx) => {
    await assume(tx, caller, operation);
    return { value: await work(tx) };
  });
  return done.value;
}

class Rehearsed extends Error {}

/** Runs statements as the caller only to learn whether policies and constraints let them through. */
export async function rehearse(
  sql: postgres.Sql,
  caller: Caller,
  operation: string,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await transact(sql, caller, operation, async (tx) => {
      await work(tx);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}
