import { MOST_PICTURE } from '../picture-rules';

/** As large as it is printed at 300 dots an inch; where that takes too much, at 150. */
const sizes = [
  { width: 800, height: 400 },
  { width: 400, height: 200 },
];
/** Larger is no logo, and would take the browser's memory before anybody could say so. */
const MOST_BYTES = 15_000_000;
const qualities = [0.92, 0.8, 0.6, 0.4];

/**
 * A picture as it stands on letters: a small JPEG on white, whatever it was before, as base64. `too_large` of a file larger than
 * any logo, `no_picture` of one that the browser cannot draw.
 */
export async function drawPicture(file: File): Promise<string | 'too_large' | 'no_picture'> {
  if (file.size > MOST_BYTES) return 'too_large';
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return 'no_picture';
  try {
    for (const size of sizes) {
      const drawn = drawWithin(bitmap, size);
      if (drawn !== null) return drawn;
    }
    return 'no_picture';
  } finally {
    bitmap.close();
  }
}

function drawWithin(bitmap: ImageBitmap, most: { width: number; height: number }): string | null {
  const scale = Math.min(1, most.width / bitmap.width, most.height / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  for (const quality of qualities) {
    const base64 = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '';
    if (base64 !== '' && base64.length <= MOST_PICTURE) return base64;
  }
  return null;
}
