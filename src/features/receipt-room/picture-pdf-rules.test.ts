import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { pdfOfPictures } from './picture-pdf-rules';

const page = async (width: number, height: number) => {
  const background = { r: 10, g: 20, b: 30 };
  const jpeg = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const points = { width: 595.28, height: 841.89 };
  return { jpeg: new Uint8Array(jpeg), pixels: { width, height }, points };
};

test('pictures become the pages of a PDF that holds no text', async () => {
  const pdf = await getDocumentProxy(pdfOfPictures([await page(40, 60), await page(60, 40)]));
  expect(pdf.numPages).toBe(2);
  const second = await pdf.getPage(2);
  expect(second.getViewport({ scale: 1 })).toMatchObject({ width: 595.28, height: 841.89 });
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text.trim()).toBe('');
});

test('each picture is in it byte for byte', async () => {
  const one = await page(30, 30);
  const whole = Buffer.from(pdfOfPictures([one]));
  expect(whole.includes(Buffer.from(one.jpeg))).toBe(true);
  expect(whole.subarray(0, 8).toString()).toBe('%PDF-1.4');
  expect(whole.toString('latin1')).toMatch(/startxref\n\d+\n%%EOF\n$/);
});
