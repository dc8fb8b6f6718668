/** What can be printed as it is, and is shown by every mail program. */
export const enclosedTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** So many papers come with a letter. */
export const MOST_ENCLOSURES = 10;

/** So much comes with a mail: most servers take 20 to 25 MB, and a mail is a third longer than its files. */
export const MAILED_MB = 12;

/** Whether files together can come with one mail. */
export const fitsMail = (sizes: readonly number[]): boolean =>
  sizes.reduce((sum, size) => sum + size, 0) <= MAILED_MB * 1_000_000;

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
  const name = title.replace(/\s+/g, ' ').trim().slice(0, 200);
  return `${[String(position), name].filter(Boolean).join(' ')}.${endings[mediaType] ?? 'bin'}`;
}
