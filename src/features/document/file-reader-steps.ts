import 'server-only';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** For what is made of a file once all of it is there; storage may bring it as slowly as this. */
const timeLimitMs = 30_000;
const bringingLimitMs = 5 * 60_000;

type Reader = ChildProcessByStdio<Writable, Readable, null>;

/**
 * What a process that reads a stranger's file may do: not write, start programs, see other folders or the network.
 * @param addons whether it may load programs that are no JavaScript, which Node's permissions do not hold
 */
export function readerRights(root: string, addons = false): string[] {
  const folder = path.join(/* turbopackIgnore: true */ root, 'src/features/document');
  const readable = [folder, realpathSync(path.join(/* turbopackIgnore: true */ root, 'node_modules'))];
  return [
    '--permission',
    '--allow-worker',
    ...(addons ? ['--allow-addons'] : []),
    ...readable.map((one) => `--allow-fs-read=${one}`),
    // A fault in the reader of PDFs that would run what a file says.
    '--disallow-code-generation-from-strings',
    // Required, not imported: what is imported beforehand is not loaded into threads.
    `--require=${path.join(folder, 'pdf-offline-process.ts')}`,
  ];
}

/** Nothing of ours is handed down, settings neither. */
function startReader(program: string, addons: boolean): Reader {
  const root = process.cwd();
  // Run from its source, as Node can: bundled, it would be a thread of this process.
  const script = path.join(/* turbopackIgnore: true */ root, 'src/features/document', program);
  const reader = spawn(process.execPath, [...readerRights(root, addons), script], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { NODE_ENV: 'production' },
  });
  // Reading an old contract must not slow down the page somebody is waiting for.
  if (reader.pid !== undefined) os.setPriority(reader.pid, os.constants.priority.PRIORITY_LOW);
  return reader;
}

/** Takes a file in pieces and gives in the end what was made of it. */
export type FileReader = {
  /** Resolves when the next piece may come. Pieces for a reader that gave up are dropped. */
  write(chunk: Uint8Array): Promise<void>;
  /** Null when the file is none that can be read within the limits. */
  end(): Promise<Buffer | null>;
  abort(): void;
};

function readAside(program: string, addons: boolean): FileReader {
  const reader = startReader(program, addons);
  const giveUp = () => reader.kill('SIGKILL');
  let late = setTimeout(giveUp, bringingLimitMs);
  const made: Buffer[] = [];
  reader.stdout.on('data', (chunk: Buffer) => made.push(chunk));
  const closed = new Promise<boolean>((resolve) => {
    reader.once('error', () => resolve(false));
    reader.once('close', (code) => resolve(code === 0));
  });
  void closed.then(() => clearTimeout(late));
  // A reader that gives up closes its end while we still write.
  reader.stdin.on('error', () => {});
  return {
    write: (chunk) =>
      new Promise((resolve) => {
        if (!reader.stdin.writable) resolve();
        else reader.stdin.write(chunk, () => resolve());
      }),
    async end() {
      reader.stdin.end();
      clearTimeout(late);
      late = setTimeout(giveUp, timeLimitMs);
      return (await closed) ? Buffer.concat(made) : null;
    },
    abort: giveUp,
  };
}

/** The text of a PDF, in UTF-8. */
export const readPdfText = (): FileReader => readAside('pdf-text-process.ts', false);

/** A small WebP of a picture or of the first page of a PDF. */
export const drawThumbnail = (): FileReader => readAside('thumbnail-process.ts', true);
