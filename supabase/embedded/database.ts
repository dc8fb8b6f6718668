import postgres from 'postgres';

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;
/** Either of the two: for reads that may stand inside or outside a transaction. */
export type Queryable = Sql | Transaction;

/** Connections that are one of Supabase's schema owners from their first statement, so that nothing is done as the superuser. */
export function connectAs(
  superuserUrl: string,
  owner: 'supabase_auth_admin' | 'supabase_storage_admin',
  max: number,
): Sql {
  return postgres(superuserUrl, {
    max,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { session_authorization: owner, TimeZone: 'UTC', application_name: owner },
  });
}
