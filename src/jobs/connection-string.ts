/**
 * The connection string for the driver of the jobs. By itself it takes `sslmode=require` for verify-full and refuses
 * the certificates that hosted databases make themselves; this makes it mean what libpq and the app's driver mean:
 * encrypted, whoever signed.
 */
export function asLibpq(connectionString: string): string {
  const url = new URL(connectionString);
  const mode = url.searchParams.get('sslmode');
  if (mode !== 'require' && mode !== 'prefer') return connectionString;
  url.searchParams.set('uselibpqcompat', 'true');
  return url.toString();
}
