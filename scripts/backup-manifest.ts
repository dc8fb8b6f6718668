import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Names every folder and file of a backup: written last, so that a backup without it is not whole. */
const manifestFile = 'manifest.json';
const readBytes = 1 << 20;
/** Of more problems than this a list says no more. */
const toldProblems = 10;

const content = z.object({
  version: z.literal(1),
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
const manifest = content.extend({ sha256: z.string() });

export type Manifest = z.output<typeof content>;

function digestOf(file: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(readBytes);
  const handle = fs.openSync(file, 'r');
  try {
    for (;;) {
      const bytes = fs.readSync(handle, buffer, 0, readBytes, null);
      if (bytes === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytes));
    }
  } finally {
    fs.closeSync(handle);
  }
}

const sealOf = ({ version, folders, files }: Manifest) =>
  createHash('sha256').update(JSON.stringify({ version, folders, files })).digest('hex');

/** Lists what lies in a folder, with its checksums, into the folder. */
export function writeManifest(backup: string): void {
  const listed: Manifest = { version: 1, folders: [], files: [] };
  for (const entry of fs.readdirSync(backup, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    const name = path.relative(backup, at).replaceAll(path.sep, '/');
    if (entry.isDirectory()) listed.folders.push(name);
    else if (name !== manifestFile)
      listed.files.push({ path: name, bytes: fs.statSync(at).size, sha256: digestOf(at) });
  }
  listed.folders.sort();
  listed.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  fs.writeFileSync(
    path.join(backup, manifestFile),
    `${JSON.stringify({ ...listed, sha256: sealOf(listed) })}\n`,
    { mode: 0o600 },
  );
}

/** @throws what is wrong with the list itself */
function readManifest(backup: string): Manifest {
  let text: string;
  try {
    text = fs.readFileSync(path.join(backup, manifestFile), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') {
      throw new Error(
        `The backup in ${backup} cannot be read by this account. It is closed to others: bring it here as whom you start.`,
      );
    }
    throw new Error(
      `${backup} holds no backup of Hausbuch, or one that was not finished: no ${manifestFile}.`,
    );
  }
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Said below.
  }
  const found = manifest.safeParse(parsed).data;
  if (!found || found.sha256 !== sealOf(found)) {
    throw new Error(`The backup in ${backup} is damaged: ${manifestFile} is not as it was written.`);
  }
  return found;
}

function problemOf(backup: string, { path: name, bytes, sha256 }: Manifest['files'][number]): string | null {
  const at = path.join(backup, name);
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (!stat?.isFile()) return `${name} is missing`;
  if (stat.size !== bytes) return `${name} has ${stat.size} bytes instead of ${bytes}`;
  return digestOf(at) === sha256 ? null : `${name} is not as it was written`;
}

/** Reads every byte of a backup. @throws what is missing or damaged */
export function verifyBackup(backup: string): Manifest {
  const listed = readManifest(backup);
  const isFolder = (name: string) =>
    fs.statSync(path.join(backup, name), { throwIfNoEntry: false })?.isDirectory();
  const problems = [
    ...listed.folders.filter((name) => !isFolder(name)).map((name) => `${name} is missing`),
    ...listed.files.flatMap((file) => problemOf(backup, file) ?? []),
  ];
  if (problems.length === 0) return listed;
  const more = problems.length - toldProblems;
  const told = problems.slice(0, toldProblems).join('\n  ');
  throw new Error(
    `The backup in ${backup} is damaged:\n  ${told}${more > 0 ? `\n  and ${more} more` : ''}\n` +
      'Use another backup, or another copy of this one.',
  );
}
