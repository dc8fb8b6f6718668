import fs from 'node:fs';
import path from 'node:path';
import { root } from '../surroundings.ts';
import { compareLanguages, findHardCoded, findMissing, findUnused, flatten } from './message-rules.ts';
import { type Finding, readSources, report } from './source.ts';

const read = (language: string) =>
  flatten(JSON.parse(fs.readFileSync(path.join(root, 'messages', `${language}.json`), 'utf8')));

const en = read('en');
const sources = readSources(['src']);
const inMessages = (message: string): Finding => ({ path: 'messages/en.json', line: 1, message });

report('messages', [
  ...compareLanguages({ en, de: read('de') }).map(inMessages),
  ...findMissing(en.keys(), sources),
  ...findUnused(en.keys(), sources).map((key) => inMessages(`${key} is used nowhere`)),
  ...findHardCoded(sources),
]);
