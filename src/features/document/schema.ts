import { z } from 'zod';
import { documentCategories } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { largestSelection } from './pages';

/** What a document can hang on. */
export const documentLinkKinds = ['property', 'unit', 'tenant', 'lease', 'transaction', 'handover'] as const;
export type DocumentLinkKind = (typeof documentLinkKinds)[number];

const target = z.strictObject({ kind: z.enum(documentLinkKinds), id: field.id });
export type DocumentTarget = z.output<typeof target>;

// Characters that turn the reading direction make `exe.pdf` of `fdp.exe`.
const directionMarks = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** As the browser names the file: umlauts in one piece (macOS sends two), never a path. */
const fileName = z
  .string()
  .transform((name) => name.normalize('NFC').replace(directionMarks, '').replace(/[/\\]/g, '_').trim())
  .pipe(field.text(255).min(1));

const title = field.text(300).min(1);

/** Hex, as the browser counted it; null on pages without TLS, where browsers do not count. */
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'invalid' })
  .nullable()
  .default(null);

const newFile = {
  versionId: field.id,
  fileName,
  sizeBytes: z.int().min(0).max(1_000_000_000_000),
  sha256,
};

const links = z.array(target).min(1).max(100);

/** A new document and its first file; the ids are the client's, so that asking twice is asking once. */
export const requestUploadInput = z.strictObject({
  documentId: field.id,
  ...newFile,
  title,
  category: z.enum(documentCategories).default('other'),
  validUntil: field.optionalDate,
  links,
});
export type RequestUploadInput = z.input<typeof requestUploadInput>;

/** Another file in place of the current one, which stays as an earlier version. */
export const requestVersionInput = z.strictObject({ documentId: field.id, ...newFile });

export const versionInput = z.strictObject({ versionId: field.id });

export const updateDocumentInput = z.strictObject({
  id: field.id,
  version: field.version,
  title,
  category: z.enum(documentCategories),
  validUntil: field.optionalDate,
  note: field.optionalNotes,
});

/** Replaces what the document hangs on. */
export const setLinksInput = z.strictObject({ id: field.id, version: field.version, links });

export const documentsInput = z.strictObject({ ids: z.array(field.id).min(1).max(largestSelection) });

export const documentInput = z.strictObject({ id: field.id });

export const listDocumentsInput = z.strictObject({
  /** Only what hangs on this, or on what belongs to it; null: all of the portfolio. */
  on: target.nullable().default(null),
  search: field.search.default(''),
  category: z.enum(documentCategories).nullable().default(null),
  /** What is kept, or what was deleted lately and can be brought back. */
  shelf: z.enum(['kept', 'deleted']).default('kept'),
  ...field.paging,
});

export const findSameInput = z.strictObject({
  sha256s: z.array(z.string().regex(/^[0-9a-f]{64}$/, { error: 'invalid' })).max(200),
});

/** An address for a minute: of the current version unless another is named. */
export const fileUrlInput = z.strictObject({
  id: field.id,
  versionId: field.id.nullable().default(null),
  use: z.enum(['show', 'save']),
});

/** Things a document can be hung on, by name. */
export const findTargetsInput = z.strictObject({ search: field.search });
