import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { hintCompilation } from './compile-hints.ts';
import { compressStatic } from './compress-static.ts';
import { bundle, programs } from './container-bundle.ts';
import { childEnvironment, nextProgram, root } from './surroundings.ts';

/**
 * Builds the app for the container: `.next/standalone` holds everything it runs, and nothing else. Run by the
 * Dockerfile; `node .next/standalone/container.mjs` is what the container starts.
 */
const made = path.join(root, '.next', 'standalone');
const run = (program: string, ...args: string[]) =>
  execFileSync(process.execPath, [program, ...args], {
    cwd: root,
    env: childEnvironment('production', { HAUSBUCH_OUTPUT: 'standalone' }),
    stdio: 'inherit',
  });

run(nextProgram, 'build');
hintCompilation();
await compressStatic();
// Read by path while running, which the tracer of Next does not see.
for (const name of [
  '.next/static',
  'public',
  'drizzle',
  'supabase/config.toml',
  'src/features/demo/pictures',
  'src/features/document/pdf-offline-process.ts',
  'src/features/document/pdf-text-process.ts',
  'src/features/document/thumbnail-process.ts',
  'src/features/document/watched-process.ts',
  'node_modules/unpdf',
  'node_modules/@napi-rs',
  'node_modules/image-size',
  'node_modules/@fontsource/inter',
]) {
  const from = path.join(root, name);
  const isThere = fs.existsSync(from);
  // The only one that need not be: what is left out in silence is missed when somebody prints or uploads.
  if (!isThere && name !== 'public') throw new Error(`${name}, which the image has to hold, is not there.`);
  if (isThere) fs.cpSync(from, path.join(made, name), { recursive: true });
}
fs.rmSync(path.join(made, 'server.js'));
await bundle(programs, made);
