/** A page as a picture, baseline JPEG in RGB, and how large it is printed, in points. */
export type PicturePage = {
  jpeg: Uint8Array;
  pixels: { width: number; height: number };
  points: { width: number; height: number };
};

const encode = (text: string) => new TextEncoder().encode(text);
const rounded = (points: number) => String(Math.round(points * 100) / 100);

/**
 * A PDF that holds pictures and nothing else, one a page: no text, no former version, no names. So what was painted over in a
 * picture is gone. As ISO 32000-1 §§ 7.5, 8.9.5 have it: a table of where each object begins ends it.
 */
export function pdfOfPictures(pages: readonly PicturePage[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  const object = (head: string, stream?: Uint8Array) => {
    offsets.push(length);
    put(encode(`${offsets.length} 0 obj\n${head}\n`));
    if (stream) {
      put(encode('stream\n'));
      put(stream);
      put(encode('\nendstream\n'));
    }
    put(encode('endobj\n'));
  };
  // Of three objects a page: the page, what is drawn on it, the picture.
  const idOf = (page: number) => 3 + page * 3;
  put(encode('%PDF-1.4\n%\u00e2\u00e3\n'));
  object('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, at) => `${idOf(at)} 0 R`).join(' ');
  object(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  for (const [at, { jpeg, pixels, points }] of pages.entries()) {
    const [width, height] = [rounded(points.width), rounded(points.height)];
    const [content, picture] = [idOf(at) + 1, idOf(at) + 2];
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R ` +
        `/Resources << /XObject << /P ${picture} 0 R >> >> >>`,
    );
    const drawing = encode(`q ${width} 0 0 ${height} 0 0 cm /P Do Q`);
    object(`<< /Length ${drawing.length} >>`, drawing);
    object(
      `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    );
  }
  const table = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  put(encode(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`));
  put(encode(`startxref\n${table}\n%%EOF\n`));
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
