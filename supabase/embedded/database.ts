import postgres from 'postgres';

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;
/** Either of the two: for reads that may stand inside or outside a transaction. */
export type Queryable = Sql | Transaction;

/**
 * Connections acting as one of Supabase's schema owners, whatever login the address names, so that
 * the server never works as a superuser.
 */
export async function connectAs(
  databaseUrl: string,
  owner: 'supabase_auth_admin' | 'supabase_storage_admin',
  max: number,
): Promise<Sql> {
  const options = { onnotice: () => {}, connect_timeout: 10 };
  const probe = postgres(databaseUrl, { ...options, max: 1 });
  const [login] = await probe<{ superuser: boolean; name: string }[]>`
    select rolsuper as superuser, rolname::text as name from pg_roles where rolname = session_user`;
  await probe.end();
  // Only a superuser may change who the session is; others change the role in it.
  const identity = login?.superuser ? { session_authorization: owner } : { role: owner };
  return postgres(databaseUrl, {
    ...options,
    max,
    connection: { ...(login?.name === owner ? {} : identity), TimeZone: 'UTC', application_name: owner },
  });
}
