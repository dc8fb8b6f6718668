import { MOST_PICTURE } from '../picture-rules';

/** As large as it is printed at 300 dots an inch. */
const MOST = { width: 800, height: 400 };
/** Larger is no logo, and would take the browser's memory before anybody could say so. */
export const MOST_BYTES = 15_000_000;
const qualities = [0.92, 0.8, 0.6, 0.4];

/**
 * A picture as it stands on letters: a small JPEG on white, whatever it was before, as base64. `too_large` and `no_picture` where
 * it cannot be one.
 */
export async function drawPicture(file: File): Promise<string | 'too_large' | 'no_picture'> {
  if (file.size > MOST_BYTES) return 'too_large';
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return 'no_picture';
  const scale = Math.min(1, MOST.width / bitmap.width, MOST.height / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return 'no_picture';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const drawn = qualities.map((quality) => () => canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '');
  for (const draw of drawn) {
    const base64 = draw();
    if (base64 !== '' && base64.length <= MOST_PICTURE) return base64;
  }
  return 'too_large';
}
