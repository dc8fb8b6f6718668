import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type BankFile, MAX_FILE_BYTES, readBankFile } from '@/bank';
import type { BankFault } from '@/bank/statement';
import { headerKeys, questionOf, type SaidColumns, type TableQuestion } from '@/bank/tables/mapping';

/** What the process that reads files is asked. `said` is what the columns of a table are that is of no known bank. */
export const readOrder = z.object({ packed: z.string(), said: z.custom<SaidColumns>().nullable() });
export type ReadOrder = z.output<typeof readOrder>;

/** Of a table no more than what is asked about it: the rest would be carried into the process that answers. */
type AskedTable = { kind: 'table'; headerKeys: (string | null)[]; question: TableQuestion };
export type FoundFile = Exclude<BankFile, { kind: 'table' }> | AskedTable;

/** What a file holds, its SHA-256 as hex, and how much it is unpacked. */
export type ReadFile = { file: FoundFile; hash: string; sizeBytes: number };

/** A file as it came in a request. */
export function unpackFile({ packed, said }: ReadOrder): ReadFile {
  const bytes = unpack(packed);
  if (bytes === 'too_large' || bytes === 'unknown_format') return refusedFile(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const file = readBankFile(bytes, said);
  const sizeBytes = bytes.length;
  if (file.kind !== 'table') return { file, hash, sizeBytes };
  const { table, guess } = file;
  return {
    file: { kind: 'table', headerKeys: headerKeys(table), question: questionOf(table, guess) },
    hash,
    sizeBytes,
  };
}

export const refusedFile = (code: BankFault['code']): ReadFile => ({
  file: { kind: 'fault', fault: { code, lineNumber: null, part: null } },
  hash: '',
  sizeBytes: 0,
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
