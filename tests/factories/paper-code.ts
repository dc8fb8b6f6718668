import jsQR from 'jsqr';
import sharp from 'sharp';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

type Matrix = [number, number, number, number, number, number];

/** Pixels for a point: some five for a module of a printed code. */
const SCALE = 3;
/** What follows each kind of step in a path as the reader of PDFs keeps it: M, L, C, Q and Z. */
const steps = [
  ['M', 2],
  ['L', 2],
  ['C', 6],
  ['Q', 4],
  ['Z', 0],
] as const;

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  ...([a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j] as const),
  ...([a * k + c * l + e, b * k + d * l + f] as const),
];

function pathOf(data: readonly number[]): string {
  const words: (string | number)[] = [];
  for (let at = 0; at < data.length; ) {
    const [letter, count] = steps[data[at] ?? 0] ?? steps[4];
    words.push(letter, ...data.slice(at + 1, at + 1 + count));
    at += 1 + count;
  }
  return words.join(' ');
}

/** Draws what is filled on the pages of a PDF, where and as large as it is printed, and reads the codes in it by another program. */
export async function readPaperCodes(pdf: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  const { OPS } = await getResolvedPDFJS();
  const codes: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const { fnArray, argsArray } = await page.getOperatorList();
    let state: { at: Matrix; fill: string } = { at: [1, 0, 0, -1, 0, height], fill: '#000000' };
    const outer: (typeof state)[] = [];
    const drawn: string[] = [];
    for (const [index, step] of fnArray.entries()) {
      const args = argsArray[index];
      if (step === OPS.save) outer.push(state);
      else if (step === OPS.restore) state = outer.pop() ?? state;
      else if (step === OPS.transform) state = { ...state, at: times(state.at, args) };
      else if (step === OPS.setFillRGBColor) state = { ...state, fill: args[0] };
      else if (step === OPS.constructPath && args[0] === OPS.fill) {
        const path = pathOf([...args[1][0]]);
        drawn.push(`<path fill="${state.fill}" transform="matrix(${state.at.join(' ')})" d="${path}"/>`);
      }
    }
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${SCALE * width}" height="${SCALE * height}" viewBox="0 0 ${width} ${height}">${drawn.join('')}</svg>`;
    const { data, info } = await sharp(Buffer.from(picture))
      .flatten({ background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const found = jsQR(new Uint8ClampedArray(data), info.width, info.height);
    if (found) codes.push(new TextDecoder().decode(new Uint8Array(found.binaryData)));
  }
  return codes;
}
