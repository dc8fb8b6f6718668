import 'server-only';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

const timeLimitMs = 30_000;

type Reader = ChildProcessByStdio<Writable, Readable, null>;

/** Nothing of ours is handed down: no settings, and no right to write, start programs or see other folders. */
function startReader(): Reader {
  const root = process.cwd();
  // Run from its source, as Node can: bundled, it would be a thread of this process.
  const script = path.join(/* turbopackIgnore: true */ root, 'src/features/document/pdf-text-process.ts');
  const readable = [
    path.dirname(script),
    realpathSync(path.join(/* turbopackIgnore: true */ root, 'node_modules')),
  ];
  const rights = ['--permission', '--allow-worker', ...readable.map((folder) => `--allow-fs-read=${folder}`)];
  const reader = spawn(process.execPath, [...rights, script], {
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
