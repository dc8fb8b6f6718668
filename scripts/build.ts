import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { waitForLock } from '@hausbuch/supabase-embedded/process-lock';
import { hintCompilation } from './compile-hints.ts';
import { compressStatic } from './compress-static.ts';
import { followMessages } from './languages.ts';
import { step } from './progress.ts';
import { childEnvironment, nextProgram, root } from './surroundings.ts';

/** Everything the build reads; a change elsewhere, such as in a test or in a page of documentation, needs no new one. */
const inputs = [
  ...['src', 'messages', 'public', 'next.config.ts', 'postcss.config.mjs', 'tsconfig.json'],
  ...['package.json', 'package-lock.json'],
];
const isInput = (name: string) => !/\.test\.tsx?$|\.d\.json\.ts$/.test(name);

function filesBelow(at: string): string[] {
  const full = path.join(root, at);
  const stat = fs.statSync(full, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return isInput(at) ? [at] : [];
  return fs
    .readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(path.join(at, name)));
}

/** Fingerprint of the sources as they lie there, committed or not. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesBelow)) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

const stampFile = path.join(root, '.next', 'built-from');

function isBuilt(wanted: string): boolean {
  try {
    return (
      fs.readFileSync(stampFile, 'utf8') === wanted && fs.existsSync(path.join(root, '.next', 'BUILD_ID'))
    );
  } catch {
    return false;
  }
}

function runBuild(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [nextProgram, 'build'], {
      cwd: root,
      env: childEnvironment('production'),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${output.trim()}\n\nThe app could not be built; see above.`));
    });
  });
}

/** Whether a start would have to build first. */
export const isBuildDue = (): boolean => !isBuilt(fingerprint());

/** Builds the app unless a build of exactly these sources is there. */
export async function ensureBuild(signal?: AbortSignal): Promise<void> {
  if (isBuilt(fingerprint())) return;
  const lock = await waitForLock(
    path.join(root, 'node_modules', '.cache', 'hausbuch', 'build.lock'),
    10 * 60_000,
  );
  try {
    followMessages(root);
    const wanted = fingerprint();
    if (isBuilt(wanted)) return;
    fs.rmSync(stampFile, { force: true });
    await step('Building the app', () => runBuild(signal));
    hintCompilation();
    await compressStatic();
    fs.writeFileSync(stampFile, wanted);
  } finally {
    lock.release();
  }
}
