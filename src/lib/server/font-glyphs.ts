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
      for (const point of data?.characterSet ?? []) data?.glyphForCodePoint(point);
    }
  }
}
