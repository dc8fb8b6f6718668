import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isSecretKey } from './key-guard.ts';

const secretShapes = [/sb_secret_[\w-]{16,}/g, /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g];

/** The first file below `folder`, which browsers load, that holds a secret key; null when none does. */
export function findSecretInBundle(folder: string, secretKey: string): string | null {
  if (!existsSync(folder)) return null;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(js|mjs|css|json|map|html|txt)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    const found = secretShapes.flatMap((shape) => text.match(shape) ?? []);
    if (text.includes(secretKey) || found.some(isSecretKey)) return name;
  }
  return null;
}

/** The sentence for the console that goes with it. */
export const bundleProblem = (file: string) =>
  `Hausbuch does not start: ${file}, which browsers load, holds a secret key of Supabase. ` +
  'Remove it from the sources, build again, and replace the key in the project: it counts as known.';

const keySet = z.object({
  keys: z.array(z.object({ kty: z.string(), alg: z.string().optional(), crv: z.string().optional() })),
});

type KeySetState = 'ok' | 'empty' | 'shared_secret_only' | 'unusable' | 'unreachable';

function usability({ keys }: z.infer<typeof keySet>): KeySetState {
  if (keys.length === 0) return 'empty';
  const isUsable = keys.some(({ kty, alg, crv }) =>
    alg === undefined
      ? kty === 'RSA' || (kty === 'EC' && (crv ?? 'P-256') === 'P-256')
      : alg === 'ES256' || alg === 'RS256',
  );
  if (isUsable) return 'ok';
  return keys.every(({ kty, alg }) => kty === 'oct' || alg?.startsWith('HS'))
    ? 'shared_secret_only'
    : 'unusable';
}

/** Whether the project at this address publishes a key that sessions can be verified with. */
export async function readKeySet(supabaseUrl: string): Promise<KeySetState> {
  try {
    const response = await fetch(`${supabaseUrl}/auth/v1/.well-known/jwks.json`, {
      signal: AbortSignal.timeout(3_000),
      cache: 'no-store',
    });
    return response.ok ? usability(keySet.parse(await response.json())) : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

const keySetProblems: Record<Exclude<KeySetState, 'ok' | 'unreachable'>, string> = {
  empty: 'publishes no key',
  shared_secret_only: 'signs with a shared secret (HS256) only',
  unusable: 'publishes no ES256 or RS256 key',
};

/** A sentence for the console when nobody could sign in at that project; null when all is well or it is silent. */
export function keySetProblem(supabaseUrl: string, state: KeySetState): string | null {
  if (state === 'ok' || state === 'unreachable') return null;
  return (
    `Hausbuch cannot start: ${supabaseUrl} ${keySetProblems[state]}, so that no session can be verified. ` +
    'In the Supabase project, under JWT keys, move from the legacy secret to signing keys (ES256).'
  );
}

const hasCode = z.object({ code: z.string() });

function connectionFailure(code: string): string | null {
  if (code.startsWith('28')) return 'refuses the user or the password';
  if (code === '3D000') return 'has no database of that name';
  if (/CERT|SIGNATURE/.test(code)) {
    return (
      'shows a certificate that nobody known here has signed. Name the signer in NODE_EXTRA_CA_CERTS, ' +
      'or ask for encryption alone with sslmode=require'
    );
  }
  return /^(E[A-Z_]+|CONNECT_TIMEOUT|CONNECTION_\w+)$/.test(code) ? `does not answer (${code})` : null;
}

/** A sentence for the console when a database could not be entered at all; null for any other failure. */
export function databaseProblem(databaseUrl: string, error: unknown): string | null {
  const { data } = hasCode.safeParse(error);
  const failure = data ? connectionFailure(data.code) : null;
  if (failure === null) return null;
  const { hostname, port } = new URL(databaseUrl);
  return `Hausbuch cannot start: the database at ${hostname}:${port || '5432'} ${failure}.`;
}
