import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type BankFile, MAX_FILE_BYTES, readBankFile } from '@/bank';
import type { BankFault } from '@/bank/statement';
import type { ColumnMapping } from '@/bank/tables/mapping';

/** What the process that reads files is asked. `mapping` says what the columns of a table are that is of no known bank. */
export const readOrder = z.object({ packed: z.string(), mapping: z.custom<ColumnMapping>().nullable() });
export type ReadOrder = z.output<typeof readOrder>;

/** What a file holds, and its SHA-256 as hex. */
export type ReadFile = { file: BankFile; hash: string };

/** A file as it came in a request. */
export function unpackFile({ packed, mapping }: ReadOrder): ReadFile {
  const bytes = unpack(packed);
  if (bytes === 'too_large' || bytes === 'unknown_format') return refusedFile(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { file: readBankFile(bytes, mapping), hash };
}

export const refusedFile = (code: BankFault['code']): ReadFile => ({
  file: { kind: 'fault', fault: { code, lineNumber: null, part: null } },
  hash: '',
});

function unpack(packed: string): Uint8Array | 'too_large' | 'unknown_format' {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_FILE_BYTES });
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge ? 'too_large' : 'unknown_format';
  }
}
