import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Call, Target } from './calls.ts';

/** So many rent invoices are written, for the post, and printed. */
export const LETTERS = 500;
/** As many as the page asks for in one file. */
const PER_FILE = 100;
/** What stands over it: seconds for all of them, and what an answer may take meanwhile. */
const BARS = { seconds: 60, answerMs: 200 };
/** Between two questions, so that they are a person's and no load of their own. */
const PAUSE_MS = 20;

const shown = z.object({
  language: z.string(),
  seen: z.string(),
  obstacle: z.string().nullable(),
  ours: z.object({ subject: z.string(), body: z.string() }),
});

export type Caller = { appUrl: string; token: string; portfolioId: string };

const headersOf = ({ token, portfolioId }: Caller) => ({
  authorization: `Bearer ${token}`,
  cookie: `hausbuch_portfolio=${portfolioId}`,
  'content-type': 'application/json',
});

export async function ask(caller: Caller, path: string, input: object | undefined, isMutation: boolean) {
  const said = JSON.stringify({ json: input });
  const url = `${caller.appUrl}/api/trpc/${path}`;
  const headers = headersOf(caller);
  const response = isMutation
    ? await fetch(url, { method: 'POST', headers, body: said })
    : await fetch(input ? `${url}?input=${encodeURIComponent(said)}` : url, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text).result.data.json as unknown;
}

/** Looked at and sent as it was shown, as the page does: our text of a rent invoice, on paper. */
async function writeLetter(caller: Caller, leaseId: string): Promise<string> {
  const kind = 'rent_invoice';
  const look = shown.parse(await ask(caller, 'letter.look', { leaseId, kind, ownLanguage: 'de' }, false));
  if (look.obstacle !== null) throw new Error(`A rent invoice cannot be written: ${look.obstacle}`);
  const id = randomUUID();
  const { language, seen, ours } = look;
  await ask(caller, 'letter.send', { id, leaseId, kind, language, way: 'post', seen, ...ours }, true);
  return id;
}

/** The file that is printed: each letter is made as it is read. */
export async function printLetters(caller: Caller, ids: readonly string[]): Promise<number> {
  const response = await fetch(`${caller.appUrl}/api/letters?ids=${ids.join(',')}`, {
    headers: headersOf(caller),
  });
  if (!response.ok) throw new Error(`letters: ${response.status} ${await response.text()}`);
  return (await response.arrayBuffer()).byteLength;
}

/**
 * 500 letters the way a landlord has them: each looked at and sent as it was shown, then printed as five files by the
 * app's own print processes; while a simple procedure is asked again and again, one question at a time.
 */
export async function runLetters(
  caller: Caller,
  leaseIds: readonly string[],
  call: Call,
  target: Target,
): Promise<object> {
  let isDone = false;
  const answers: number[] = [];
  const asking = (async () => {
    while (!isDone) {
      const began = performance.now();
      await ask(caller, call.path, call.input(target), call.isMutation);
      answers.push(performance.now() - began);
      await sleep(PAUSE_MS);
    }
  })();
  const began = performance.now();
  let bytes = 0;
  let writtenMs = 0;
  try {
    const ids: string[] = [];
    for (const leaseId of leaseIds.slice(0, LETTERS)) ids.push(await writeLetter(caller, leaseId));
    writtenMs = performance.now() - began;
    for (let at = 0; at < ids.length; at += PER_FILE) {
      bytes += await printLetters(caller, ids.slice(at, at + PER_FILE));
    }
  } finally {
    isDone = true;
    await asking;
  }
  const ms = performance.now() - began;
  answers.sort((a, b) => a - b);
  const p97Ms = answers[Math.floor((answers.length - 1) * 0.975)] ?? 0;
  const slowestMs = answers.at(-1) ?? 0;
  const seconds = (of: number) => (of / 1_000).toFixed(1);
  console.log(
    `letters: ${Math.min(LETTERS, leaseIds.length)} in ${seconds(ms)} s (written ${seconds(writtenMs)} s, printed ${seconds(ms - writtenMs)} s, ${(bytes / 1e6).toFixed(1)} MB); ` +
      `${answers.length} answers meanwhile, p97 ${p97Ms.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms; bars ${BARS.seconds} s and ${BARS.answerMs} ms`,
  );
  return {
    call: 'letters',
    letters: LETTERS,
    ms,
    writtenMs,
    bytes,
    answers: answers.length,
    p97Ms,
    slowestMs,
  };
}
