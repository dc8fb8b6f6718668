import fs from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { identify, type ProcessIdentity } from './process-lock.ts';

/** What a running server writes into its data folder. */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping`, `standby`. */
  status: string;
}

export function readPostmasterFile(clusterDir: string): PostmasterFile | null {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3] ?? 0);
  return Number.isInteger(pid) && pid > 0 ? { pid, port, status: (lines[7] ?? '').trim() } : null;
}

/** The process named in the file if it is a Postgres server; after a crash or a reboot its pid may be anyone's. */
export function findPostmaster(clusterDir: string): (PostmasterFile & { process: ProcessIdentity }) | null {
  const file = readPostmasterFile(clusterDir);
  const running = file && identify(file.pid);
  if (!file || !running) return null;
  if (process.platform === 'linux') {
    try {
      const command = fs.readFileSync(`/proc/${file.pid}/cmdline`, 'utf8').split('\0');
      if (!command.includes(fs.realpathSync(clusterDir))) return null;
    } catch {
      return null;
    }
  }
  return { ...file, process: running };
}

/** Does our server answer there? The password is the cluster's own, so another's server says no. */
export async function answers(adminUrl: string, clusterDir: string): Promise<boolean> {
  const sql = postgres(adminUrl, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`;
    return row !== undefined && fs.realpathSync(row.folder) === fs.realpathSync(clusterDir);
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
