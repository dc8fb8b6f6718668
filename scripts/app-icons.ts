/** Draws the pictures browsers and phones ask for from src/app/icon.svg; run after that has changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const app = new URL('../src/app/', import.meta.url);
const drawing = readFileSync(new URL('icon.svg', app), 'utf8');
// Phones cut their own corners: these pictures fill the square, with the drawing inside the safe circle.
const square = drawing
  .replace('rx="8.5" ', '')
  .replace('<g ', '<g transform="translate(3.2 3.2) scale(.8)"><g ')
  .replace('</svg>', '</g></svg>');

const draw = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** An .ico file with one PNG in it: https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10). */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

writeFileSync(new URL('favicon.ico', app), ico(await draw(drawing, 32), 32));
writeFileSync(new URL('apple-icon.png', app), await draw(square, 180));
writeFileSync(new URL('icon1.png', app), await draw(square, 192));
writeFileSync(new URL('icon2.png', app), await draw(square, 512));
