import { statfsSync } from 'node:fs';
import { dataDisk } from './env.ts';

/** Postgres needs room for the next 16 MB of its log to take any change. */
const leastBytes = 20_000_000;

/** Whether the disk that the data of this installation lie on is full; no, where that is not known. */
export function isDiskFull(folder = dataDisk()): boolean {
  if (!folder) return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastBytes;
  } catch {
    return false;
  }
}
