import 'server-only';
import type { InTransaction } from '@/db/scope';
import type { FileStorage } from '@/storage/file-storage';
import { getOfferedFile, listDocuments } from '../document/queries';
import { listDocumentsInput } from '../document/schema';
import type { PrintedPhoto } from './handover-pdf';

/** As many bytes of pictures as one PDF carries; the rest is named. */
const printedBytes = 60_000_000;
/** PNGs are unpacked to be printed, four bytes a pixel: so many in one PDF. A JPEG is printed as it is. */
const pixelsAtMost = 40_000_000;
/** One page of documents: what a record shows. */
const printedAtMost = 100;

const formats: Record<string, PrintedPhoto['format']> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Width by height, as the first chunk of every PNG says (ISO/IEC 15948, 11.2.2); endless where it says nothing. */
const pixelsOf = (png: Buffer): number =>
  png.length >= 24 ? png.readUInt32BE(16) * png.readUInt32BE(20) : Number.POSITIVE_INFINITY;

/** The pictures of a record, the first taken first, as far as a PDF can hold them, and the names of the others. */
export async function readPhotos(
  inTransaction: InTransaction,
  storage: FileStorage,
  handoverId: string,
): Promise<{ photos: PrintedPhoto[]; leftOut: string[] }> {
  const input = listDocumentsInput.parse({ on: { kind: 'handover', id: handoverId }, limit: printedAtMost });
  const files = await inTransaction(async (tx, scope) => {
    const { rows } = await listDocuments(tx, scope, input);
    const named = [];
    for (const { id, title, sizeBytes } of rows.toReversed()) {
      named.push({ title, sizeBytes, ...(await getOfferedFile(tx, scope, id, null)) });
    }
    return named;
  });
  const photos: PrintedPhoto[] = [];
  const leftOut: string[] = [];
  let room = printedBytes;
  let pixelRoom = pixelsAtMost;
  for (const { title, path, mediaType, sizeBytes } of files) {
    const format = formats[mediaType];
    const stream = format && sizeBytes <= room ? await storage.open(path) : null;
    if (!format || !stream) {
      leftOut.push(title);
      continue;
    }
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    const pixels = format === 'png' ? pixelsOf(bytes) : 0;
    if (pixels > pixelRoom) {
      leftOut.push(title);
      continue;
    }
    pixelRoom -= pixels;
    room -= sizeBytes;
    photos.push({ name: title, format, bytes });
  }
  return { photos, leftOut };
}
