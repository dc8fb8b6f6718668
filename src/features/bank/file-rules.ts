import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type BankFile, MAX_FILE_BYTES, readBankFile } from '@/bank';
import type { Table } from '@/bank/files/csv';
import type { ColumnMapping } from '@/bank/tables/mapping';

/**
 * A file as it came in a request: what it holds, and its SHA-256 as hex. `mappingFor` says what the columns of a table are that
 * is of no known bank.
 */
export async function unpackFile(
  packed: string,
  mappingFor: (table: Table, guess: ColumnMapping | null) => Promise<ColumnMapping | null>,
): Promise<{ file: BankFile; hash: string }> {
  const bytes = unpack(packed);
  if (bytes === 'too_large' || bytes === 'unknown_format') {
    return { file: { kind: 'fault', fault: { code: bytes, lineNumber: null, part: null } }, hash: '' };
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  const file = readBankFile(bytes);
  const mapping = file.kind === 'table' ? await mappingFor(file.table, file.guess) : null;
  return { file: mapping === null ? file : readBankFile(bytes, mapping), hash };
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
