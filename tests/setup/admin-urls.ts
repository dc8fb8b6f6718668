import postgres from 'postgres';

const adminUrls = new Map<string, string>();

/** The superuser's way into the test database that this is the app's way into. */
export function adminUrlOf(appUrl: string): string {
  const adminUrl = adminUrls.get(appUrl);
  if (!adminUrl) throw new Error('No test database has this address.');
  return adminUrl;
}

/** Tells `adminUrlOf` of a database that was made in another way. */
export function rememberAdmin(appUrl: string, adminUrl: string): void {
  adminUrls.set(appUrl, adminUrl);
}

/** The same server, another database. */
export function inDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Runs work over one connection, which ends with it. */
export async function connected<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
