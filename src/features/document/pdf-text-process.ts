import { carryOut } from './watched-process.ts';

/** A process of its own: reads a PDF from standard input and writes its text to standard output. */

const pageLimit = 500;
const characterLimit = 200_000;

async function readText(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, {
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  let text = '';
  for (let number = 1; number <= Math.min(pdf.numPages, pageLimit); number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) {
      if ('str' in item) text += item.str + (item.hasEOL ? '\n' : ' ');
      if (text.length >= characterLimit) return text.slice(0, characterLimit);
    }
    page.cleanup();
    text += '\n';
  }
  return text;
}

await carryOut(import.meta.url, readText);
