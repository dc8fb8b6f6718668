import fs from 'node:fs';
import path from 'node:path';
import { root } from '../surroundings.ts';
import { findUnknownFiles } from './named-file-rules.ts';
import { report } from './source.ts';
import { findUnwritten } from './unwritten-rules.ts';

const elsewhere = new Set(['node_modules', '.next', '.data', '.git', '.pictures', 'test-results']);

function listFiles(folder = ''): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return elsewhere.has(entry.name) ? [] : listFiles(name);
    return entry.isFile() ? [name] : [];
  });
}

const files = listFiles();
const sources = files
  .filter((file) => /\.(tsx?|mjs|md|sql|css|toml|ya?ml|sh)$|^\.env\.example$|^\.ci\/run$/.test(file))
  .filter((file) => !file.endsWith('.d.ts') && !file.endsWith('.d.json.ts'))
  .map((file) => ({ path: file, text: fs.readFileSync(path.join(root, file), 'utf8') }));

report('files that are named', findUnknownFiles(sources, files));
report(
  'what is still to be written',
  findUnwritten(sources.filter(({ path: file }) => file.startsWith('src/'))),
);
