import postgres from 'postgres';
import { type Address, connectMs, connectTo } from './connect-to.ts';

/**
 * postgres.js on one connection that is not replaced when it is lost: what comes after that fails, instead of running
 * outside the transaction it belongs to (see `Connection`, which is the same for the app's own pool).
 */
export function openOnce(url: string, applicationName: string): postgres.Sql {
  let isUsed = false;
  const options = {
    max: 1,
    connect_timeout: connectMs / 1_000,
    max_lifetime: null,
    idle_timeout: 0,
    onnotice: () => {},
    onclose: () => {
      client.end({ timeout: 0 }).catch(() => {});
    },
    connection: { application_name: applicationName },
    socket: async (address: Address) => {
      if (isUsed)
        throw Object.assign(new Error('The connection to Postgres was lost.'), { code: 'CONNECTION_CLOSED' });
      isUsed = true;
      return connectTo(address);
    },
  };
  const client: postgres.Sql = postgres(url, options);
  return client;
}

/** One transaction on the only connection of `sql`, without a driver's rollback on one that is lost. */
export async function inTransaction<T>(
  sql: postgres.Sql,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  await sql`begin`;
  try {
    const answer = await work(sql);
    await sql`commit`;
    return answer;
  } catch (error) {
    await sql`rollback`.catch(() => {});
    throw error;
  }
}
