import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.dirname(import.meta.dirname);
export const nextProgram = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');

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
