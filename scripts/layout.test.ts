import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './surroundings.ts';

function filesBelow(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}

const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');

/** The list under "How the house is laid out", line by line. */
const layout = /## How the house is laid out\s+```\n([\s\S]*?)```/.exec(readme)?.[1]?.split('\n') ?? [];

/** `schema.ts`, `components/`, …: what the list says a feature holds. */
const kinds = layout
  .slice(layout.findIndex((line) => line.startsWith('src/features/')) + 1)
  .filter((_, index, lines) => lines.slice(0, index + 1).every((line) => line.startsWith(' ')))
  .flatMap((line) => line.split(/\s{2,}|, /))
  .filter((word) => /^[a-z]+(\.tsx?|\/)$/.test(word));

/** What stands behind the last dash: the rules of an index are of the kind `rules.ts`. */
const kindOf = (name: string) => name.replace(/\.test(\.tsx?)$/, '$1').replace(/^.*-/, '');

/** Files and folders of each feature; a folder without files is none, as for git. */
const held = [
  ...new Set(
    filesBelow('src/features').flatMap(
      (file) => /^src\/features\/[\w-]+\/[^/]+(\/(?=.)|$)/.exec(file)?.[0] ?? [],
    ),
  ),
].map((file) => {
  const [, , feature = '', name = ''] = file.split('/');
  return { feature, name: file.endsWith('/') ? `${name}/` : name };
});

test('the README names every kind of file a feature holds, and no other', () => {
  const isTestAlone = ({ feature, name }: { feature: string; name: string }) =>
    /\.test\.tsx?$/.test(name) &&
    !held.some((one) => one.feature === feature && one.name === name.replace('.test', ''));
  const nameless = held.filter((one) => !kinds.includes(kindOf(one.name)) && !isTestAlone(one));
  expect(nameless.map(({ feature, name }) => `${feature}/${name}`)).toEqual([]);
  expect(kinds.filter((kind) => !held.some(({ name }) => kindOf(name) === kind))).toEqual([]);
});

test('the README names every folder and file of src, and none that is not there', () => {
  const named = layout.flatMap((line) => line.match(/src\/[a-z0-9-]+(\/|\.ts)/g) ?? []);
  const present = fs
    .readdirSync(path.join(root, 'src'), { withFileTypes: true })
    .map((entry) => `src/${entry.name}${entry.isDirectory() ? '/' : ''}`)
    // The part of instrumentation.ts that only a server can load.
    .filter((name) => name !== 'src/instrumentation-node.ts');
  expect([...named].sort()).toEqual(present.sort());
});
