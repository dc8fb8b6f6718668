import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export type CitusPrograms = { initdb: string; postgres: string };

/** Where packages of Debian, Ubuntu, Fedora and their like put a Postgres, each version in a folder of its own. */
const packaged = ['/usr/lib/postgresql/*', '/usr/pgsql-*'];

/** Null where there is no Postgres; the reason in words where it has no Citus. */
function lookInto(folder: string): CitusPrograms | string | null {
  const tool = (name: string) => path.join(folder, 'bin', name);
  const asked = spawnSync(tool('pg_config'), ['--pkglibdir'], { encoding: 'utf8' });
  if (asked.status !== 0 || !fs.existsSync(tool('initdb'))) return null;
  const library = path.join(asked.stdout.trim(), 'citus.so');
  if (!fs.existsSync(library)) return `${folder} has no Citus: ${library} is missing`;
  return { initdb: tool('initdb'), postgres: tool('postgres') };
}

/**
 * A Postgres with Citus on this machine: in the folder given, which holds `bin`, else the newest from packages.
 * @throws in a sentence where there is none
 */
export function findCitus(folder?: string): CitusPrograms {
  const folders = folder
    ? [path.resolve(folder)]
    : packaged.flatMap((pattern) => fs.globSync(pattern)).sort((a, b) => b.localeCompare(a, 'en'));
  const looked = folders.map((one) => ({ one, found: lookInto(one) }));
  for (const { found } of looked) if (found !== null && typeof found !== 'string') return found;
  const reasons = looked.map(({ one, found }) =>
    typeof found === 'string' ? found : `${one} has no Postgres`,
  );
  throw new Error(
    `No Postgres with Citus was found here${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}. Install a package ` +
      'of Citus, or name the folder of a Postgres that has it with --postgres: the one in which bin lies.',
  );
}
