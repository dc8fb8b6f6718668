import { checkAuthKeys } from '@/auth/server/key-check';
import { checkDatabase } from '@/db/readiness';
import { env } from '@/lib/server/env';

type Health = { status: 'ready' | 'not_ready'; checks: Record<string, 'ok' | 'failed'> };

/** Whether storage knows our bucket, and can still write where the files lie. */
async function isStorageReachable(): Promise<boolean> {
  const { supabaseUrl, supabaseSecretKey } = env();
  const ask = (path: string) =>
    fetch(`${supabaseUrl}/storage/v1${path}`, {
      headers: { apikey: supabaseSecretKey, authorization: `Bearer ${supabaseSecretKey}` },
      signal: AbortSignal.timeout(3_000),
      cache: 'no-store',
    });
  try {
    const [bucket, status] = await Promise.all([ask('/bucket/documents'), ask('/status')]);
    return bucket.ok && status.ok;
  } catch {
    return false;
  }
}

const within = <T>(work: Promise<T>, limitMs: number, otherwise: T) =>
  Promise.race([
    work,
    new Promise<T>((resolve) => {
      setTimeout(resolve, limitMs, otherwise).unref();
    }),
  ]);

async function check(): Promise<Health> {
  const [database, keys, storage] = await Promise.all([
    within(checkDatabase(), 3_000, { isReachable: false, isMigrated: false }),
    checkAuthKeys(),
    isStorageReachable(),
  ]);
  const outcome = (isFine: boolean) => (isFine ? 'ok' : 'failed');
  const checks = {
    database: outcome(database.isReachable),
    migrations: outcome(database.isMigrated),
    authKeys: outcome(keys === 'ok'),
    storage: outcome(storage),
  } as const;
  const isReady = Object.values(checks).every((answer) => answer === 'ok');
  return { status: isReady ? 'ready' : 'not_ready', checks };
}

const keepMs = 2_000;
let latest: { at: number; health: Promise<Health> } | undefined;

/** `?live`: this process answers. Otherwise: what it needs answers too; asked at most every two seconds. */
export async function GET(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'no-store' };
  if (new URL(request.url).searchParams.has('live')) return Response.json({ status: 'live' }, { headers });
  if (!latest || performance.now() - latest.at > keepMs) latest = { at: performance.now(), health: check() };
  const health = await latest.health;
  if (health.status === 'ready') return Response.json(health, { headers });
  return Response.json(health, { status: 503, headers: { ...headers, 'retry-after': '2' } });
}
