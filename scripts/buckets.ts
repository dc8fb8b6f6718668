import { readConfig } from '@hausbuch/supabase-embedded/config';

type Address = { supabaseUrl: string; supabaseSecretKey: string };

/** Creates the private buckets of config.toml that a project does not have yet; those it has stay as they are. */
export async function ensureBuckets({ supabaseUrl, supabaseSecretKey }: Address, config: string) {
  const headers = {
    apikey: supabaseSecretKey,
    authorization: `Bearer ${supabaseSecretKey}`,
    'content-type': 'application/json',
  };
  const address = `${supabaseUrl}/storage/v1/bucket`;
  for (const [id, bucket] of Object.entries(readConfig(config).storage.buckets)) {
    const known = await fetch(`${address}/${id}`, { headers });
    if (known.ok) continue;
    const made = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ id, name: id, ...bucket }),
    });
    // Another process may have been faster.
    if (!made.ok && !(await fetch(`${address}/${id}`, { headers })).ok) {
      throw new Error(
        `Storage at ${supabaseUrl} does not make the bucket "${id}": it answers ${made.status}. ` +
          'Check SUPABASE_URL and SUPABASE_SECRET_KEY.',
      );
    }
  }
}
