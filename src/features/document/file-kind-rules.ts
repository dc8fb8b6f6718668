/** What can be kept, by what its name ends with. The bucket's list in supabase/config.toml says the same. */
const fileKinds = [
  { mediaType: 'application/pdf', extensions: ['pdf'], family: 'pdf' },
  { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'], family: 'picture' },
  { mediaType: 'image/png', extensions: ['png'], family: 'picture' },
  { mediaType: 'image/webp', extensions: ['webp'], family: 'picture' },
  { mediaType: 'image/gif', extensions: ['gif'], family: 'picture' },
  { mediaType: 'image/heic', extensions: ['heic'], family: 'picture' },
  { mediaType: 'image/heif', extensions: ['heif'], family: 'picture' },
  { mediaType: 'image/tiff', extensions: ['tif', 'tiff'], family: 'picture' },
  // Electronic invoices are kept as plain text: as XML a browser would run what somebody hid in one.
  { mediaType: 'text/plain', extensions: ['txt', 'xml'], family: 'text' },
  { mediaType: 'text/csv', extensions: ['csv'], family: 'text' },
  {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    family: 'office',
  },
  {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
    family: 'office',
  },
  { mediaType: 'application/vnd.oasis.opendocument.text', extensions: ['odt'], family: 'office' },
  { mediaType: 'application/vnd.oasis.opendocument.spreadsheet', extensions: ['ods'], family: 'office' },
] as const;

export type FileKind = (typeof fileKinds)[number];

export const allowedMediaTypes: readonly string[] = fileKinds.map((kind) => kind.mediaType);

/** For a file dialog: what may be chosen. */
export const acceptedFiles = fileKinds
  .flatMap(({ mediaType, extensions }) => [mediaType, ...extensions.map((extension) => `.${extension}`)])
  .join(',');

/** The kind a file's name promises; null for one that is not taken. */
export function promisedKind(fileName: string): FileKind | null {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (extension === undefined) return null;
  return fileKinds.find((kind) => kind.extensions.some((known) => known === extension)) ?? null;
}

/** A file of this name is taken only where it is an electronic invoice. */
export const isInvoiceFile = (fileName: string): boolean => /\.xml$/i.test(fileName);

export function kindOf(mediaType: string): FileKind | null {
  return fileKinds.find((kind) => kind.mediaType === mediaType) ?? null;
}

// What every browser shows: HEIC and TIFF are left to the programs that know them.
const shownPictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** How a page can show the file itself; null: as a download only. */
export function previewOf(mediaType: string): 'pdf' | 'picture' | null {
  if (mediaType === 'application/pdf') return 'pdf';
  return shownPictures.has(mediaType) ? 'picture' : null;
}
