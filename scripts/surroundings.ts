import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.dirname(import.meta.dirname);
export const nextProgram = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');

/**
 * Options of a Node that waits, mostly: it keeps 12 MB for young objects. Left to itself, on a machine with much memory, it keeps
 * the 130 MB that its start has made them grow to (`docs/reliability.md`, Memory); the app has 48.
 */
export const leanNode = ['--max-semi-space-size=4'];
export const appNode = ['--max-semi-space-size=16'];

/** The app's database in an embedded Postgres, and its login there. */
export const databaseName = 'hausbuch';

/** Settings handed to the app; `NodeJS.ProcessEnv` as Next declares it would demand a NODE_ENV in each. */
export type Settings = Record<string, string>;

/** Environment of a Next process: ours, its own additions, and a promise to leave when we are killed. */
export function childEnvironment(
  mode: 'production' | 'development',
  additions: Settings = {},
): NodeJS.ProcessEnv {
  const preload = pathToFileURL(path.join(root, 'scripts', 'leave-with-parent.mjs')).href;
  const options = [process.env.NODE_OPTIONS, `--import=${preload}`].filter(Boolean).join(' ');
  return {
    ...process.env,
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_OPTIONS: options,
    ...additions,
  };
}
