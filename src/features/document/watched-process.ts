import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * What a process of its own does with a stranger's file: it comes by standard input, and what is made of it leaves by standard
 * output. A file made to exhaust the machine exhausts only this process: the main thread watches the memory while another
 * thread reads, and whoever started it watches the time.
 */

const memoryLimitBytes = 700 * 1024 * 1024;

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Does it, in the thread that this same file is run in once more.
 * @param url of the program that calls
 */
export async function carryOut(
  url: string,
  work: (file: Uint8Array) => Promise<string | Uint8Array>,
): Promise<void> {
  if (!isMainThread) {
    parentPort?.postMessage(await work(workerData));
    return;
  }
  const worker = new Worker(new URL(url), {
    workerData: await readInput(),
    argv: process.argv.slice(2),
    resourceLimits: { maxOldGenerationSizeMb: 400 },
  });
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryLimitBytes) process.exit(3);
  }, 20);
  worker.on('error', () => process.exit(2));
  // Work that nothing settles any more ends the thread without an error.
  worker.on('exit', () => process.exit(2));
  worker.on('message', (made: string | Uint8Array) => {
    clearInterval(watch);
    worker.removeAllListeners('exit');
    process.stdout.write(made, () => process.exit(0));
  });
}
