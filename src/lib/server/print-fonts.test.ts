import { Document, Page, renderToBuffer, Text } from '@react-pdf/renderer';
import { createElement } from 'react';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { printFonts, registerPrintFonts } from './print-fonts';

async function printed(text: string): Promise<string> {
  await registerPrintFonts();
  const style = { fontFamily: printFonts, fontWeight: 600 };
  const page = createElement(Page, { size: 'A4' }, createElement(Text, { style }, text));
  const pdf = await getDocumentProxy(
    new Uint8Array(await renderToBuffer(createElement(Document, null, page))),
  );
  return (await extractText(pdf, { mergePages: true })).text.trim();
}

test('a letter that was first printed as a part of another is printed by itself afterwards, too', async () => {
  // Ä is an A with a sign, and a colon two points: the fonts draw them of these parts.
  expect(await printed('Ändern:')).toBe('Ändern:');
  expect(await printed('Account 2.340')).toBe('Account 2.340');
});
