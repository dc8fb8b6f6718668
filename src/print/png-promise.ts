import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';

const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Length and kind before the data of a chunk, and its sum behind. */
const HEAD = 8;
const SUM = 4;

/** Bytes that the header of a PNG says its pixels take, with the filter byte of each row (ISO/IEC 15948, 7.2, 8.2). */
function promisedBytes(png: Buffer): number {
  if (png.length < 33) return 0;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, samples] = [png[24] ?? 0, samplesOf[png[25] ?? -1] ?? 0];
  const isInterlaced = png[28] === 1;
  const rows = height * (Math.ceil((width * depth * samples) / 8) + 1);
  // Seven passes have up to two rows for each, which begin and end in bytes of their own.
  return isInterlaced ? rows + 4 * height + 64 : rows;
}

/** The compressed pixels, wherever they stand. */
function* pixelChunks(png: Buffer): Generator<Buffer> {
  for (let at = 8; at + HEAD <= png.length; ) {
    const length = png.readUInt32BE(at);
    const data = at + HEAD;
    if (png.toString('latin1', at + 4, data) === 'IDAT') yield png.subarray(data, data + length);
    at = data + length + SUM;
  }
}

/**
 * Whether a PNG unpacks to no more than its header says: a megabyte may hold a gigabyte of nothing, and what draws it unpacks
 * all of it. It is unpacked piece by piece and let go, and no further than was promised.
 */
export async function keepsItsPromise(png: Buffer): Promise<boolean> {
  const promised = promisedBytes(png);
  let unpacked = 0;
  try {
    await pipeline(pixelChunks(png), createInflate(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        unpacked += piece.length;
        if (unpacked > promised) throw new Error('More than was promised.');
      }
    });
    return unpacked > 0;
  } catch {
    return false;
  }
}
