import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { keepsItsPromise } from './png-promise.ts';

const picture = () => sharp({ create: { width: 37, height: 21, channels: 4, background: '#a4c' } });

test.each([
  ['of four channels', () => picture().png()],
  ['without transparency', () => picture().removeAlpha().png()],
  ['with a palette', () => picture().png({ palette: true })],
  ['in passes', () => picture().png({ progressive: true })],
  ['of 16 bits', () => picture().toColourspace('rgb16').png()],
  ['in shades of grey', () => picture().greyscale().png()],
])('a picture %s is as large as it says', async (_, make) => {
  expect(await keepsItsPromise(await make().toBuffer())).toBe(true);
});

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
const pngOf = (pixels: Buffer, side = 4) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

test('one that unpacks to more is let go at once', async () => {
  const bomb = pngOf(deflateSync(Buffer.alloc(200_000_000)));
  expect(bomb.length).toBeLessThan(1_000_000);
  const before = process.memoryUsage().arrayBuffers;
  expect(await keepsItsPromise(bomb)).toBe(false);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});

test('to a byte, and what cannot be unpacked is none', async () => {
  expect(await keepsItsPromise(pngOf(deflateSync(Buffer.alloc(4 * 17))))).toBe(true);
  expect(await keepsItsPromise(pngOf(deflateSync(Buffer.alloc(4 * 17 + 1))))).toBe(false);
  expect(await keepsItsPromise(pngOf(Buffer.from('nothing')))).toBe(false);
  expect(await keepsItsPromise(Buffer.alloc(10))).toBe(false);
});
