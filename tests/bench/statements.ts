import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ask, type Caller, printLetters } from './letters.ts';
import { HOUSE } from './statement-house.ts';

/** So many letters are printed, as many as the page asks for in one file. */
const LETTERS = 200;
const PER_FILE = 100;
/** What stands over it: a statement is computed in a second, its letters are on paper in a minute. */
const BARS = { computedMs: 1_000, lettersMs: 60_000 };

type House = { portfolioId: string; propertyId: string; period: { from: string; to: string } };

const statement = z.object({
  problems: z.array(z.object({ code: z.string() })),
  lines: z.array(z.object({})),
  leases: z.array(z.object({})),
  isWhole: z.boolean(),
});

/**
 * The statement of a house of 200 flats the way a landlord has it: looked at, settled, its letters written down in one step and
 * printed as two files by the app's own print processes.
 */
export async function runStatements(
  { appUrl, token }: Omit<Caller, 'portfolioId'>,
  { portfolioId, propertyId, period }: House,
): Promise<object> {
  const caller = { appUrl, token, portfolioId };
  const place = { propertyId, ...period };
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const began = performance.now();
    return [await work(), performance.now() - began];
  };
  const look = () => ask(caller, 'costStatement.get', place, false);
  const [seen] = await timed(look);
  const { problems, lines, leases, isWhole } = statement.parse(seen);
  const found = [lines.length, leases.length, isWhole];
  if (problems.length > 0 || String(found) !== String([HOUSE.lines, HOUSE.units + HOUSE.changes, true])) {
    throw new Error(`The statement is not what is to be measured: ${found}, ${JSON.stringify(problems)}`);
  }
  // The first call warms up.
  const looks: number[] = [];
  for (let at = 0; at < 5; at += 1) looks.push((await timed(look))[1]);
  const computedMs = looks.toSorted((a, b) => a - b)[2] ?? 0;
  const [, settledMs] = await timed(() =>
    ask(caller, 'costStatement.send', { id: randomUUID(), ...place }, true),
  );
  const [sent, writtenMs] = await timed(() =>
    ask(caller, 'costStatement.sendLetters', { ...place, version: 1, way: 'post', language: 'de' }, true),
  );
  const { paperIds } = z.object({ paperIds: z.array(z.string()) }).parse(sent);
  const printed = paperIds.slice(0, LETTERS);
  if (printed.length < LETTERS) throw new Error(`Only ${printed.length} letters go on paper.`);
  let bytes = 0;
  const [, printedMs] = await timed(async () => {
    for (let at = 0; at < printed.length; at += PER_FILE) {
      bytes += await printLetters(caller, printed.slice(at, at + PER_FILE));
    }
  });
  const lettersMs = writtenMs + printedMs;
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  console.log(
    `statements: ${HOUSE.units} units, ${HOUSE.lines} lines, ${HOUSE.changes} changes, ${HOUSE.meters} meters: ` +
      `computed and answered in ${computedMs.toFixed(0)} ms, settled in ${seconds(settledMs)} s; ` +
      `${LETTERS} letters in ${seconds(lettersMs)} s (${paperIds.length} written in ${seconds(writtenMs)} s, ` +
      `printed ${seconds(printedMs)} s, ${(bytes / 1e6).toFixed(1)} MB); ` +
      `bars ${BARS.computedMs} ms and ${BARS.lettersMs / 1_000} s`,
  );
  return { call: 'statements', computedMs, settledMs, writtenMs, printedMs, letters: LETTERS, bytes };
}
