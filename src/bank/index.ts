import { createHash } from 'node:crypto';
import { guessSeparator, readCsv, type Table } from './files/csv.ts';
import { decodeText } from './files/encoding.ts';
import { MAX_ROWS } from './files/limits.ts';
import { readSpreadsheet } from './files/spreadsheet.ts';
import { decodeXml } from './files/xml.ts';
import { isZip, readZip, type ZipEntry } from './files/zip.ts';
import { looksLikeXml, readCamt } from './formats/camt.ts';
import { looksLikeMt940, readMt940 } from './formats/mt940.ts';
import { withinLimits } from './lines/limits.ts';
import { type BankFault, BankFileFault, type Statement } from './statement.ts';
import {
  type ColumnMapping,
  findLayouts,
  guessMapping,
  mappingOf,
  type SaidColumns,
} from './tables/mapping.ts';
import { readLayouts, readMapped } from './tables/read-table.ts';

/**
 * Larger files are refused unread: a year of 500 leases is under 10 MB in any format. Also of all files in a ZIP together, and
 * of a spreadsheet unpacked. A file is read while others wait, so its rows and elements are limited besides.
 */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** A year of daily statements of three accounts in one ZIP. */
const MAX_STATEMENTS = 1_000;

/**
 * What a file holds: statements; a table of no known bank, of which somebody says which column holds what (the guess is a
 * proposal, null where none is possible); or why nothing of it is taken.
 */
export type BankFile =
  | { kind: 'statements'; statements: Statement[]; mapping?: ColumnMapping }
  | { kind: 'table'; table: Table; guess: ColumnMapping | null }
  | { kind: 'fault'; fault: BankFault };

/**
 * Reads a file that a bank hands out: camt.052, .053 or .054, one or many in a ZIP, MT940, CSV or XLSX. All of it or
 * nothing: the first fault refuses the file, with its line. Never throws for what a file holds.
 */
export function readBankFile(bytes: Uint8Array, said: SaidColumns | null = null): BankFile {
  try {
    const file = readAny(bytes, said);
    if (file.kind !== 'statements') return file;
    if (file.statements.length > MAX_STATEMENTS) throw new BankFileFault('too_large');
    const lines = file.statements.reduce((sum, statement) => sum + statement.lines.length, 0);
    if (lines > MAX_ROWS) throw new BankFileFault('too_large');
    return { ...file, statements: file.statements.map(withinLimits) };
  } catch (error) {
    if (!(error instanceof BankFileFault)) throw error;
    return { kind: 'fault', fault: { code: error.code, lineNumber: error.lineNumber, part: error.part } };
  }
}

function readAny(bytes: Uint8Array, said: SaidColumns | null): BankFile {
  if (bytes.length > MAX_FILE_BYTES) throw new BankFileFault('too_large');
  if (isZip(bytes))
    return isSpreadsheet(bytes)
      ? readTable(readSpreadsheet(bytes, MAX_FILE_BYTES), said)
      : readArchive(bytes);
  return readPlain(bytes, said);
}

const isSpreadsheet = (bytes: Uint8Array) =>
  readZip(bytes, MAX_FILE_BYTES, (name) => name === 'xl/workbook.xml').length > 0;

/**
 * Statements of all files in it, in the order of their names; what is no statement (a PDF, a note) is refused. A file that
 * was packed twice is one: its payments were made once.
 */
function readArchive(bytes: Uint8Array): BankFile {
  const isHidden = (name: string) => /(^|\/)(\.|__MACOSX\/)/.test(name);
  const entries = readZip(bytes, MAX_FILE_BYTES, (name) => !isHidden(name));
  if (entries.length === 0) throw new BankFileFault('zip_without_statement');
  const hashOf = (entry: ZipEntry) => createHash('sha256').update(entry.bytes).digest('hex');
  const different = [...new Map(entries.map((entry) => [hashOf(entry), entry])).values()];
  const statements = different
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      try {
        if (isZip(entry.bytes)) throw new BankFileFault('unknown_format');
        const file = readPlain(entry.bytes, null);
        if (file.kind !== 'statements') throw new BankFileFault('unknown_format');
        return file.statements;
      } catch (error) {
        if (error instanceof BankFileFault) error.part = entry.name;
        throw error;
      }
    });
  return { kind: 'statements', statements };
}

function readPlain(bytes: Uint8Array, said: SaidColumns | null): BankFile {
  if (bytes.length === 0) throw new BankFileFault('empty');
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 600)).replace(/[^ -~\s]/g, '');
  if (looksLikeXml(head)) return { kind: 'statements', statements: readCamt(decodeXml(bytes)) };
  const text = decodeText(bytes);
  if (text.trim() === '') throw new BankFileFault('empty');
  if (looksLikeMt940(text)) return { kind: 'statements', statements: readMt940(text) };
  // Other binary files decode to text with control signs.
  if (/[^\P{Cc}\s]/u.test(text.slice(0, 4_000))) throw new BankFileFault('unknown_format');
  return readTable(readCsv(text, guessSeparator(text)), said);
}

function readTable(table: Table, said: SaidColumns | null): BankFile {
  if (said) {
    const mapping = mappingOf(table, said);
    return { kind: 'statements', statements: readMapped(table, mapping), mapping };
  }
  const found = findLayouts(table);
  if (found.length > 0) return { kind: 'statements', statements: readLayouts(table, found) };
  const width = Math.max(0, ...table.rows.map(({ cells }) => cells.length));
  if (width < 2) throw new BankFileFault('unknown_format');
  return { kind: 'table', table, guess: guessMapping(table) };
}
