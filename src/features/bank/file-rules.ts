import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type BankFile, MAX_FILE_BYTES, readBankFile } from '@/bank';

/** A file as it came in a request: what it holds, and its SHA-256 as hex. */
export function unpackFile(packed: string): { file: BankFile; hash: string } {
  const bytes = unpack(packed);
  if (bytes === 'too_large' || bytes === 'unknown_format') {
    return { file: { kind: 'fault', fault: { code: bytes, lineNumber: null, part: null } }, hash: '' };
  }
  return { file: readBankFile(bytes), hash: createHash('sha256').update(bytes).digest('hex') };
}

function unpack(packed: string): Uint8Array | 'too_large' | 'unknown_format' {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_FILE_BYTES });
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge ? 'too_large' : 'unknown_format';
  }
}
