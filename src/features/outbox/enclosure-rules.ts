/** What can be printed as it is, and is shown by every mail program. */
export const enclosedTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** So many papers come with a letter. */
export const MOST_ENCLOSURES = 10;

/** So much comes with a mail: most servers take 20 to 25 MB, and a mail is a third longer than its files. */
export const MAILED_MB = 12;

/** Whether files together can come with one mail. */
export const fitsMail = (sizes: readonly number[]): boolean =>
  sizes.reduce((sum, size) => sum + size, 0) <= MAILED_MB * 1_000_000;
