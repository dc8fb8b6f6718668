import fs from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FileStore as TusFileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { systemCode } from './errors.ts';

/** As long as a hosted project keeps an unfinished upload. */
const lifetimeMs = 24 * 60 * 60 * 1000;

/** What the server knows of an upload, kept beside its bytes so that it outlives a restart. */
export interface Underway {
  bucketName: string;
  objectName: string;
  contentType: string;
  cacheControl: string;
  /** JSON, as the client sent it; '' for none. */
  metadata: string;
  upsert: boolean;
  /** Who began it; '' for a key. */
  owner: string;
  /** Hash of bucket and object where a signature began it; '' for a session. */
  place: string;
  isFinished: boolean;
}

type Stored = Record<string, string | null>;

export const toStored = ({ upsert, isFinished, ...texts }: Underway): Stored => ({
  ...texts,
  upsert: String(upsert),
  isFinished: String(isFinished),
});

function fromStored(stored: Stored): Underway {
  const text = (name: string) => stored[name] ?? '';
  return {
    bucketName: text('bucketName'),
    objectName: text('objectName'),
    contentType: text('contentType'),
    cacheControl: text('cacheControl'),
    metadata: text('metadata'),
    upsert: stored.upsert === 'true',
    owner: text('owner'),
    place: text('place'),
    isFinished: stored.isFinished === 'true',
  };
}

/** The bytes of unfinished uploads; of finished ones only the note that they are. */
export class UnderwayStore extends TusFileStore {
  constructor(folder: string) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    super({ directory: folder, expirationPeriodInMilliseconds: lifetimeMs });
  }

  fileOf(id: string): string {
    return path.join(this.directory, id);
  }

  override async getUpload(id: string): Promise<Upload> {
    const note = await this.configstore.get(id);
    // Its bytes are an object by now; a client that lost the last answer must still learn that all arrived.
    if (note?.metadata && fromStored(note.metadata).isFinished) {
      return new Upload({ ...note, id, offset: note.size ?? 0 });
    }
    return super.getUpload(id);
  }

  /** Null for an id that was never given out, or whose upload has expired. */
  async find(id: string): Promise<Underway | null> {
    const note = await this.configstore.get(id);
    return note?.metadata ? fromStored(note.metadata) : null;
  }

  /** Unfinished uploads that a signature began. */
  async #listSigned(): Promise<(Underway & { id: string })[]> {
    const found: (Underway & { id: string })[] = [];
    for (const name of await readdir(this.directory)) {
      if (!name.endsWith('.json')) continue;
      const id = name.slice(0, -'.json'.length);
      const underway = await this.find(id);
      if (underway && !underway.isFinished && underway.place !== '') found.push({ ...underway, id });
    }
    return found;
  }

  async listByPlace(): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>();
    for (const { id, place } of await this.#listSigned()) {
      found.set(place, (found.get(place) ?? new Set()).add(id));
    }
    return found;
  }

  /** What has arrived so far for objects that are not wanted any more: whoever signed for them takes it back. */
  async giveUp(bucketName: string, objectNames: readonly string[]): Promise<void> {
    for (const underway of await this.#listSigned()) {
      const isMeant = underway.bucketName === bucketName && objectNames.includes(underway.objectName);
      if (isMeant) await this.drop(underway.id);
    }
  }

  /** Gives up an unfinished upload; one that finished or never began is left alone. */
  async drop(id: string): Promise<void> {
    const underway = await this.find(id);
    if (!underway || underway.isFinished) return;
    await this.remove(id).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
    });
  }

  async noteFinished(upload: Upload, underway: Underway): Promise<void> {
    const metadata = toStored({ ...underway, isFinished: true });
    await this.configstore.set(upload.id, new Upload({ ...upload, metadata }));
  }

  /** Removes what nobody has continued for a day. */
  async clean(): Promise<void> {
    for (const name of await readdir(this.directory)) {
      const file = path.join(this.directory, name);
      try {
        if (Date.now() - (await stat(file)).mtimeMs > lifetimeMs) await rm(file, { force: true });
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error;
      }
    }
  }
}
