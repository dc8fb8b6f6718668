import { execFileSync, fork } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Statement } from '@/features/rent-account/statement-words';
import { defaultFormats } from '@/i18n/formats';
import type { Paper } from '@/print/papers';
import { Printer } from '@/print/printer';
import { bundle, programs } from '../../scripts/container-bundle.ts';
import { failureOf } from '../factories/failure.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let rows: OneOfEach;
let statement: Statement;
const printer = new Printer();

beforeAll(async () => {
  database = await createTestDatabase();
  rows = await createOneOfEach(database);
  statement = await rows.books.owner.ledger.statement({ tenantId: rows.ids.tenant });
});
afterAll(async () => {
  printer.stop();
  await closeTestCallers();
  await database.drop();
});

const formats = { ...defaultFormats('de'), currency: 'EUR' };
const paper = (over: Partial<Statement> = {}): Paper => ({
  kind: 'statement',
  statement: { ...statement, ...over },
  formats,
  issuer: 'Hausbuch',
});
const textOf = async (bytes: Uint8Array) => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
};
const children = () => {
  const listed = execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line.includes('print-process')).length;
};
/** The longest this process did not get round to anything else. */
async function longestPause(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await work;
  clearInterval(timer);
  return longest;
}

describe('the printer', () => {
  test('makes a paper in another process, which leaves when nothing more is asked', async () => {
    const brief = new Printer({ idleMs: 1_000 });
    const bytes = await brief.print(paper(), 'anna');
    expect(children()).toBe(1);
    expect(await textOf(bytes)).toContain(statement.tenants[0]);
    await expect.poll(children, { timeout: 5_000 }).toBe(0);
    await brief.print(paper(), 'anna');
    brief.stop();
  });

  test('of 10 statements makes two at a time, while this process goes on', async () => {
    const asked = Array.from({ length: 10 }, (_, number) => printer.print(paper(), `person ${number % 5}`));
    const all = Promise.all(asked);
    const pause = await longestPause(all);
    expect((await all).every((bytes) => bytes.length > 5_000)).toBe(true);
    expect(children()).toBeLessThanOrEqual(2);
    // Making one takes a second of a processor, and this process made none.
    expect(pause).toBeLessThan(1_000);
  });

  test('leaves a place for others while one person has several made', async () => {
    const order: string[] = [];
    const ask = (who: string) =>
      printer.print(async () => {
        order.push(who);
        return paper();
      }, who);
    await Promise.all([ask('otto'), ask('otto'), ask('otto'), ask('anna')]);
    expect(order.slice(0, 2)).toEqual(['otto', 'anna']);
  });

  test('puts a paper together once its turn has come: no more than two fill memory at a time', async () => {
    let [open, most] = [0, 0];
    const prepare = async () => {
      open += 1;
      most = Math.max(most, open);
      await sleep(50);
      open -= 1;
      return paper();
    };
    await Promise.all(Array.from({ length: 6 }, (_, number) => printer.print(prepare, `reader ${number}`)));
    expect(most).toBe(2);
  });

  test('counts sixty papers of a person, but not those of a whole that was counted', async () => {
    const own = new Printer();
    let failure = 'no failure';
    // Meanwhile a few of them have run off.
    for (let number = 0; number < 90 && failure === 'no failure'; number += 1) {
      failure = await failureOf(own.print(paper(), 'ada'));
    }
    expect(failure).toBe('DomainError: rate_limited');
    expect((await own.print(paper(), 'ada', { counts: false })).length).toBeGreaterThan(1_000);
    own.stop();
  });

  test('refuses the third of one person at once, and others only when the line is full', async () => {
    const small = new Printer({ waiting: 2, perPerson: 2 });
    const mine = [small.print(paper(), 'ben'), small.print(paper(), 'ben')];
    expect(await failureOf(small.print(paper(), 'ben'))).toBe('DomainError: rate_limited');
    const others = [small.print(paper(), 'cara'), small.print(paper(), 'dora')];
    expect(await failureOf(small.print(paper(), 'emil'))).toBe('DomainError: unavailable');
    await Promise.all([...mine, ...others]);
    small.stop();
  });

  test('goes on after a paper that cannot be made, and after one that takes too long', async () => {
    const broken = { ...paper(), statement: { ...statement, rows: [null] } } as unknown as Paper;
    expect(await failureOf(printer.print(broken, 'cara'))).toContain('Error');
    const hasty = new Printer({ timeLimitMs: 1 });
    expect(await failureOf(hasty.print(paper(), 'cara'))).toBe('DomainError: paper.too_long');
    expect(await textOf(await printer.print(paper(), 'cara'))).toContain(statement.tenants[0]);
    await sleep(50);
    hasty.stop();
  });
});

test('bundled as for a container, with no source beside it, the process prints in each language', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'hausbuch-print-'));
  try {
    // All of them, as in the image: what several programs share is a file of its own, and no package lies above.
    await bundle(programs, folder);
    for (const file of await fs.readdir(path.join(folder, 'procedures')))
      if (/^(de|en)-/.test(file))
        expect(await import(pathToFileURL(path.join(folder, 'procedures', file)).href)).toBeDefined();
    await fs.symlink(
      path.resolve('node_modules/@fontsource'),
      path.join(folder, 'node_modules/@fontsource'),
      'dir',
    );
    const child = fork(path.join(folder, 'print-process.mjs'), [], {
      cwd: folder,
      serialization: 'advanced',
      execArgv: [],
      env: { NODE_ENV: 'production' },
    });
    const print = (language: 'en' | 'de') =>
      new Promise<unknown>((resolve) => {
        child.once('message', resolve);
        child.once('exit', (code) => resolve({ failure: `left with ${code}` }));
        child.send({
          id: 1,
          order: { ...paper(), formats: { ...defaultFormats(language), currency: 'EUR' } },
        });
      });
    for (const language of ['en', 'de'] as const) {
      const answer = await print(language);
      expect(answer).not.toHaveProperty('failure');
      expect(answer).toHaveProperty('result');
    }
    child.disconnect();
  } finally {
    await fs.rm(folder, { recursive: true });
  }
});
