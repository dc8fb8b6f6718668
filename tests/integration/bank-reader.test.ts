import { serialize } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import { unpackFile } from '@/features/bank/file-rules';
import { fileReader, readBesides, stopReading } from '@/features/bank/file-steps';
import { HelperGone, Helpers } from '@/lib/server/helper-process';
import { mt940Of, packedFile, statementOf } from '../factories/bank-import.ts';
import { failureOf } from '../factories/failure.ts';

const own = 'DE02120300000000202051';
const lines = [{ on: '2026-03-02', cents: 70_000, name: 'Jürgen Groß', text: 'Miete März' }];
const limits = { timeLimitMs: 30_000, idleMs: 10_000, waiting: 10, perPerson: 10, perPersonAtOnce: 2 };

afterAll(() => stopReading());

test.each([
  ['camt', statementOf(own, lines)],
  ['MT940', mt940Of(own, lines)],
  ['a table of no known bank', 'Wann;Wer;Wieviel\n02.03.2026;Anna;700,00\n'],
  ['a letter', 'Guten Tag'],
])('%s is read beside as it is read here', async (_, text) => {
  const order = { packed: packedFile(text), said: null };
  expect(await readBesides(order, 'anna')).toEqual(unpackFile(order));
});

test('a file that takes too long ends its process, and the next has one of its own', async () => {
  const order = { packed: packedFile(statementOf(own, lines)), said: null };
  const hasty = new Helpers(fileReader, { ...limits, timeLimitMs: 1 });
  await expect(hasty.ask(order, 'anna')).rejects.toBeInstanceOf(HelperGone);
  hasty.stop();
  expect((await readBesides(order, 'anna')).file.kind).toBe('statements');
});

test('of a wide table of no known bank only what is asked about it crosses', async () => {
  const order = { packed: packedFile(`${`a${';x'.repeat(254)}\n`.repeat(3_900)}`), said: null };
  const read = await readBesides(order, 'wide');
  expect(read.file).toMatchObject({ kind: 'table', question: { columns: { length: 255 } } });
  expect(serialize(read).length).toBeLessThan(200_000);
});

test('while four files of a year are read the process that answers goes on', async () => {
  const year = Array.from({ length: 5_000 }, (_, at) => ({ ...lines[0], on: '2026-03-02', cents: 100 + at }));
  const order = { packed: packedFile(statementOf(own, year)), said: null };
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await Promise.all(Array.from({ length: 4 }, () => readBesides(order, 'anna')));
  clearInterval(timer);
  expect(longest).toBeLessThan(1_000);
});

test('one person brings 200 MB in an hour: of 14 files of 15 MB the last is refused, and nobody else’s', async () => {
  const large = `Wann;Wer;Wieviel\n${`02.03.2026;${'Anna '.repeat(3_000)};700,00\n`.repeat(1_000)}`;
  expect(large.length).toBeGreaterThan(15_000_000);
  const order = { packed: packedFile(large), said: null };
  for (let time = 1; time <= 13; time += 1) await readBesides(order, 'ida');
  // The last once more, its columns being known: it was brought once.
  const roles = ['bookedOn', 'name', 'amount'] as const;
  const columns = { roles: [...roles], decimal: ',' as const, dayOrder: 'dmy' as const };
  expect((await readBesides({ ...order, said: columns }, 'ida')).file.kind).toBe('statements');
  expect(await failureOf(readBesides(order, 'ida'))).toMatch(/rate_limited/);
  expect((await readBesides(order, 'emil')).file.kind).toBe('table');
});

test('who has four files in line waits', async () => {
  const order = { packed: packedFile(statementOf(own, lines)), said: null };
  const asked = Array.from({ length: 5 }, () => failureOf(readBesides(order, 'otto')));
  const said = await Promise.all(asked);
  expect(said.filter((one) => one !== 'no failure')).toHaveLength(1);
});
