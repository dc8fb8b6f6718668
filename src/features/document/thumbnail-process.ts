import { carryOut } from './watched-process.ts';

/** A process of its own: reads a picture or a PDF from standard input and writes a small WebP of it to standard output. */

/** Short side in pixels: what a row shows, on a screen of twice the density. */
const shortSide = 96;
/** Of a long side so much is kept: the top of a page, the middle of a wide picture. */
const longSide = 144;
/** A picture is unpacked to be drawn, four bytes a pixel. */
const pixelsAtMost = 60_000_000;

function assertDrawable(width: number, height: number): void {
  if (!(width * height <= pixelsAtMost)) throw new Error('Too many pixels.');
}

async function drawPage(file: Uint8Array): Promise<ArrayBuffer> {
  const { getDocumentProxy, renderPageAsImage } = await import('unpdf');
  const pdf = await getDocumentProxy(file, { disableFontFace: true, verbosity: 0 });
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  const scale = (3 * shortSide) / width;
  assertDrawable(width * scale, height * scale);
  return renderPageAsImage(pdf, 1, { canvasImport: () => import('@napi-rs/canvas'), scale });
}

async function draw(file: Uint8Array): Promise<Uint8Array> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const isPdf = Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-';
  const picture = isPdf ? new Uint8Array(await drawPage(file)) : file;
  const { imageSize } = await import('image-size');
  const promised = imageSize(picture);
  assertDrawable(promised.width, promised.height);
  const image = await loadImage(Buffer.from(picture));
  const scale = shortSide / Math.min(image.width, image.height);
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const canvas = createCanvas(Math.min(width, longSide), Math.min(height, longSide));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, (canvas.width - width) / 2, 0, width, height);
  return canvas.encode('webp', 70);
}

await carryOut(import.meta.url, draw);
