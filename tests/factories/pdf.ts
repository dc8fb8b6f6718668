import { constants, createDeflate, deflateSync } from 'node:zlib';

/** So many megabytes of blanks, packed: a thousandth of them. */
export async function packBlanks(megabytes: number): Promise<Buffer> {
  const blanks = Buffer.alloc(1024 * 1024, ' ');
  const packer = createDeflate({ level: constants.Z_BEST_SPEED });
  const packed: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => packed.push(chunk));
  for (let count = 0; count < megabytes; count += 1) {
    await new Promise<void>((resolve) => packer.write(blanks, () => resolve()));
  }
  await new Promise<void>((resolve) => packer.end(resolve));
  return Buffer.concat(packed);
}

/** A PDF with a page for each text, packed as programs do; bytes are taken for packed already. */
export function makePdf(pages: (string | Buffer)[]): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects: Buffer[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ].map((text) => Buffer.from(text));
  for (const [index, page] of pages.entries()) {
    const stream =
      typeof page === 'string'
        ? deflateSync(Buffer.from(`BT /F1 12 Tf 72 720 Td (${page}) Tj ET`, 'latin1'))
        : page;
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(size);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const start = size;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}`));
  add(Buffer.from(`trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}
