/**
 * Writes src/components/icons.ts and the files of src/components/icon/: the Lucide icons we use, as named constants,
 * one to a file, so that a page carries only the icons it shows. To add one, put its Lucide name into the list and
 * run `node_modules/.bin/node scripts/icons.ts`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IconifyJSON } from '@iconify/types';
import { getIconData } from '@iconify/utils';

const names = [
  'archive archive-restore arrow-left arrow-right ban banknote briefcase-business building-2',
  'calendar-days calendar-clock car chart-column check circle contrast chevron-down chevron-left chevron-right chevrons-up-down',
  'circle-alert circle-check circle-help clock coins copy door-open download ellipsis euro eye eye-off',
  'file-text flame globe hand-coins history house info key-round landmark languages layers layout-dashboard',
  'list-filter lock log-out mail map-pin menu monitor moon paperclip pause pencil percent phone piggy-bank play plus printer',
  'receipt-text refresh-cw ruler search settings shield-check smartphone sparkles square-parking store sun trash-2 trees triangle-alert',
  'camera external-link file-spreadsheet image link qr-code',
  'undo-2 upload user user-plus users wallet warehouse x',
]
  .join(' ')
  .split(' ')
  .sort();

const collection: IconifyJSON = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json')), 'utf8'),
);

const origin = '// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.';
const folder = new URL('../src/components/icon/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

const lines = names.map((name) => {
  const icon = getIconData(collection, name);
  if (!icon) throw new Error(`Lucide has no icon "${name}".`);
  // Stroke and fill stand once on the <svg> of icon.tsx.
  const body = icon.body
    .replace(
      /^<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2">(.*)<\/g>$/,
      '$1',
    )
    .replaceAll(
      / (fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g,
      '',
    );
  const constant = `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Icon`;
  const lead = `export const ${constant} =`;
  const gap = `${lead} '${body}';`.length > 110 ? '\n  ' : ' '; // as the formatter would have it
  writeFileSync(new URL(`${name}.ts`, folder), `${origin}\n${lead}${gap}'${body}';\n`);
  return `export { ${constant} } from './icon/${name}';`;
});

writeFileSync(new URL('../src/components/icons.ts', import.meta.url), `${origin}\n${lines.join('\n')}\n`);
