import 'server-only';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

const timeLimitMs = 30_000;

type Reader = ChildProcessByStdio<Writable, Readable, null>;

/** What a process that reads a stranger's file may do: not write, start programs, see other folders or the network. */
export function readerRights(root: string): string[] {
  const folder = path.join(/* turbopackIgnore: true */ root, 'src/features/document');
  const readable = [folder, realpathSync(path.join(/* turbopackIgnore: true */ root, 'node_modules'))];
  return [
    '--permission',
    '--allow-worker',
    ...readable.map((one) => `--allow-fs-read=${one}`),
    // A fault in the reader of PDFs that would run what a file says.
    '--disallow-code-generation-from-strings',
    // Required, not imported: what is imported beforehand is not loaded into threads.
    `--require=${path.join(folder, 'pdf-offline-process.ts')}`,
  ];
}

/** Nothing of ours is handed down, settings neither. */
function startReader(): Reader {
  const root = process.cwd();
  // Run from its source, as Node can: bundled, it would be a thread of this process.
  const script = path.join(/* turbopackIgnore: true */ root, 'src/features/document/pdf-text-process.ts');
  const reader = spawn(process.execPath, [...readerRights(root), script], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { NODE_ENV: 'production' },
  });
  // Reading an old contract must not slow down the page somebody is waiting for.
  if (reader.pid !== undefined) os.setPriority(reader.pid, os.constants.priority.PRIORITY_LOW);
  return reader;
}

/** Takes a PDF in pieces and gives its text in the end. */
export type PdfTextReader = {
  /** Resolves when the next piece may come. Pieces for a reader that gave up are dropped. */
  write(chunk: Uint8Array): Promise<void>;
  /** The text; null when the file is none that can be read within the limits. */
  end(): Promise<string | null>;
  abort(): void;
};

export function readPdfText(): PdfTextReader {
  const reader = startReader();
  const late = setTimeout(() => reader.kill('SIGKILL'), timeLimitMs);
  let text = '';
  reader.stdout.setEncoding('utf8');
  reader.stdout.on('data', (chunk: string) => {
    text += chunk;
  });
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
      return (await closed) ? text : null;
    },
    abort: () => reader.kill('SIGKILL'),
  };
}
