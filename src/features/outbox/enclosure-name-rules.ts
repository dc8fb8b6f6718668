import { nameOfFile } from '../document/rules';

const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** What the file of an enclosure is called where it comes with a letter: numbered as the letter numbers it. */
export function enclosureName(
  { title, mediaType }: { title: string; mediaType: string },
  position: number,
): string {
  // A title may have slashes, which mail programs take for folders and cut off, and marks that make `exe.pdf` of `fdp.exe`.
  const name = nameOfFile(
    title
      .replace(/\p{Bidi_Control}/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 200),
  );
  return `${[String(position), name].filter(Boolean).join(' ')}.${endings[mediaType] ?? 'bin'}`;
}
