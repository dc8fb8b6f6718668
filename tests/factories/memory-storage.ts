import { createHash } from 'node:crypto';
import { DomainError } from '@/lib/errors';
import type { FileStorage } from '@/storage/file-storage';

export type MemoryStorage = FileStorage & {
  files: Map<string, { bytes: Uint8Array; createdAt: Date }>;
  /** What a browser does with its signed token. */
  put(path: string, bytes: Uint8Array | string, createdAt?: Date): void;
  /** While true, storage cannot be reached. */
  isDown: boolean;
};

export const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Storage in memory, for what is about rows and steps; the wire is tested against the real server. */
export function createMemoryStorage(): MemoryStorage {
  const files: MemoryStorage['files'] = new Map();
  const ask = <T>(answer: () => T): Promise<T> =>
    storage.isDown ? Promise.reject(new DomainError('unavailable')) : Promise.resolve(answer());
  const storage: MemoryStorage = {
    files,
    holdsLength: true,
    isDown: false,
    put(path, bytes, createdAt = new Date()) {
      files.set(path, {
        bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
        createdAt,
      });
    },
    store: (path, bytes) => ask(() => storage.put(path, bytes)),
    signUpload: (path) =>
      ask(() => ({
        ...{ url: '', resumableUrl: '', token: `upload-${path}`, bucket: 'documents', path },
        isThere: files.has(path),
      })),
    signDownload: (path, saveAs) =>
      ask(() => {
        if (!files.has(path)) throw new DomainError('document.lost');
        return `http://storage.test/${path}${saveAs === null ? '' : `?download=${encodeURIComponent(saveAs)}`}`;
      }),
    readPart: (path, part) =>
      ask(() => {
        const file = files.get(path);
        if (!file) return null;
        const bytes = 'first' in part ? file.bytes.slice(0, part.first) : file.bytes.slice(-part.last);
        return { bytes, sizeBytes: file.bytes.length };
      }),
    open: (path) =>
      ask(() => {
        const file = files.get(path);
        return file ? new Blob([new Uint8Array(file.bytes)]).stream() : null;
      }),
    remove: (paths) =>
      ask(() => {
        for (const path of paths) files.delete(path);
      }),
    list: (prefix) =>
      ask(() => ({
        files: [...files]
          .filter(([path]) => path.startsWith(prefix))
          .map(([path, { createdAt }]) => ({ path, createdAt })),
        nextCursor: null,
      })),
  };
  return storage;
}
