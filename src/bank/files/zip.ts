import { crc32, inflateRawSync } from 'node:zlib';
import { BankFileFault } from '../statement.ts';

export type ZipEntry = { name: string; bytes: Uint8Array };

const MAX_ENTRIES = 2_000;

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);

/**
 * The files of a ZIP whose name is wanted, by the directory at its end. Inflated by zlib, never beyond what the directory
 * states nor `maxBytes` in all, and compared with its checksum: a damaged archive could change an amount unseen.
 * Faults `zip_broken`, `zip_encrypted`, `zip_too_large` (also for ZIP64, which begins at 4 GB).
 */
export function readZip(
  bytes: Uint8Array,
  maxBytes: number,
  isWanted: (name: string) => boolean = () => true,
): ZipEntry[] {
  const broken = () => new BankFileFault('zip_broken');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  if (end === null) throw broken();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > MAX_ENTRIES) throw new BankFileFault('zip_too_large');
  if (at === 0xffff_ffff) throw new BankFileFault('zip_too_large');
  const entries: ZipEntry[] = [];
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x0201_4b50) throw broken();
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const checksum = view.getUint32(at + 16, true);
    const packed = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    if (next > end) throw broken();
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    at = next;
    if (name.endsWith('/') || !isWanted(name)) continue;
    if (flags & 1) throw new BankFileFault('zip_encrypted');
    total += size;
    if (total > maxBytes) throw new BankFileFault('zip_too_large');
    if (local + 30 > bytes.length || view.getUint32(local, true) !== 0x0403_4b50) throw broken();
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (from + packed > bytes.length) throw broken();
    const content = unpack(bytes.subarray(from, from + packed), method, size);
    if (content === null || content.length !== size || crc32(content) !== checksum) throw broken();
    entries.push({ name, bytes: content });
  }
  return entries;
}

/** Searched from the end: a comment of up to 64 kB may follow it. */
function endOfDirectory(view: DataView): number | null {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === 0x0605_4b50) return at;
  }
  return null;
}

function unpack(packed: Uint8Array, method: number, size: number): Uint8Array | null {
  if (method === 0) return packed;
  if (method !== 8) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return null;
  }
}
