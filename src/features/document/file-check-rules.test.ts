import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { ciiOf, plainInvoice, ublOf } from '../../../tests/factories/invoice-files';
import { checkFile, headBytes, tailBytes } from './file-check-rules';
import { allowedMediaTypes, previewOf, promisedKind } from './file-kind-rules';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const endsOf = (file: Buffer) => ({ head: file.subarray(0, headBytes), tail: file.subarray(-tailBytes) });
const verdictOn = (file: Buffer, name: string) => {
  const verdict = checkFile(endsOf(file), name);
  return 'kind' in verdict ? verdict.kind.mediaType : verdict.refusal;
};

/** A ZIP whose entries are stored as they are. */
function zip(entries: Record<string, string>, comment = ''): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(name.length, 26);
    locals.push(local, bytes(name), bytes(content));
    const listed = Buffer.alloc(46);
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt32LE(offset, 42);
    central.push(listed, bytes(name));
    offset += 30 + name.length + content.length;
  }
  const table = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, table, end, bytes(comment)]);
}

const ftyp = (brand: string) => bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`);
const word = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' };
const excel = { '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<x/>' };
const odt = 'application/vnd.oasis.opendocument.text';

describe('a file that is what its name says', () => {
  it.each([
    ['a.pdf', bytes('%PDF-1.7\n%\xE2\xE3'), 'application/pdf'],
    ['A.JPEG', bytes('\xFF\xD8\xFF\xE0\0\x10JFIF'), 'image/jpeg'],
    ['a.png', bytes('\x89PNG\r\n\x1A\n\0\0'), 'image/png'],
    ['a.gif', bytes('GIF89a..'), 'image/gif'],
    ['a.webp', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
    ['a.tif', bytes('II*\0\x08\0\0\0'), 'image/tiff'],
    ['IMG_1.HEIC', ftyp('heic'), 'image/heic'],
    ['a.heif', ftyp('mif1'), 'image/heif'],
    ['a.txt', bytes('Zähler 4711\r\n'), 'text/plain'],
    ['utf8.txt', Buffer.from('Zähler 🙂'), 'text/plain'],
    ['utf16.txt', Buffer.from('\ufeffZähler', 'utf16le'), 'text/plain'],
    ['a.csv', bytes('Datum;Betrag\n'), 'text/csv'],
    ['xrechnung.xml', Buffer.from(ublOf(plainInvoice)), 'text/plain'],
    ['factur-x.XML', Buffer.from(`\uFEFF${ciiOf(plainInvoice)}`), 'text/plain'],
    ['a.docx', zip(word), promisedKind('a.docx')?.mediaType],
    ['a.xlsx', zip(excel, 'with a comment'), promisedKind('a.xlsx')?.mediaType],
    ['a.odt', zip({ mimetype: odt, 'content.xml': '<o/>' }), odt],
  ])('%s is taken', (name, file, mediaType) => {
    expect(verdictOn(file, name)).toBe(mediaType);
  });

  it('a picture with the ending of another is kept as what it is', () => {
    expect(verdictOn(ftyp('heic'), 'IMG_1.jpg')).toBe('image/heic');
  });
});

describe('a file that is something else', () => {
  const program = bytes('MZ\x90\0\x03\0\0\0\x04\0\0\0\xFF\xFF');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!DOCTYPE html><script>alert(document.cookie)</script>';
  it.each([
    ['a program named .pdf', 'rechnung.pdf', program],
    ['a program named .txt', 'liesmich.txt', program],
    ['a program with a PDF behind its head', 'a.pdf', Buffer.concat([program, bytes('%PDF-1.4')])],
    ['an SVG named .png', 'logo.png', bytes(svg)],
    ['an SVG named .txt', 'logo.txt', bytes(`\n  ${svg}`)],
    ['an HTML page named .pdf', 'a.pdf', bytes(html)],
    ['an HTML page named .txt', 'a.txt', bytes(`\xEF\xBB\xBF${html}`)],
    ['an HTML page in UTF-16 named .txt', 'a.txt', Buffer.from(`\ufeff${html}`, 'utf16le')],
    ['a page with a comment first', 'a.csv', bytes('<!-- --><img src=x onerror=alert(1)>')],
    ['a PDF named .jpg', 'a.jpg', bytes('%PDF-1.4')],
    ['a ZIP named .docx', 'a.docx', zip({ 'a.exe': 'MZ' })],
    ['a Word file named .xlsx', 'a.xlsx', zip(word)],
    ['a Word file with macros', 'a.docx', zip({ ...word, 'word/vbaProject.bin': 'x' })],
    ['an OpenDocument with macros', 'a.odt', zip({ mimetype: odt, 'Basic/Standard/Module1.xml': 'x' })],
    ['a ZIP cut off before its table', 'a.docx', zip(word).subarray(0, 60)],
    ['an AVIF named .heic', 'a.heic', ftyp('avif')],
    ['nothing at all', 'a.txt', bytes('')],
  ])('%s is refused', (_what, name, file) => {
    expect(verdictOn(file, name)).toBe('document.type_mismatch');
  });

  it.each([
    ['a page', html],
    ['a picture with a script', svg],
    [
      'a statement of a bank',
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>',
    ],
    ['a text', 'RE-1'],
    [
      'an invoice behind a style sheet',
      ublOf(plainInvoice).replace('?>', '?><?xml-stylesheet href="a.xsl"?>'),
    ],
  ])('%s named .xml is refused: it is no invoice', (_what, text) => {
    expect(verdictOn(Buffer.from(text), 'a.xml')).toBe('document.xml_not_invoice');
  });

  it('an invoice named .txt is refused: nothing that begins as a page is a text', () => {
    expect(verdictOn(Buffer.from(ublOf(plainInvoice)), 'a.txt')).toBe('document.type_mismatch');
  });

  it.each(['a.exe', 'a.svg', 'a.html', 'a.zip', 'a.pdf.exe', 'a', '.pdf.', 'a.docm', 'a.js'])(
    '%s is not taken at all',
    (name) => {
      expect(verdictOn(bytes('%PDF-1.4'), name)).toBe('document.type_not_allowed');
    },
  );

  it('whatever the bytes are, the check ends and answers with a kind from the list', () => {
    const start = fc.constantFrom('', '%PDF-1.', 'PK\x03\x04', '\0\0\0\x18ftyp', 'RIFF', '\xFF\xD8\xFF');
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 300 }), (text, rest) => {
        const verdict = verdictOn(Buffer.concat([bytes(text), rest]), 'a.docx');
        expect([...allowedMediaTypes, 'document.type_mismatch']).toContain(verdict);
      }),
    );
  });

  it('a table of contents that points anywhere harms nothing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 160 }), fc.nat({ max: 255 }), (at, value) => {
        const file = Buffer.from(zip(word));
        file[file.length - 1 - (at % file.length)] = value;
        expect(() => verdictOn(file, 'a.docx')).not.toThrow();
      }),
    );
  });
});

it('the bucket takes the same types', () => {
  const config = parse(readFileSync('supabase/config.toml', 'utf8'));
  expect(config).toMatchObject({
    storage: { buckets: { documents: { public: false, allowed_mime_types: allowedMediaTypes } } },
  });
});

it('nothing that a browser could run is shown in a page', () => {
  expect(allowedMediaTypes.filter((type) => previewOf(type))).toEqual([
    'application/pdf',
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/gif',
  ]);
});
