import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Tx } from '@/db/client';
import * as schema from '@/db/schema';
import { enterRequest, type Scope } from '@/db/scope';
import { enterAs } from './enter.ts';

type PlanNode = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
  /** On a cluster, what the machine with the rows did. */
  'Distributed Query'?: { Job: { Tasks: { 'Remote Plan'?: { Plan: PlanNode }[][] }[] } };
};

function countRows(node: PlanNode, into: Map<string, number>): void {
  // Over there a table has the number of its part behind its name.
  const table = node['Relation Name']?.replace(/_\d{6,}$/, '');
  if (table) {
    const perLoop =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0);
    into.set(table, (into.get(table) ?? 0) + Math.round(perLoop * node['Actual Loops']));
  }
  for (const child of node.Plans ?? []) countRows(child, into);
  for (const task of node['Distributed Query']?.Job.Tasks ?? [])
    for (const [plan] of task['Remote Plan'] ?? []) if (plan) countRows(plan.Plan, into);
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  return `'${String(value instanceof Date ? value.toISOString() : value).replaceAll("'", "''")}'`;
};

/** Prepares a statement; what runs it with its values, which `explain` takes no parameters for. */
async function prepareAs(sql: postgres.TransactionSql, name: string, query: string, values: unknown[]) {
  await sql.unsafe(`prepare ${name} as ${query}`);
  const [prepared] = await sql<{ types: string[] }[]>`
    select parameter_types::text[] as types from pg_prepared_statements where name = ${name}`;
  const given = (prepared?.types ?? []).map((type, at) => `${literal(values[at])}::${type}`);
  return `execute ${name}${given.length > 0 ? `(${given.join(', ')})` : ''}`;
}

/**
 * Runs a read as a member and tells how many rows of each table the database touched for it.
 * @param plans made for the values, as at first; or the one that Postgres keeps of a prepared statement, as after five times
 */
export async function rowsReadBy(
  appUrl: string,
  who: { userId: string; portfolioId: string },
  read: (tx: Tx, scope: Scope) => Promise<unknown>,
  plans: 'of_values' | 'kept' = 'of_values',
): Promise<Map<string, number>> {
  const client = postgres(appUrl, {
    max: 1,
    onnotice: () => {},
    // On a cluster a plan is not had of what the coordinator looks up in its own tables.
    connection: { 'citus.enable_local_execution': 'off' },
  });
  const statements: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => statements.push({ query, params }) };
  try {
    const db = drizzle({ client, schema, casing: 'snake_case', logger });
    await enterRequest(db, who, ({ tx, scope }) => {
      if (!scope) throw new Error('No member of this portfolio.');
      statements.length = 0;
      return read(tx, scope);
    });
    const counts = new Map<string, number>();
    await client.begin(async (sql) => {
      await enterAs(sql, who);
      if (plans === 'kept') await sql`set local plan_cache_mode = force_generic_plan`;
      for (const [at, { query, params }] of statements.entries()) {
        const call = plans === 'kept' ? await prepareAs(sql, `kept_${at}`, query, params) : query;
        const explained = await sql.unsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
          `explain (analyze, format json) ${call}`,
          plans === 'kept' ? [] : (params as postgres.ParameterOrJSON<never>[]),
        );
        for (const { Plan } of explained[0]?.['QUERY PLAN'] ?? []) countRows(Plan, counts);
      }
    });
    return counts;
  } finally {
    await client.end();
  }
}
