import 'server-only';
import path from 'node:path';
import { Font } from '@react-pdf/renderer';

// Each file holds one script; a name takes its letters from the first that has them.
const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic'] as const;
/** What a page is set in. */
export const printFonts = scripts.map((script) => `Inter ${script}`);
const fontFile = (script: string, weight: 400 | 600) =>
  path.join(process.cwd(), `node_modules/@fontsource/inter/files/inter-${script}-${weight}-normal.woff`);

let isReady = false;
/** Makes the fonts known, once. */
export function registerPrintFonts(): void {
  if (isReady) return;
  isReady = true;
  for (const script of scripts) {
    Font.register({
      family: `Inter ${script}`,
      fonts: [
        { src: fontFile(script, 400), fontWeight: 400 },
        { src: fontFile(script, 600), fontWeight: 600 },
      ],
    });
  }
  // Words are not hyphenated: the hyphenation is English.
  Font.registerHyphenationCallback((word) => [word]);
}
