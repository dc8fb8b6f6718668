import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ensureBuild } from '../../../scripts/build.ts';
import { root } from '../../../scripts/surroundings.ts';
import { dockerBuild } from './docker.ts';

const base = 'hausbuch/node:24';

/** Makes what stands below the images, or says why this machine cannot. */
export function buildBase(): string | null {
  const made = spawnSync(path.join(root, 'scripts', 'build-base-image.sh'), [base], { encoding: 'utf8' });
  if (made.status === 0) return null;
  if (made.status === 3) return made.stderr.trim();
  throw new Error(`The base could not be made: ${made.stdout}${made.stderr}`);
}

/** What the last stage copies: of the packages those that production has, as `npm prune --omit=dev` leaves them. */
function builtFiles(): string[] {
  const { packages }: { packages: Record<string, { dev?: boolean; link?: boolean }> } = JSON.parse(
    fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  const production = Object.keys(packages).filter((at) => {
    if (!at.startsWith('node_modules/') || packages[at]?.dev) return false;
    // One within another comes with it.
    const above = at.lastIndexOf('/node_modules/');
    return above === -1 || packages[at.slice(0, above)]?.dev === true;
  });
  const ignored = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  const others = fs.readdirSync(root).filter((name) => !ignored.includes(name) && !name.startsWith('.env'));
  return [...others, '.next', 'node_modules/.package-lock.json', ...production].filter((at) =>
    fs.existsSync(path.join(root, at)),
  );
}

/**
 * The image that holds all of it, by the last stage of the Dockerfile as it stands there, from what is installed and built
 * here already: the stages before, which install and build, are `buildWhole`'s.
 */
export async function buildAloneOfCheckout(tag: string, revision: string): Promise<void> {
  await ensureBuild();
  const whole = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  const leftBehind = /^ {2}&& rm -rf (.*)$/m.exec(whole)?.[1]?.split(' ') ?? [];
  const last = /^FROM \S+ AS alone$[\s\S]*?(?=^FROM )/m.exec(whole)?.[0] ?? '';
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-image-'));
  try {
    const file = 'Dockerfile.of-checkout';
    const built = last.replace('COPY --from=build-alone /app ', 'COPY . ');
    fs.writeFileSync(path.join(folder, file), `ARG NODE_IMAGE\n${built}`);
    const context = spawn(
      'tar',
      [
        '-c',
        '--hard-dereference',
        ...leftBehind.map((name) => `--exclude=${name}`),
        '-C',
        folder,
        file,
        '-C',
        root,
        ...builtFiles(),
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const words = ['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', `REVISION=${revision}`];
    await dockerBuild([...words, '-f', file, '--target', 'alone', '-t', tag, '-'], context.stdout);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Both images as an operator builds them, packages installed and app built inside: many minutes, and a registry. */
export async function buildWhole(tags: { alone: string; app: string }, revision: string): Promise<void> {
  const words = ['--network', 'host', '--build-arg', `NODE_IMAGE=${base}`];
  const of = ['--build-arg', `REVISION=${revision}`, root];
  await dockerBuild([...words, '--target', 'alone', '-t', tags.alone, ...of]);
  await dockerBuild([...words, '-t', tags.app, ...of]);
}

/** The same as another revision, as an upgrade brings one. */
export const relabel = (from: string, to: string, revision: string): Promise<void> =>
  dockerBuild(
    ['-t', to, '-'],
    Readable.from(`FROM ${from}\nLABEL org.opencontainers.image.revision=${revision}\n`),
  );
