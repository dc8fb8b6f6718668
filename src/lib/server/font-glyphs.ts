import { Font } from '@react-pdf/renderer';

/**
 * Has fonts read each of their letters by itself. A font keeps a letter as it was first asked for; as a part of another
 * (A of Ä, the points of a colon) it is asked for without what it stands for, and every later page would lack it.
 */
export async function nameGlyphs(families: readonly string[], of: readonly number[]): Promise<void> {
  for (const fontFamily of families) {
    for (const fontWeight of of) {
      await Font.load({ fontFamily, fontWeight });
      const { data } = Font.getFont({ fontFamily, fontWeight });
      if (data) unpackOnce(data);
      if (data) setOnce(data);
      for (const point of data?.characterSet ?? []) data?.glyphForCodePoint(point);
    }
  }
}

type Stream = { buffer: Uint8Array };
type Packed = { stream?: Stream; _getTableStream?: (tag: string) => Stream | null };

/**
 * A WOFF is packed table by table, and `fontkit` unpacks a table anew for each letter it takes from it, which is a third of
 * what a paper takes. Here each is unpacked once; whoever reads still has a place of their own in it.
 */
export function unpackOnce(font: object): void {
  const packed: Packed = font;
  const unpack = packed._getTableStream?.bind(font);
  if (!unpack) return;
  const tables = new Map<string, Stream>();
  packed._getTableStream = (tag) => {
    const known = tables.get(tag);
    if (known) return Reflect.construct(known.constructor, [known.buffer]);
    const stream = unpack(tag);
    // What is not packed is read where it lies, in the file.
    if (stream !== null && stream !== packed.stream) tables.set(tag, stream);
    return stream;
  };
}

type Run = { glyphs: readonly object[]; positions: readonly object[] };
type Setting = { layout?: (text: string, ...rest: unknown[]) => Run };

/** So many texts are kept, of the one font; a statement has a few thousand, most of them again in the next letter. */
const TEXTS_KEPT = 5_000;

/**
 * A page that is broken is set anew from there on, and each letter of a house says the same lines: glyphs of a text are found
 * once. Whoever takes them gets lists of their own.
 */
export function setOnce(font: object): void {
  const setting: Setting = font;
  const set = setting.layout?.bind(font);
  if (!set) return;
  const texts = new Map<string, Run>();
  setting.layout = (text, ...rest) => {
    const key = JSON.stringify([text, ...rest]);
    const run = texts.get(key) ?? set(text, ...rest);
    if (texts.size >= TEXTS_KEPT) texts.clear();
    texts.set(key, run);
    return Object.assign(Object.create(run) as Run, {
      glyphs: [...run.glyphs],
      positions: [...run.positions],
    });
  };
}
