/**
 * Writes src/app/font/inter-latin.woff2: the letters of western languages in the weights we use, a third less than the
 * file of the package, which every first visit waits for. Run `node_modules/.bin/node scripts/fonts.ts` after a new version of Inter.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** As Google Fonts and Fontsource cut "latin"; further letters are in the file of `interExtended`. */
const latin = [
  '0000-00FF 0131 0152-0153 02BB-02BC 02C6 02DA 02DC 0304 0308 0329',
  '2000-206F 20AC 2122 2191 2193 2212 2215 FEFF FFFD',
];

function* lettersOf(range: string) {
  const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
  for (let code = first; code <= last; code += 1) yield String.fromCodePoint(code);
}

const whole = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
);
const letters = latin.flatMap((line) => line.split(' ')).flatMap((range) => [...lettersOf(range)]);
const cut = await subsetFont(whole, letters.join(''), {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
});
writeFileSync(new URL('../src/app/font/inter-latin.woff2', import.meta.url), cut);
console.log(`src/app/font/inter-latin.woff2: ${cut.length} of ${whole.length} bytes.`);
