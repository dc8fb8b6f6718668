import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '../postgres/launcher.ts';

export interface TestPostgres {
  /** Superuser. */
  adminUrl: string;
  /** What runs, for the test report. */
  description: string;
  stop(): Promise<void>;
}

const prefix = 'supabase-test-';

/** Memory where there is enough of it: cloning a database takes 15 ms there and up to 500 on a disk. */
function baseFolder(): string {
  try {
    const { bavail, bsize } = fs.statfsSync('/dev/shm');
    fs.accessSync('/dev/shm', fs.constants.W_OK);
    if (bavail * bsize > 1_000_000_000) return '/dev/shm';
  } catch {
    // No such file system here.
  }
  return os.tmpdir();
}

/** Servers of test runs that were killed before they could stop them. */
async function removeLeftovers(base: string): Promise<void> {
  for (const name of fs.readdirSync(base)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(base, name);
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    try {
      process.kill(pid, 0);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) continue;
      if (process.getuid && fs.statSync(folder).uid !== process.getuid()) continue;
      const left = await startPostgres({ dataDir: folder, durable: false }).catch(() => null);
      await left?.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** A Postgres that forgets everything when it stops. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const base = baseFolder();
  await removeLeftovers(base);
  const folder = fs.mkdtempSync(path.join(base, `${prefix}${process.pid}-`));
  fs.chmodSync(folder, 0o755);
  const server = await startPostgres({ dataDir: folder, durable: false });
  return {
    adminUrl: server.adminUrl,
    description: `embedded Postgres in ${base}`,
    async stop() {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
