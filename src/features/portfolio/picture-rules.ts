/** So many characters of base64 a picture on letters has at most: each letter carries it until it is printed. */
export const MOST_PICTURE = 100_000;
/** Wider or higher is nothing printed at that size. */
const MOST_PIXELS = 1_600;

/** Frames that hold no differences to others (ISO/IEC 10918-1, B.1.1.3): baseline, extended, progressive. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** What has no length behind it. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Width, height and colours of a JPEG as its header says them; null for anything else. */
export function jpegHead(bytes: Uint8Array): { width: number; height: number; colours: number } | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const at = (index: number) => (bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0);
  for (let index = 2; index + 9 < bytes.length; ) {
    const marker = bytes[index + 1] ?? 0;
    if (bytes[index] !== 0xff) return null;
    if (isBare(marker)) index += 2;
    else if (frames.has(marker)) {
      return { height: at(index + 5), width: at(index + 7), colours: bytes[index + 9] ?? 0 };
    } else index += 2 + Math.max(2, at(index + 2));
  }
  return null;
}

/**
 * Whether base64 is a picture that can stand on a letter: a JPEG, grey or of three colours, not larger than anybody prints it.
 * It has no transparency, which PDF/A-1 forbids (ISO 19005-1, 6.4).
 */
export function isLetterPicture(base64: string): boolean {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  const head = jpegHead(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
  if (!head) return false;
  const { width, height, colours } = head;
  const fits = (pixels: number) => pixels > 0 && pixels <= MOST_PIXELS;
  return fits(width) && fits(height) && (colours === 1 || colours === 3);
}
