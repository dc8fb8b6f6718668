import { createHash, randomUUID } from 'node:crypto';
import type { createMemoryStorage } from './memory-storage.ts';
import type { Books } from './tenancy.ts';

type Link = { [column in 'property_id' | 'unit_id' | 'tenant_id' | 'lease_id']?: string };
type Storage = Pick<ReturnType<typeof createMemoryStorage>, 'put'>;
type File = { text: string; mediaType?: string; state?: string; sizeBytes?: number };

/** A document whose file was read, on something, so that it may come with a letter. */
export async function enterPaper(
  { books, storage }: { books: Books; storage: Storage },
  title: string,
  links: Link | Link[],
  more: Partial<File> = {},
) {
  const { admin, portfolioId } = books;
  const [documentId, versionId] = [randomUUID(), randomUUID()];
  await admin`insert into hausbuch.document (portfolio_id, id, title, category, state, search_text)
    values (${portfolioId}, ${documentId}, ${title}, 'other', 'ready', ${title.toLowerCase()})`;
  const file = { ...more, text: more.text ?? `%PDF ${title}` };
  const version = await enterVersion({ books, storage }, { documentId, versionId, number: 1 }, file);
  for (const link of [links].flat()) {
    await admin`insert into hausbuch.document_link ${admin({ portfolio_id: portfolioId, id: randomUUID(), document_id: documentId, ...link })}`;
  }
  return { documentId, versionId, ...version };
}

/** Another file of a document, which is the one it has from then on. */
export async function enterVersion(
  { books, storage }: { books: Books; storage: Storage },
  { documentId, versionId, number }: { documentId: string; versionId: string; number: number },
  { mediaType = 'application/pdf', state = 'ready', text, sizeBytes }: File,
) {
  const { admin, portfolioId } = books;
  const bytes = new TextEncoder().encode(text);
  const path = `${portfolioId}/${documentId}/${versionId}.pdf`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await admin`insert into hausbuch.document_version
    (portfolio_id, id, document_id, number, state, file_name, media_type, size_bytes, sha256, storage_path, checked_at)
    values (${portfolioId}, ${versionId}, ${documentId}, ${number}, ${state}, 'datei.pdf', ${mediaType},
      ${sizeBytes ?? bytes.length}, ${sha256}, ${path}, now())`;
  await admin`update hausbuch.document set current_version_id = ${versionId} where id = ${documentId}`;
  storage.put(path, bytes);
  return { path, text };
}
