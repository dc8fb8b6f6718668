import postgres from 'postgres';

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;
/** Either of the two: for reads that may stand inside or outside a transaction. */
export type Queryable = Sql | Transaction;

/**
 * Connections that act as one of Supabase's schema owners from their first statement. `role` is a start-up
 * parameter that Postgres heeds; it ignores `session_authorization` there.
 */
export function connectAs(
  superuserUrl: string,
  owner: 'supabase_auth_admin' | 'supabase_storage_admin',
  max: number,
): Sql {
  return postgres(superuserUrl, {
    max,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { role: owner, TimeZone: 'UTC', application_name: owner },
  });
}
