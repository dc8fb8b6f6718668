import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { failure, systemCode } from './errors.ts';

/** Where the bytes of one version lie. None of it is a file name somebody sent. */
export interface StoredVersion {
  bucketId: string;
  objectId: string;
  version: string;
}

/** Bytes that arrived whole and are on the disk, but belong to no object yet. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  md5: string;
}

const temporaryFolder = '.tmp';
const plainBucketName = /^[a-z0-9][a-z0-9_-]{0,99}$/;

/** Bucket names may contain dots, blanks and capitals; folder names that mean the same everywhere do not. */
export function bucketFolder(bucketId: string): string {
  return plainBucketName.test(bucketId) ? bucketId : `=${Buffer.from(bucketId).toString('hex')}`;
}

// Folders cannot be synchronised on Windows, where renames are durable without it.
const noFolderSync = new Set(['EPERM', 'EISDIR', 'EINVAL', 'EACCES']);

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await fs.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!noFolderSync.has(systemCode(error) ?? '')) throw error;
  }
}

/**
 * The bytes of all objects: `<folder>/<bucket>/<object id>/<version>`. A version is written once,
 * under a name of its own, and never changed; which one counts is what the database says.
 */
export class FileStore {
  readonly folder: string;
  /** Temporary files and versions no committed row names yet: the sweep leaves them alone. */
  readonly underway = new Set<string>();

  constructor(folder: string) {
    this.folder = path.resolve(folder);
  }

  pathOf(stored: StoredVersion): string {
    return path.join(this.folder, bucketFolder(stored.bucketId), stored.objectId, stored.version);
  }

  get temporaryFolder(): string {
    return path.join(this.folder, temporaryFolder);
  }

  /** Takes the bytes to the disk. A broken stream or one byte more than allowed leaves nothing behind. */
  async receive(bytes: AsyncIterable<Uint8Array>, limitBytes: number): Promise<ReceivedFile> {
    const name = randomUUID();
    const file = path.join(this.temporaryFolder, name);
    await fs.mkdir(this.temporaryFolder, { recursive: true, mode: 0o700 });
    this.underway.add(name);
    try {
      const handle = await fs.open(file, 'wx', 0o600);
      const hash = createHash('md5');
      let sizeBytes = 0;
      try {
        for await (const chunk of bytes) {
          sizeBytes += chunk.byteLength;
          if (sizeBytes > limitBytes) throw failure.tooLarge();
          hash.update(chunk);
          await handle.writeFile(chunk);
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
      return { path: file, sizeBytes, md5: hash.digest('hex') };
    } catch (error) {
      await this.discard(file);
      throw error;
    }
  }

  /** Whether a file can be written here: the folder is there, ours, and has room. */
  async isWritable(): Promise<boolean> {
    const name = randomUUID();
    const file = path.join(this.temporaryFolder, name);
    this.underway.add(name);
    try {
      await fs.mkdir(this.temporaryFolder, { recursive: true, mode: 0o700 });
      await fs.writeFile(file, new Uint8Array(4096), { mode: 0o600 });
      return true;
    } catch {
      return false;
    } finally {
      await this.discard(file).catch(() => {});
    }
  }

  async discard(file: string): Promise<void> {
    await fs.rm(file, { force: true });
    this.underway.delete(path.basename(file));
  }

  /** Moves received bytes to their place. Until `settle` the version is safe from the sweep. */
  async place(received: ReceivedFile, target: StoredVersion): Promise<void> {
    await this.#put(target, (file) => fs.rename(received.path, file));
    this.underway.delete(path.basename(received.path));
  }

  /** A second name for the bytes of a version; they never change, so both may share them. */
  async duplicate(source: StoredVersion, target: StoredVersion): Promise<void> {
    const from = this.pathOf(source);
    await this.#put(target, async (file) => {
      try {
        await fs.link(from, file);
      } catch (error) {
        if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error;
        await fs.copyFile(from, file, fs.constants.COPYFILE_EXCL);
        const handle = await fs.open(file, 'r+');
        await handle.sync().finally(() => handle.close());
      }
    });
  }

  /** To be called once the row naming the version is committed, or the version has been removed. */
  settle(version: string): void {
    this.underway.delete(version);
  }

  async #put(target: StoredVersion, bring: (file: string) => Promise<void>): Promise<void> {
    const file = this.pathOf(target);
    const folder = path.dirname(file);
    this.underway.add(target.version);
    for (let attempt = 1; ; attempt += 1) {
      const created = await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await bring(file);
        await syncFolder(folder);
        if (created !== undefined) {
          await syncFolder(path.dirname(folder));
          await syncFolder(this.folder);
        }
        return;
      } catch (error) {
        // The folder may vanish between the two calls when the object's last version is removed.
        const vanished = systemCode(error) === 'ENOENT' && !(await exists(folder));
        if (!vanished || attempt === 5) throw error;
      }
    }
  }

  async remove(stored: StoredVersion): Promise<void> {
    const file = this.pathOf(stored);
    await fs.rm(file, { force: true });
    this.underway.delete(stored.version);
    await removeEmptyFolder(path.dirname(file));
  }

  async removeBucketFolder(bucketId: string): Promise<void> {
    await removeEmptyFolder(path.join(this.folder, bucketFolder(bucketId)));
  }

  /** Null when the bytes are gone: replaced or removed after the row was read. */
  async open(stored: StoredVersion): Promise<fs.FileHandle | null> {
    try {
      return await fs.open(this.pathOf(stored), 'r');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
  }
}

async function exists(folder: string): Promise<boolean> {
  return fs.access(folder).then(
    () => true,
    () => false,
  );
}

export async function removeEmptyFolder(folder: string): Promise<void> {
  try {
    await fs.rmdir(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemCode(error) ?? '')) throw error;
  }
}
