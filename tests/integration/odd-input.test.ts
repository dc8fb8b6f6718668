import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldCodes } from '@/lib/errors';
import { createCaller } from '@/trpc/root';
import { failureOf } from '../factories/failure.ts';
import { createFilled } from '../factories/filled.ts';
import { oddInputsOf, parsers } from '../factories/odd-inputs.ts';
import { call, cases, inputFor } from '../factories/procedure-calls.ts';
import { closeTestCallers, createTestContext } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * Every procedure, beginning at its valid case, with one part of the input made odd: the schema refuses it, the
 * procedure does, or it is carried out (and undone). No input of a client may be an error nobody foresaw.
 */

let database: TestDatabase;
let filled: Awaited<ReturnType<typeof createFilled>>;
let undone: Awaited<ReturnType<typeof openUndoneDatabase>>;
let caller: ReturnType<typeof createCaller>;

beforeAll(async () => {
  database = await createTestDatabase();
  filled = await createFilled(database);
  undone = await openUndoneDatabase(database.appUrl);
  const { books } = filled.rows;
  const context = await createTestContext({
    appUrl: database.appUrl,
    userId: books.ownerId,
    portfolioId: books.id,
  });
  caller = createCaller({ ...context, database: () => undone.database });
});
afterAll(async () => {
  await undone?.close();
  await closeTestCallers();
  await database?.drop();
});

const taking = cases.flatMap(([path, one]) => (one.input ? [[path, one] as const] : []));

test.each(taking)('%s has an answer to every odd input', async (path, one) => {
  const valid = inputFor(one, filled.rows);
  const parser = parsers.get(path);
  const unforeseen: string[] = [];
  for (const input of valid && parser ? oddInputsOf(path, valid) : []) {
    if (!parser?.safeParse(input).success) continue;
    const failure = await undone.attempt(() => failureOf(call(caller, path, input)));
    if (/^INTERNAL_SERVER_ERROR|^[A-Z]\w*Error:/.test(failure)) {
      unforeseen.push(`${JSON.stringify(input).slice(0, 300)}: ${failure}`);
    }
  }
  expect(unforeseen).toEqual([]);
});

/** What is wrong with an input, as `path code`; a parser that throws anything but what is wrong fails the test. */
function faultsOf(parser: z.ZodType, input: unknown): string[] {
  const { error } = parser.safeParse(input);
  return error ? Object.entries(fieldCodes(error)).map(([at, code]) => `${at} ${code}`) : [];
}

const record = z.record(z.string(), z.unknown());
const ruleShape = z.object({
  _zod: z.object({ def: z.object({ check: z.string() }), check: z.custom<(payload: unknown) => unknown>() }),
});

/** The parts of an input that its rules read which say something about it. */
function partsRead(parser: z.ZodType, input: Record<string, unknown>, fault: string): Set<string> {
  const read = new Set<string>();
  const run = parser._zod.run({ value: input, issues: [] }, { async: false });
  if (run instanceof Promise) return read;
  for (const rule of z.array(ruleShape).parse(parser._zod.def.checks ?? [])) {
    const touched = new Set<string>();
    const issues: z.core.$ZodRawIssue[] = [];
    const value = new Proxy(Object(run.value), {
      get(target, key) {
        touched.add(String(key));
        return Reflect.get(target, key);
      },
    });
    try {
      rule._zod.check({ value, issues });
    } catch {
      // Called by hand, on an input with something in it that is none: it says nothing of that.
    }
    const says = issues.some(({ path = [] }) => fault.startsWith(`${path.join('.')} `));
    if (says) for (const part of touched) read.add(part);
  }
  return read;
}

test.each(taking)('%s is told all that is wrong at once', async (path, one) => {
  const valid = inputFor(one, filled.rows);
  const parser = parsers.get(path);
  if (!valid || !(parser instanceof z.ZodObject)) return;
  const parts = Object.keys(parser.shape);
  const wrong = new Map<string, Record<string, unknown>>();
  for (const input of oddInputsOf(path, valid)) {
    const [fault, ...more] = faultsOf(parser, input);
    const { data } = record.safeParse(input);
    if (fault !== undefined && more.length === 0 && data) wrong.set(fault, data);
  }
  const untold: string[] = [];
  for (const [fault, input] of wrong) {
    const reads = partsRead(parser, input, fault);
    for (const part of parts) {
      if (reads.has(part) || fault.startsWith(`${part}.`) || fault.startsWith(`${part} `)) continue;
      for (const broken of [Symbol('none'), undefined]) {
        const now = faultsOf(parser, { ...input, [part]: broken });
        if (!now.includes(fault)) untold.push(`${fault}, with ${part} ${String(broken)}: ${now.join(', ')}`);
      }
    }
  }
  expect(untold).toEqual([]);
});
