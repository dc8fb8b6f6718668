import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface SmallDisk {
  folder: string;
  /** Takes all that is left, and gives it back. */
  fill(): () => void;
  remove(): void;
}

const fillBytes = 1 << 20;

/** A disk of its own of so many megabytes, or why there is none: only root may mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | { missing: string } {
  if (process.platform !== 'linux') return { missing: 'a small disk is mounted on Linux only' };
  if (process.getuid?.() !== 0) return { missing: 'only root may mount a small disk' };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder];
  const mounted = spawnSync('mount', options, { encoding: 'utf8' });
  if (mounted.status !== 0) {
    fs.rmdirSync(folder);
    return { missing: `no small disk could be mounted: ${mounted.stderr.trim()}` };
  }
  return {
    folder,
    fill() {
      const file = path.join(folder, 'what-does-not-belong-here');
      const handle = fs.openSync(file, 'w');
      try {
        for (let size = fillBytes; size >= 4096; ) {
          try {
            fs.writeSync(handle, Buffer.alloc(size));
          } catch {
            size /= 2;
          }
        }
      } finally {
        fs.closeSync(handle);
      }
      return () => fs.rmSync(file, { force: true });
    },
    remove() {
      spawnSync('umount', ['-l', folder]);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
