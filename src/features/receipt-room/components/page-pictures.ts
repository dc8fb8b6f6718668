import { type PicturePage, pdfOfPictures } from '../picture-pdf-rules';
import { type Box, pixelsOf } from '../redact-rules';

/** A page as it is drawn here, in this browser, and how large it is printed. */
export type DrawnPage = { canvas: HTMLCanvasElement; points: { width: number; height: number } };

/** Pages are drawn at 170 dots an inch: small print stays readable, a page stays below a megabyte. */
const SCALE = 170 / 72;
const POINTS_OF_WIDTH = 595;
const MOST_PIXELS = 2_400;
/** More would not fit into the memory of a phone. */
export const MOST_PAGES = 40;

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const drawing = canvas.getContext('2d', { alpha: false });
  if (!drawing) throw new Error('This browser draws nothing.');
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  return { canvas, drawing };
}

async function drawPicture(bytes: ArrayBuffer, mediaType: string): Promise<DrawnPage[]> {
  const picture = await createImageBitmap(new Blob([bytes], { type: mediaType }));
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
  const { canvas, drawing } = newCanvas(picture.width * scale, picture.height * scale);
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const points = { width: POINTS_OF_WIDTH, height: (POINTS_OF_WIDTH * canvas.height) / canvas.width };
  return [{ canvas, points }];
}

async function drawPdf(bytes: ArrayBuffer): Promise<DrawnPage[]> {
  const { getDocumentProxy } = await import('unpdf');
  // Our pages run no WebAssembly: a picture that needs it (JBIG2, JPEG 2000) stays blank, here as in the copy.
  const options = { disableFontFace: true, useWasm: false, verbosity: 0 };
  const pdf = await getDocumentProxy(new Uint8Array(bytes), options);
  if (pdf.numPages > MOST_PAGES) throw new Error('Too many pages.');
  const pages: DrawnPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(SCALE, MOST_PIXELS / Math.max(width, height)) });
    const { canvas, drawing } = newCanvas(viewport.width, viewport.height);
    await page.render({ canvas, canvasContext: drawing, viewport }).promise;
    page.cleanup();
    pages.push({ canvas, points: { width, height } });
  }
  return pages;
}

/** Draws a PDF or a picture page by page. @throws where it is neither, or this browser cannot read it */
export const drawPages = (bytes: ArrayBuffer, mediaType: string): Promise<DrawnPage[]> =>
  mediaType === 'application/pdf' ? drawPdf(bytes) : drawPicture(bytes, mediaType);

async function burn({ canvas, points }: DrawnPage, boxes: readonly Box[]): Promise<PicturePage> {
  const pixels = { width: canvas.width, height: canvas.height };
  const { canvas: copy, drawing } = newCanvas(pixels.width, pixels.height);
  drawing.drawImage(canvas, 0, 0);
  drawing.fillStyle = '#000';
  for (const box of boxes) {
    const { left, top, width, height } = pixelsOf(box, pixels);
    drawing.fillRect(left, top, width, height);
  }
  const blob = await new Promise<Blob | null>((resolve) => copy.toBlob(resolve, 'image/jpeg', 0.85));
  if (!blob) throw new Error('This browser writes no pictures.');
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), pixels, points };
}

/** A new PDF of pictures of the pages, with the boxes burnt in: of what was below them nothing is in it. */
export async function burnBoxes(
  pages: readonly DrawnPage[],
  boxesOf: readonly (readonly Box[])[],
  name: string,
): Promise<File> {
  const burnt: PicturePage[] = [];
  for (const [at, page] of pages.entries()) burnt.push(await burn(page, boxesOf[at] ?? []));
  return new File([pdfOfPictures(burnt)], name, { type: 'application/pdf' });
}
