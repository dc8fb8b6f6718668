import { once } from 'node:events';
import net from 'node:net';
import { finished } from 'node:stream/promises';
import { getTableColumns, is, Table } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import postgres from 'postgres';
import * as schema from '../../../db/schema/index.ts';

const escaped: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeText = (text: string) => text.replace(/[\\\t\n\r]/g, (character) => escaped[character] ?? '');

/** Columns in which a list is JSON, not an array of Postgres. */
function jsonColumns(name: string): ReadonlySet<string> {
  const table = Object.entries(schema).find(([known]) => known === name)?.[1];
  const columns = is(table, Table) ? Object.entries(getTableColumns(table)) : [];
  return new Set(columns.filter(([, column]) => column.getSQLType() === 'jsonb').map(([key]) => key));
}

/** A value as COPY's text format writes it. */
function copyValue(value: unknown, isJson: boolean): string {
  if (value === null || value === undefined) return '\\N';
  if (isJson) return escapeText(JSON.stringify(value));
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const parts = value.map((part) => `"${String(part).replace(/["\\]/g, '\\$&')}"`);
    return escapeText(`{${parts.join(',')}}`);
  }
  return escapeText(JSON.stringify(value));
}

/**
 * A connection that sends each packet at once. The small one that ends a COPY would wait for the answer to the
 * last, 40 ms for each table of each batch, which is most of the time of a portfolio.
 */
export function openForCopy(url: string): postgres.Sql {
  const options = {
    max: 1,
    onnotice: () => {},
    async socket({ host, port }: { host: string[]; port: number[] }) {
      const socket = net.connect({ host: host[0], port: port[0] ?? 5432, noDelay: true });
      await once(socket, 'connect');
      return socket;
    },
  };
  return postgres(url, options);
}

// Small enough to be made while the last one is on its way.
const rowsPerChunk = 2_000;

/**
 * Writes rows by COPY, as a login that row-level security does not hold back.
 * @returns how many
 */
export async function copyRows(
  sql: postgres.TransactionSql,
  rows: Record<string, readonly object[]>,
): Promise<number> {
  let written = 0;
  for (const [name, table] of Object.entries(rows)) {
    const [first] = table;
    if (!first) continue;
    const columns = [...new Set(table.flatMap((row) => Object.keys(row)))];
    const json = jsonColumns(name);
    const copy = sql`
      copy hausbuch.${sql(toSnakeCase(name))} (${sql(columns.map(toSnakeCase))}) from stdin`;
    const stream = await copy.writable();
    // The driver lets go of the stream with its last packet, and what Postgres says of that one would reach nobody.
    Reflect.set(copy, 'reject', (error: Error) => stream.destroy(error));
    for (let start = 0; start < table.length; start += rowsPerChunk) {
      const lines = table.slice(start, start + rowsPerChunk).map((row) => {
        const values = new Map<string, unknown>(Object.entries(row));
        return `${columns.map((column) => copyValue(values.get(column), json.has(column))).join('\t')}\n`;
      });
      if (!stream.write(lines.join(''))) await once(stream, 'drain');
    }
    stream.end();
    await finished(stream);
    written += table.length;
  }
  return written;
}

/**
 * Leaves out the check of every single reference, where the login may: they are made to fit, a test proves it,
 * and checking them one by one takes longer than writing the rows.
 */
export async function trustReferences(sql: postgres.TransactionSql): Promise<void> {
  const [login] = await sql<{ is_superuser: boolean }[]>`
    select rolsuper as is_superuser from pg_roles where rolname = current_user`;
  if (login?.is_superuser) await sql`set local session_replication_role = replica`;
  else await sql`set local role hausbuch_owner`;
}
