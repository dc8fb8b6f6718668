import { describe, expect, it } from 'vitest';
import { tinyJpeg } from '../../../tests/factories/pictures.ts';
import { isLetterPicture, jpegHead } from './picture-rules.ts';

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
/** The same with another height and number of colours in its frame. */
function framed(height: number, colours: number): string {
  const bytes = bytesOf(tinyJpeg);
  const at = bytes.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc2].includes(bytes[index + 1] ?? 0));
  bytes.set([height >> 8, height & 255], at + 5);
  bytes[at + 9] = colours;
  return base64Of(bytes);
}

describe('a picture on letters', () => {
  it('is a JPEG whose header says how large it is', () => {
    expect(jpegHead(bytesOf(tinyJpeg))).toEqual({ width: 24, height: 12, colours: 3 });
    expect(isLetterPicture(tinyJpeg)).toBe(true);
    expect(isLetterPicture(framed(12, 1))).toBe(true);
  });

  it('is refused where it is of four colours, larger than anybody prints it, cut off, or something else', () => {
    expect(isLetterPicture(framed(12, 4))).toBe(false);
    expect(isLetterPicture(framed(1_601, 3))).toBe(false);
    expect(isLetterPicture(framed(0, 3))).toBe(false);
    expect(isLetterPicture(base64Of(bytesOf(tinyJpeg).slice(0, 40)))).toBe(false);
    expect(isLetterPicture(base64Of(new TextEncoder().encode('%PDF-1.7 and so on')))).toBe(false);
    for (const text of ['', 'ä', '/9j/', '/9j/ /9j', `${tinyJpeg}=`, '<svg onload=alert(1)>']) {
      expect(isLetterPicture(text), text).toBe(false);
    }
  });

  it('says nothing of a length that runs in a circle', () => {
    expect(jpegHead(new Uint8Array([0xff, 0xd8, ...Array(64).fill(0xff)]))).toBeNull();
    expect(jpegHead(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, ...Array(32).fill(0)]))).toBeNull();
  });
});
