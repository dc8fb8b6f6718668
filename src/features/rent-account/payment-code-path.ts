import encodeQR from 'qr';

/**
 * A QR code as a path, a square of one unit for each dark module, with the quiet zone of four around it (error correction
 * M and bytes, as EPC069-12 asks).
 */
export function paymentCodePath(text: string): { path: string; size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 });
  const squares = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { path: squares.join(''), size: modules.length };
}
