import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Calls the hook of whatever is checked out; a state that has none lets every message pass. */
const stub = `#!/bin/sh
hook="$(git rev-parse --show-toplevel)/scripts/commit-msg"
[ ! -f "$hook" ] || exec sh "$hook" "$1"
`;

function ask(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', timeout: 5_000 });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Lets git check the subjects of commits made here. A habit, not a duty: where there is no repository of ours, no
 * git, a hook already, hooks kept elsewhere (core.hooksPath) or no right to write, everything stays as it is.
 */
export function placeCommitHook(folder: string): void {
  if (process.env.CI || !fs.existsSync(path.join(folder, '.git'))) return;
  try {
    if (ask(folder, 'config', '--get', 'core.hooksPath') !== null) return;
    // In a worktree these are the hooks of the repository it belongs to.
    const hooks = ask(folder, 'rev-parse', '--git-path', 'hooks');
    if (hooks === null) return;
    const place = path.resolve(folder, hooks);
    fs.mkdirSync(place, { recursive: true });
    fs.writeFileSync(path.join(place, 'commit-msg'), stub, { flag: 'wx', mode: 0o755 });
  } catch {
    // Present, or not ours to write.
  }
}
