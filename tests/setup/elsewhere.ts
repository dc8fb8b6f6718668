/**
 * Where the walks find an installation they did not start, such as one beside Supabase's own servers; see
 * docs/accounts.md.
 */
export function readElsewhere(env: NodeJS.ProcessEnv = process.env) {
  const { E2E_BASE_URL: url, E2E_MAILBOX_URL: mailboxUrl } = env;
  if (!url) return null;
  return {
    url,
    mailboxUrl: mailboxUrl ?? '',
    dataDir: env.E2E_DATA ?? '',
    /** Of a login that may change rows of schema `auth`. */
    databaseUrl: env.E2E_DATABASE_URL,
    keys:
      env.E2E_SUPABASE_URL && env.E2E_SUPABASE_PUBLISHABLE_KEY
        ? { url: env.E2E_SUPABASE_URL, publishableKey: env.E2E_SUPABASE_PUBLISHABLE_KEY }
        : undefined,
  };
}
