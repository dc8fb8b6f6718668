/**
 * Writes messages/en.d.json.ts, from which the compiler knows every message key and its arguments. The
 * next-intl plugin writes the same file in `next dev` and `next build`, but not in `next typegen`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const words = readFileSync(new URL('../messages/en.json', import.meta.url), 'utf8').trim();
writeFileSync(
  new URL('../messages/en.d.json.ts', import.meta.url),
  `declare const messages: ${words};\nexport default messages;\n`,
);
