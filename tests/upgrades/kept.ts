import fs from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import type postgres from 'postgres';
import { z } from 'zod';
import { connected } from '../setup/admin-urls.ts';

/** Databases as earlier versions have left them, with people's data: `npm run keep` makes one, and none is made anew. */
export const folder = import.meta.dirname;
const ending = '.sql.gz';

const head = z.object({
  /** When it was made, with which everything in it is contemporary. */
  at: z.iso.datetime(),
  /** What it was made by, oldest first; the hash is Drizzle's, which is of the whole file. */
  migrations: z.array(z.object({ tag: z.string(), hash: z.string() })),
  /** A person with one of each, of `createOneOfEach`: what the cases of the procedures are made of. */
  rows: z.looseObject({
    books: z.looseObject({ id: z.uuid(), ownerId: z.uuid() }),
    ids: z.record(z.string(), z.string()),
  }),
  demo: z.object({ portfolioId: z.uuid(), userId: z.uuid() }),
});
export type Head = z.infer<typeof head>;

export interface Table {
  /** With its schema. */
  name: string;
  columns: string[];
  /** In the text format of COPY, in the order of the alphabet. */
  lines: string[];
}

export interface Kept {
  head: Head;
  /** What makes the tables, before there is anything in them. */
  ddl: string;
  tables: Table[];
  /** What is to be done once the rows are there. */
  after: string;
}

const [headMark, ddlEnd, tablesEnd] = ['-- kept: ', '-- rows from here', '-- rows to here'];

/** A script that psql reads, as the owner of all databases of a server where Hausbuch has been started once. */
export function textOf({ head, ddl, tables, after }: Kept): string {
  const copies = tables.map(
    ({ name, columns, lines }) =>
      `COPY ${name} (${columns.join(', ')}) FROM stdin;\n${[...lines, '\\.'].join('\n')}\n`,
  );
  return [
    '-- A database of Hausbuch as one version has left it: what later ones have to be able to take over.',
    `${headMark}${JSON.stringify(head)}`,
    ddl.trim(),
    `${ddlEnd}\n${copies.join('\n')}${tablesEnd}`,
    after.trim(),
    '',
  ].join('\n');
}

const tablePattern = /^COPY (\S+) \(([^)]*)\) FROM stdin;\n((?:(?!\\\.\n).*\n)*)\\\.\n/gm;

export function parseKept(text: string): Kept {
  const [from, to] = [text.indexOf(ddlEnd), text.indexOf(tablesEnd)];
  const headLine = text.split('\n').find((line) => line.startsWith(headMark));
  if (!headLine || from === -1 || to < from) throw new Error('This is no database that was kept.');
  const copies = text.slice(from, to);
  return {
    head: head.parse(JSON.parse(headLine.slice(headMark.length))),
    ddl: text.slice(text.indexOf(headLine) + headLine.length, from),
    tables: [...copies.matchAll(tablePattern)].map(([, name = '', columns = '', lines = '']) => ({
      name,
      columns: columns.split(', '),
      lines: lines.split('\n').slice(0, -1),
    })),
    after: text.slice(to + tablesEnd.length),
  };
}

export const fileOf = (name: string) => path.join(folder, name + ending);
export const readKept = (name: string): Kept =>
  parseKept(gunzipSync(fs.readFileSync(fileOf(name))).toString('utf8'));

/** Oldest first. */
export const listKept = (): { name: string; kept: Kept }[] =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .map((name) => ({ name, kept: readKept(name) }))
    .sort((a, b) => (a.kept.head.at < b.kept.head.at ? -1 : 1));

/** Puts it into an empty database, of a server that has the roles. */
export const restoreKept = (adminUrl: string, { ddl, tables, after }: Kept): Promise<void> =>
  connected(adminUrl, async (sql) => {
    await sql.unsafe(ddl).simple();
    for (const { name, columns, lines } of tables) {
      const copy = sql.unsafe(`COPY ${name} (${columns.join(', ')}) FROM stdin`);
      const stream = await copy.writable();
      // The driver lets go of the stream with its last packet, and what Postgres says of that one would reach nobody.
      Reflect.set(copy, 'reject', (error: Error) => stream.destroy(error));
      stream.end(lines.map((line) => `${line}\n`).join(''));
      await finished(stream);
    }
    await sql.unsafe(after).simple();
  });

/** The rows of a table as COPY writes them. */
export async function readLines(
  sql: postgres.Sql,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
): Promise<string[]> {
  const stream = await sql.unsafe(`COPY ${name} (${columns.join(', ')}) TO stdout`).readable();
  let text = '';
  for await (const chunk of stream) text += Buffer.from(chunk).toString('latin1');
  return Buffer.from(text, 'latin1').toString('utf8').split('\n').slice(0, -1).sort();
}
