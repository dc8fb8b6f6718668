import { Document, Page, renderToBuffer, Text } from '@react-pdf/renderer';
import { createElement } from 'react';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { unpackOnce } from './font-glyphs';
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

test('a table of a font is unpacked once, and each who reads it has a place of their own', () => {
  class Stream {
    buffer: Uint8Array;
    pos = 0;
    constructor(buffer: Uint8Array) {
      this.buffer = buffer;
    }
  }
  let unpacked = 0;
  const stream = new Stream(new Uint8Array(9));
  const font = {
    stream,
    _getTableStream(tag: string) {
      if (tag === 'none') return null;
      if (tag === 'open') return this.stream;
      unpacked += 1;
      return new Stream(new Uint8Array([unpacked]));
    },
  };
  unpackOnce(font);
  const [one, other] = [font._getTableStream('glyf'), font._getTableStream('glyf')];
  if (one) one.pos = 7;
  expect(other).toEqual(new Stream(new Uint8Array([1])));
  expect(font._getTableStream('loca')?.buffer).toEqual(new Uint8Array([2]));
  expect(font._getTableStream('open')).toBe(stream);
  expect(font._getTableStream('open')).toBe(stream);
  expect(font._getTableStream('none')).toBeNull();
});
