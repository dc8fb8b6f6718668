import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';

/** How flock leaves where another holds the folder. */
export const heldStatus = 75;
/** What is left of a server that was killed lets go within moments. */
const leavingLimitMs = 10_000;

/** Of util-linux, which every Debian has; elsewhere there is no such lock. */
const programs = ['/usr/bin/flock', '/bin/flock'];

/**
 * Makes sure that no server lives on a cluster, and removes the pid file of the one before, whose number may be
 * anybody's by now. Returns the words to begin the next server's command with: they keep the folder to it and to its
 * children for as long as one of them lives. It is a lock of the kernel's, because a process in another container has
 * a number of its own there: neither sees the other's, and two servers would write into one cluster.
 * @throws Error where another one holds the folder
 */
export async function takeCluster(clusterDir: string, account: Account | null): Promise<string[]> {
  const pidFile = path.join(clusterDir, 'postmaster.pid');
  const program = process.platform === 'linux' ? programs.find((file) => fs.existsSync(file)) : undefined;
  const options = ['--nonblock', '--no-fork', '--conflict-exit-code', String(heldStatus), clusterDir];
  const until = Date.now() + leavingLimitMs;
  while (program) {
    // Under the lock: a server that lost its pid file would end itself.
    const { status } = spawnSync(program, [...options, 'rm', '-f', pidFile], {
      cwd: os.tmpdir(),
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    if (status === 0) return [program, ...options];
    // A flock of another make, which does not know these options.
    if (status !== heldStatus) break;
    if (Date.now() > until) {
      throw new Error(
        `The database in ${clusterDir} is in use by another server, as of another container on the same volume. ` +
          'End that one first; two at once would destroy it.',
      );
    }
    await sleep(200);
  }
  fs.rmSync(pidFile, { force: true });
  return [];
}
