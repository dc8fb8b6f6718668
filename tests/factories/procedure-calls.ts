import type { AnyProcedure } from '@trpc/server';
import { z } from 'zod';
import { appRouter } from '@/trpc/root';
import type { TestDatabase } from '../setup/database.ts';
import type { ProcedureCase } from './cases/procedure-case.ts';
import type { OneOfEach } from './one-of-each.ts';
import { procedureCases } from './procedure-cases.ts';
import { asAdmin, type Caller } from './records.ts';

// tRPC types them nested by router; at run time they are one list by path.
const byPath: unknown = appRouter._def.procedures;
export const procedures = Object.entries(byPath as Record<string, AnyProcedure>);

/** A case that its schema refuses says so itself: each suite would blame what it looks at, a query, a right or a field. */
function demandValid(path: string, { _def }: AnyProcedure, { input, ...rest }: ProcedureCase): ProcedureCase {
  const schema = z.instanceof(z.ZodType).safeParse(_def.inputs[0]).data;
  if (!input || !schema) return { ...rest, input };
  return {
    ...rest,
    input(...rows) {
      const made = input(...rows);
      const { error } = schema.safeParse(made);
      if (!error) return made;
      throw new Error(
        `The case of ${path} in tests/factories/cases is no valid input:\n${z.prettifyError(error)}`,
      );
    },
  };
}

/** Every procedure with its case; that none is missing is a test of its own. */
export const cases = procedures.flatMap(([path, procedure]): [string, ProcedureCase][] => {
  const found = procedureCases[path];
  return found ? [[path, demandValid(path, procedure, found)]] : [];
});

export function call(caller: Caller, path: string, input: unknown): Promise<unknown> {
  const procedure = path.split('.').reduce<unknown>((node, key) => Reflect.get(Object(node), key), caller);
  if (typeof procedure !== 'function') throw new Error(`No procedure ${path}.`);
  return Promise.resolve(procedure(input));
}

export const inputFor = ({ input }: ProcedureCase, rows: OneOfEach) => input?.(rows.ids, rows);

/** The valid input with one of one's own ids replaced by the stranger's, for each id it names. */
export function inputsWithForeignId(one: ProcedureCase, own: OneOfEach, foreign: OneOfEach) {
  const input = inputFor(one, own);
  if (!input) return [];
  const text = JSON.stringify(input);
  const strangers = new Map(Object.entries(foreign.ids));
  return Object.entries(own.ids)
    .filter(([, id]) => text.includes(id))
    .map(([key, id]) => ({
      key,
      input: JSON.parse(text.replaceAll(id, strangers.get(key) ?? '')) as unknown,
    }));
}

type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

/** Everything that is written down in the database, as one value: equal means that nothing has changed. */
export const fingerprint = (database: TestDatabase): Promise<Record<string, string>> =>
  asAdmin(database, (sql) => fingerprintBy((text) => sql.unsafe(text)));

/** The same by a connection of the test's own, or of one portfolio only. */
export async function fingerprintBy(ask: Ask, portfolioId?: string): Promise<Record<string, string>> {
  const tables = await ask(`
    select c.relname as name, a.attname is not null as "isOfPortfolio" from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'portfolio_id'
    where c.relnamespace = 'hausbuch'::regnamespace and c.relkind = 'r'`);
  const asked = tables.filter(({ isOfPortfolio }) => isOfPortfolio === true || portfolioId === undefined);
  const where = portfolioId === undefined ? '' : `where portfolio_id = '${portfolioId}'`;
  // A sum of hashes needs no order, and all tables are one statement: this is asked a thousand times.
  const prints = await ask(
    asked
      .map(
        ({ name }) => `
          select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print
          from hausbuch.${name} t ${where}`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(prints.map(({ name, print }) => [String(name), String(print)]));
}
