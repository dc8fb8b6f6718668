import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { renderPaper } from '@/features/demo/commands/paper-pdf';
import { readContents } from '@/features/document/contents-steps';
import { plainInvoice, ublOf } from '../factories/invoice-files';
import { makePdf } from '../factories/pdf.ts';

const read = (bytes: Uint8Array, mediaType: string) =>
  readContents(new Blob([new Uint8Array(bytes)]).stream(), mediaType);

async function drawn(bytes: Uint8Array, mediaType: string) {
  const { thumbnail } = await read(bytes, mediaType);
  if (thumbnail === null) return null;
  const picture = sharp(Buffer.from(thumbnail, 'base64'));
  const { width, height, format } = await picture.metadata();
  const { channels } = await picture.stats();
  return { width, height, format, means: channels.map(({ mean }) => mean) };
}

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#e00808' } });

/** A PNG that says it has so many pixels, in a few kilobytes. */
async function promising(side: number): Promise<Buffer> {
  const png = await red(8, 8).png().toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([png, data]);
}

describe('the small picture of a file', () => {
  test('of a wide photo shows its middle: 384 × 96 is cut to 144 × 96', async () => {
    const stripes = await red(4_000, 1_000)
      .composite([{ input: await red(1_000, 1_000).tint('#00f').png().toBuffer(), left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
    const small = await drawn(stripes, 'image/jpeg');
    expect(small).toMatchObject({ width: 144, height: 96, format: 'webp' });
    expect(small?.means[0]).toBeGreaterThan(200);
    expect(small?.means[2]).toBeLessThan(40);
  });

  test('of a photo taken upright is upright, as its camera noted', async () => {
    const photo = await red(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await drawn(photo, 'image/jpeg')).toMatchObject({ width: 96, height: 144 });
  });

  test.each(['png', 'webp', 'gif'] as const)('is made of %s', async (format) => {
    expect(await drawn(await red(50, 50).toFormat(format).toBuffer(), `image/${format}`)).toMatchObject({
      width: 96,
      height: 96,
    });
  });

  test('of a PDF shows its first page, and its text is read besides', async () => {
    const bytes = await renderPaper({
      language: 'de',
      sheet: 'A4',
      from: 'Petra Vogel',
      to: 'Anna Schmidt',
      dated: 'Berlin, 1.3.2026',
      title: 'Mietvertrag',
      facts: [],
      amounts: [],
      paragraphs: [],
      signatures: [],
      foot: 'erdacht',
    });
    const { content, thumbnail } = await read(bytes, 'application/pdf');
    expect(content).toContain('Mietvertrag');
    const { data, info } = await sharp(Buffer.from(thumbnail ?? '', 'base64'))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 96, height: 136 });
    expect(data.some((grey) => grey < 128)).toBe(true);
    expect(data.filter((grey) => grey > 250).length).toBeGreaterThan(data.length / 2);
  });

  test.each([
    ['of a broken picture', Buffer.from('\x89PNG\r\n\x1a\n broken', 'latin1'), 'image/png'],
    ['of a broken PDF', Buffer.from('%PDF-1.7 broken'), 'application/pdf'],
    ['of an empty one', Buffer.alloc(0), 'image/jpeg'],
    ['of a kind no browser shows', Buffer.from('II*\0'), 'image/tiff'],
    ['of a text', Buffer.from('Miete '.repeat(100)), 'text/plain'],
  ])('is left out %s, and the file is read all the same', async (_, bytes, mediaType) => {
    expect(await read(bytes, mediaType)).toMatchObject({ thumbnail: null, sizeBytes: bytes.length });
  });

  test('of a page 3 points wide and 14,400 high, 288 × 1,382,400 pixels, is not begun', async () => {
    const page = makePdf(['Miete'])
      .toString('latin1')
      .replace(/\/MediaBox ?\[[^\]]*\]/, '/MediaBox [0 0 3 14400]');
    expect(page).toContain('14400');
    expect(await drawn(Buffer.from(page, 'latin1'), 'application/pdf')).toBeNull();
  });

  test('of a picture that promises 900 million pixels is not begun', async () => {
    const began = process.hrtime.bigint();
    expect(await drawn(await promising(30_000), 'image/png')).toBeNull();
    expect(Number(process.hrtime.bigint() - began) / 1e9).toBeLessThan(15);
  });

  test('of an electronic invoice the words are kept, not the names of its parts, nor what it carries', async () => {
    const file = { name: 'zeiten.pdf', mediaType: 'application/pdf', base64: 'QUJD'.repeat(500) };
    const { content } = await read(Buffer.from(ublOf({ ...plainInvoice, files: [file] })), 'text/plain');
    expect(content).toContain('RE-2026-0117');
    expect(content).toContain('Treppenhauslicht repariert');
    expect(content).not.toMatch(/InvoicedQuantity|<|QUJD/);
  });

  test('of an electronic invoice made to be slow they are read in no time', async () => {
    const began = performance.now();
    await read(Buffer.from(ublOf(plainInvoice) + '<'.repeat(190_000)), 'text/plain');
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
