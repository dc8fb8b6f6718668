import fs from 'node:fs/promises';
import path from 'node:path';
import type { FileStorage } from '@/storage/file-storage';
import { createMemoryStorage } from './memory-storage.ts';

/** Storage in a folder, for what several processes share and a killed one leaves behind. */
export function createDiskStorage(folder: string): FileStorage {
  const at = (name: string) => path.join(folder, name.replaceAll('/', '_'));
  return {
    ...createMemoryStorage(),
    store: (name, bytes) => fs.writeFile(at(name), bytes),
    open: async (name) => {
      const bytes = await fs.readFile(at(name)).catch(() => null);
      return bytes && new Blob([new Uint8Array(bytes)]).stream();
    },
  };
}
