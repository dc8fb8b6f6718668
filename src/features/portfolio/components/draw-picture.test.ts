import { afterEach, expect, it, vi } from 'vitest';
import { drawPicture } from './draw-picture.ts';

afterEach(() => vi.unstubAllGlobals());

it('a logo of 40 MB is refused before it takes the browser’s memory', async () => {
  const decode = vi.fn();
  vi.stubGlobal('createImageBitmap', decode);
  expect(await drawPicture(new File([new Uint8Array(40_000_000)], 'logo.png'))).toBe('too_large');
  expect(decode).not.toHaveBeenCalled();
});

it('what the browser cannot draw is no picture', async () => {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.reject(new Error('The source image could not be decoded.')),
  );
  expect(await drawPicture(new File(['%PDF-1.7'], 'logo.png'))).toBe('no_picture');
});
