import fs from 'node:fs';
import path from 'node:path';
import { languagesIn, staleFiles } from '../languages.ts';
import { root } from '../surroundings.ts';
import { findMislabelled } from './label-rules.ts';
import { findMissingOfLists } from './message-lists.ts';
import {
  compareLanguages,
  findHardCoded,
  findMissing,
  findUntranslated,
  findUnused,
  flatten,
} from './message-rules.ts';
import { type Finding, readSources, report } from './source.ts';

const languages = languagesIn(root);
const read = (language: string) =>
  flatten(JSON.parse(fs.readFileSync(path.join(root, 'messages', `${language}.json`), 'utf8')));

const words = languages.map((language) => [language, read(language)] as const);
const keys = [...(words[0]?.[1].keys() ?? [])];
const sources = readSources(['src', 'scripts']);
const inMessages = (message: string): Finding => ({ path: 'messages/', message });

const stale = staleFiles(root).map(
  ([name]): Finding => ({
    path: name,
    message: 'does not follow messages/: npm run verify writes it',
  }),
);

report('messages', [
  ...stale,
  ...compareLanguages(Object.fromEntries(words)).map(inMessages),
  ...findUntranslated(Object.fromEntries(words)).map(inMessages),
  ...findMissingOfLists(keys).map(inMessages),
  ...findMissing(keys, sources),
  ...findUnused(keys, sources).map((key) => inMessages(`${key} is used nowhere`)),
  ...findHardCoded(sources),
  ...findMislabelled(Object.fromEntries(words), sources),
]);
