import 'server-only';
import path from 'node:path';
import { Font } from '@react-pdf/renderer';
import { nameGlyphs } from './font-glyphs.ts';

// Each file holds one script; a name takes its letters from the first that has them.
const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
const weights = [400, 600] as const;
/** What a page is set in. */
export const printFonts = scripts.map((script) => `Inter ${script}`);
const fontFile = (script: string, weight: 400 | 600) =>
  path.join(process.cwd(), `node_modules/@fontsource/inter/files/inter-${script}-${weight}-normal.woff`);

let ready: Promise<void> | null = null;

/** Makes the fonts known, once; to be awaited before a page is set. */
export function registerPrintFonts(): Promise<void> {
  ready ??= prepare().catch((error: unknown) => {
    // The next page tries again.
    ready = null;
    throw error;
  });
  return ready;
}

async function prepare(): Promise<void> {
  // Every route has this module once, all of them have one list of fonts.
  const known = Font.getRegisteredFontFamilies();
  for (const script of scripts) {
    const family = `Inter ${script}`;
    if (known.includes(family)) continue;
    Font.register({
      family,
      fonts: weights.map((weight) => ({ src: fontFile(script, weight), fontWeight: weight })),
    });
  }
  // Words are not hyphenated: the hyphenation is English.
  Font.registerHyphenationCallback((word) => [word]);
  await nameGlyphs(printFonts, weights);
}
