import fs from 'node:fs';
import path from 'node:path';
import { root } from './surroundings.ts';

/** To recover, migrate and write its first logs a database needs some room. */
const leastMegabytes = 64;
const megabyte = 1_000_000;

function bytesIn(at: string): number {
  const stat = fs.lstatSync(at, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.size;
  return fs.readdirSync(at).reduce((sum, name) => sum + bytesIn(path.join(at, name)), 0);
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / megabyte)} MB`;

/** What lies on the disk, and what of it may go. */
function whatToFree(dataDir: string): string {
  const lines: [string, string][] = [
    [path.join(dataDir, 'supabase', 'files'), 'people’s documents: delete some in Hausbuch'],
    [path.join(dataDir, 'postgres'), 'the database'],
    [path.join(root, '.next'), 'the build: may be deleted, the next start makes it anew'],
  ];
  const listed = lines
    .map(([at, what]) => ({ at, what, bytes: bytesIn(at) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
  return [
    'Free some: old backups first, and what else does not belong to Hausbuch. Of Hausbuch there lie',
    ...listed.map(({ at, what, bytes }) => `  ${inMegabytes(bytes)} in ${at} (${what})`),
    'Then start again.',
  ].join('\n');
}

/** @throws what to free, where the disk of the data folder has no room to start in */
export function demandDiskSpace(dataDir: string): void {
  const { bavail, bsize } = fs.statfsSync(dataDir);
  const free = bavail * bsize;
  if (free >= leastMegabytes * megabyte) return;
  throw new Error(
    `The disk of ${dataDir} is full: ${inMegabytes(free)} are free, ${leastMegabytes} MB are needed.\n${whatToFree(dataDir)}`,
  );
}
