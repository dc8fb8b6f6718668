import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/surroundings.ts';

/** The nginx of this machine, also where no PATH leads to it; undefined where there is none. */
export const findNginx = () =>
  ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(
    (program) => spawnSync(program, ['-v']).status === 0,
  );

/** The block of a page of docs/ that begins with these words. */
export function exampleOf(page: string, beginning: string): string {
  const text = fs.readFileSync(path.join(root, 'docs', page), 'utf8');
  const example = text.split('```\n').find((block) => block.startsWith(beginning));
  if (!example) throw new Error(`docs/${page} has no block that begins with "${beginning}".`);
  return example;
}

/** Where nginx, started by anybody, may lay what it receives. */
export const placesIn = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
