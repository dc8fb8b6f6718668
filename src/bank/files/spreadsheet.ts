import { addDays } from '../../lib/calendar.ts';
import { childOf, childrenOf, textOf, type XmlNode } from '../../lib/xml.ts';
import { BankFileFault } from '../statement.ts';
import type { Table, TableRow } from './csv.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_ROW_LENGTH, MAX_ROWS } from './limits.ts';
import { decodeXml, readXml } from './xml.ts';
import { readZip } from './zip.ts';

const wanted =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;

/**
 * The first sheet of an XLSX file (ECMA-376) as a table. Days come out as `YYYY-MM-DD`, numbers with a decimal comma and what
 * binary fractions add to a cent taken off. Fault `sheet_broken`, and those of ZIP and XML.
 */
export function readSpreadsheet(bytes: Uint8Array, maxBytes: number): Table {
  const parts = new Map(
    readZip(bytes, maxBytes, (name) => wanted.test(name)).map((entry) => [entry.name, entry.bytes]),
  );
  const xml = (name: string) => {
    const part = parts.get(name);
    return part ? readXml(decodeXml(part)) : null;
  };
  const workbook = xml('xl/workbook.xml');
  const first = childOf(workbook, 'sheets', 'sheet')?.attributes.id;
  const relation = childrenOf(xml('xl/_rels/workbook.xml.rels'), 'Relationship').find(
    (one) => one.attributes.Id === first,
  );
  const sheet = xml(
    `xl/${relation?.attributes.Target?.replace(/^\/?(xl\/)?/, '') ?? 'worksheets/sheet1.xml'}`,
  );
  if (!sheet) throw new BankFileFault('sheet_broken');
  const strings = childrenOf(xml('xl/sharedStrings.xml'), 'si').map(plainText);
  const isDay = dayStyles(xml('xl/styles.xml'));
  const epoch = childOf(workbook, 'workbookPr')?.attributes.date1904 === '1' ? '1904-01-01' : '1899-12-30';
  const rowNodes = childrenOf(childOf(sheet, 'sheetData'), 'row');
  if (rowNodes.length > MAX_ROWS) throw new BankFileFault('too_large');
  let total = 0;
  const rows = rowNodes.map((row, index): TableRow => {
    const lineNumber = Number(row.attributes.r ?? index + 1);
    const cells: string[] = [];
    for (const cell of childrenOf(row, 'c')) {
      const place = columnOf(cell.attributes.r) ?? cells.length;
      if (place >= MAX_COLUMNS || place < cells.length) throw new BankFileFault('sheet_broken', lineNumber);
      while (cells.length < place) cells.push('');
      cells.push(cellText(cell, strings, isDay, epoch, lineNumber).trim());
    }
    // A long text that many cells name is in the file once, and would be in memory as often as they do.
    const length = cells.reduce((sum, text) => sum + text.length + 1, 0);
    total += length;
    if (length > MAX_ROW_LENGTH || total > maxBytes) throw new BankFileFault('too_large', lineNumber);
    return { cells, raw: cells.join(';'), lineNumber };
  });
  // Cells that hold nothing are often left out at the end of a row.
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  if (rows.length * width > MAX_CELLS) throw new BankFileFault('too_large');
  for (const { cells } of rows) while (cells.length < width) cells.push('');
  return { rows, isClosed: true };
}

/** Text may be cut into runs of different fonts. */
function plainText(node: XmlNode): string {
  const own = childOf(node, 't')?.text;
  return (
    own ??
    childrenOf(node, 'r')
      .map((run) => childOf(run, 't')?.text ?? '')
      .join('')
  );
}

/** `C7` is the third column, 2. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (!letters) return null;
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** No program writes longer ones. */
const MAX_FORMAT_LENGTH = 255;

/** Whether a style shows a number as a day: a built-in format, or one of its own with a year or a day in it. */
function dayStyles(styles: XmlNode | null): (style: string | undefined) => boolean {
  const own = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      // Of an endless one every cell would be asked anew where its brackets end.
      (attributes.formatCode ?? '').slice(0, MAX_FORMAT_LENGTH),
    ]),
  );
  const formats = childrenOf(childOf(styles, 'cellXfs'), 'xf').map(({ attributes }) => attributes.numFmtId);
  return (style) => {
    const format = formats[Number(style ?? '0')];
    const code = own.get(format);
    if (code !== undefined) return /[yd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
    const number = Number(format);
    return (number >= 14 && number <= 22) || (number >= 27 && number <= 36) || (number >= 50 && number <= 58);
  };
}

function cellText(
  cell: XmlNode,
  strings: readonly string[],
  isDay: (style: string | undefined) => boolean,
  epoch: string,
  lineNumber: number,
): string {
  const { t: type, s: style } = cell.attributes;
  if (type === 'inlineStr') {
    const inline = childOf(cell, 'is');
    return inline ? plainText(inline) : '';
  }
  const value = textOf(cell, 'v') ?? '';
  if (type === 's') {
    const text = strings[Number(value)];
    if (text === undefined) throw new BankFileFault('sheet_broken', lineNumber);
    return text;
  }
  if (value === '' || (type !== undefined && type !== 'n')) return type === 'd' ? value.slice(0, 10) : value;
  const size = Number(value);
  if (!Number.isFinite(size)) throw new BankFileFault('sheet_broken', lineNumber);
  if (isDay(style)) {
    if (size < 1 || size > 100_000) throw new BankFileFault('day', lineNumber);
    return addDays(epoch, Math.floor(size));
  }
  if (Number.isSafeInteger(size)) return String(size);
  const cents = Math.round(size * 100);
  const isCents = Number.isSafeInteger(cents) && Math.abs(size * 100 - cents) < 1e-4;
  return (isCents ? size.toFixed(2) : value).replace('.', ',');
}
