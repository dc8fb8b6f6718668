import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * A process of its own: reads a PDF from standard input and writes its text to standard output. A file made
 * to exhaust the machine exhausts only this process: the main thread watches the memory while another thread
 * reads, and whoever started it watches the time.
 */

const memoryLimitBytes = 700 * 1024 * 1024;
const pageLimit = 500;
const characterLimit = 200_000;

async function readText(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, {
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  let text = '';
  for (let number = 1; number <= Math.min(pdf.numPages, pageLimit); number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) {
      if ('str' in item) text += item.str + (item.hasEOL ? '\n' : ' ');
      if (text.length >= characterLimit) return text.slice(0, characterLimit);
    }
    page.cleanup();
    text += '\n';
  }
  return text;
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

if (isMainThread) {
  const input = await readInput();
  const resourceLimits = { maxOldGenerationSizeMb: 400 };
  const worker = new Worker(new URL(import.meta.url), { workerData: input, resourceLimits });
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryLimitBytes) process.exit(3);
  }, 20);
  worker.on('error', () => process.exit(2));
  worker.on('message', (text: string) => {
    clearInterval(watch);
    process.stdout.write(text, () => process.exit(0));
  });
} else {
  parentPort?.postMessage(await readText(workerData));
}
