import 'server-only';
import { createHash } from 'node:crypto';
import { beginsInvoice, HEAD_LETTERS } from '@/invoice/begins-invoice';
import { previewOf } from './file-kind-rules';
import { drawThumbnail, type FileReader, readPdfText } from './file-reader-steps';
import { largestThumbnail, longestContent } from './rules';

/** What reading the whole of a file tells: its checksum, its true size, its text and a small picture, if it has any. */
export type FileContents = {
  sha256: string;
  sizeBytes: number;
  content: string | null;
  /** WebP, base64. */
  thumbnail: string | null;
};

type TextReader = Omit<FileReader, 'end'> & { end(): Promise<string | null> };

/** As much of a plain text as the search keeps, in whatever encoding it was written. */
function readPlainText(): TextReader {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    async write(chunk) {
      if (size < longestContent) chunks.push(chunk);
      size += chunk.length;
    },
    async end() {
      const bytes = Buffer.concat(chunks).subarray(0, longestContent);
      const mark = bytes.subarray(0, 2).toString('hex');
      if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
      if (mark === 'feff') return new TextDecoder('utf-16be').decode(bytes);
      try {
        // The cut may fall into a letter: what is left of it is dropped.
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
      } catch {
        return new TextDecoder('windows-1252').decode(bytes);
      }
    },
    abort() {},
  };
}

function readerFor(mediaType: string): TextReader | null {
  if (mediaType === 'application/pdf') {
    const reader = readPdfText();
    return { ...reader, end: async () => (await reader.end())?.toString() ?? null };
  }
  return mediaType.startsWith('text/') ? readPlainText() : null;
}

/** Of an electronic invoice what it says, without the names of its parts and without the files inside it. */
const wordsOf = (text: string): string =>
  beginsInvoice(text.slice(0, HEAD_LETTERS))
    ? text.replace(/<[^<>]*>/g, ' ').replace(/\S{200,}/g, ' ')
    : text;

/** Postgres keeps no zero bytes; the rest of the control characters only gets in a search's way. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const readable = text.toWellFormed().replace(/[\x00-\x08\x0B-\x1F\x7F]/g, ' ');
  const lines = readable.replace(/[^\S\n]+/g, ' ').replace(/ ?\n\s*/g, '\n');
  return lines.trim().slice(0, longestContent);
}

/** Reads a file once, as it streams by. Nothing of it is kept in memory as a whole, nothing is unpacked. */
export async function readContents(
  bytes: ReadableStream<Uint8Array>,
  mediaType: string,
): Promise<FileContents> {
  const hash = createHash('sha256');
  const text = readerFor(mediaType);
  const picture = previewOf(mediaType) === null ? null : drawThumbnail();
  const readers = [text, picture].filter((reader) => reader !== null);
  let sizeBytes = 0;
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await Promise.all(readers.map((reader) => reader.write(chunk)));
    }
  } catch (error) {
    for (const reader of readers) reader.abort();
    throw error;
  }
  const [read, drawn] = await Promise.all([text?.end() ?? null, picture?.end() ?? null]);
  const content = clean(wordsOf(read ?? ''));
  return {
    sha256: hash.digest('hex'),
    sizeBytes,
    content: content === '' ? null : content,
    thumbnail:
      drawn !== null && drawn.length > 0 && drawn.length <= largestThumbnail
        ? drawn.toString('base64')
        : null,
  };
}
