import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { root } from '../../scripts/surroundings.ts';
import type { Call, Target } from './calls.ts';

/** Requests per second, and how long one took at the middle and for the slowest of forty. */
export type Figures = { perSecond: number; p50Ms: number; p97Ms: number };
export type Round = { connections: number; seconds: number };

type Shot = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: () => string };

const cannon = (
  url: string,
  shots: Shot[],
  { connections, seconds }: Round,
  onResponse?: autocannon.Request['onResponse'],
) =>
  autocannon({
    url,
    connections,
    duration: seconds,
    requests: shots.map(({ body, ...request }) => ({
      ...request,
      setupRequest: (one) => (body ? { ...one, body: body() } : one),
      ...(onResponse && { onResponse }),
    })),
  });

async function fire(url: string, shot: Shot, round: Round): Promise<Figures> {
  const result = await cannon(url, [shot], round);
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${shot.path}: ${result.non2xx} refused, ${result.errors} failed.`);
  }
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p97Ms: result.latency.p97_5 };
}

const superjson = (input: object | undefined) => JSON.stringify({ json: input });

function shotOf(token: string, call: Call, target: Target): Shot {
  const headers = {
    authorization: `Bearer ${token}`,
    cookie: `hausbuch_portfolio=${target.portfolioId}`,
    'content-type': 'application/json',
  };
  const input = call.input(target);
  const query = input ? `?input=${encodeURIComponent(superjson(input))}` : '';
  return call.isMutation
    ? { method: 'POST', path: `/api/trpc/${call.path}`, headers, body: () => superjson(call.input(target)) }
    : { method: 'GET', path: `/api/trpc/${call.path}${query}`, headers };
}

/** A procedure over HTTP, as a browser calls it. */
export const fireProcedure = (url: string, token: string, call: Call, target: Target, round: Round) =>
  fire(url, shotOf(token, call, target), round);

/** Several procedures in turns, from many clients at once: how long they take, and what was not answered as it should. */
export async function fireMixed(url: string, token: string, calls: Call[], target: Target, round: Round) {
  /** Told to come again, since every connection was busy for seconds. */
  let putOff = 0;
  const result = await cannon(
    url,
    calls.map((call) => shotOf(token, call, target)),
    round,
    (status, _body, _context, headers) => {
      const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
      if (status === 503 && names.includes('retry-after')) putOff += 1;
    },
  );
  return {
    answered: result['2xx'],
    putOff,
    p50Ms: result.latency.p50,
    p97Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
    slowestMs: result.latency.max,
    refused: result.non2xx - putOff,
    failed: result.errors,
  };
}

/** The same on the bare server. */
export function fireBare(
  url: string,
  token: string,
  [name, call]: [string, Call],
  target: Target,
  round: Round,
) {
  const headers = { authorization: `Bearer ${token}`, 'x-portfolio': target.portfolioId };
  const body = () => (call.input(target) ? JSON.stringify(call.input(target)) : '');
  return fire(url, { method: 'POST', path: `/${name}`, headers, body }, round);
}

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** The same statements without HTTP. */
export async function runDriver(
  name: string,
  target: Target,
  { connections, seconds }: Round,
  env: NodeJS.ProcessEnv,
): Promise<Figures> {
  const imports = path.join(root, 'scripts', 'src-imports.ts');
  const program = path.join(root, 'tests', 'bench', 'driver.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', imports, program, name, String(connections), String(seconds), JSON.stringify(target)],
    { env, maxBuffer: 100_000_000 },
  );
  const durations: number[] = JSON.parse(stdout);
  durations.sort((a, b) => a - b);
  return { perSecond: durations.length / seconds, p50Ms: at(durations, 0.5), p97Ms: at(durations, 0.975) };
}
