import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { toSnakeCase } from 'drizzle-orm/casing';
import config from '../drizzle.config.ts';
import { type Grants, grants } from '../src/db/grants.ts';
import * as schema from '../src/db/schema/index.ts';

const breakpoint = '\n--> statement-breakpoint\n';
const firstSnapshot = '00000000-0000-0000-0000-000000000000';
/** What a new database is made of, in this order; only the tables are generated. */
export const baseline = ['0000_prelude', '0001_tables', '0002_guards', '0003_figures'] as const;
const tablesFile = baseline[1];

type Entry = { idx: number; version: '7'; when: number; tag: string; breakpoints: true };
const journalOf = (folder: string) => path.join(folder, 'meta', '_journal.json');
const asFile = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function readJournal(folder: string): Entry[] {
  return JSON.parse(fs.readFileSync(journalOf(folder), 'utf8')).entries;
}

function writeJournal(folder: string, entries: Entry[]): void {
  fs.writeFileSync(journalOf(folder), asFile({ version: '7', dialect: 'postgresql', entries }));
}

/** Only the last snapshot is ever compared with, so only that one is kept. */
const listSnapshots = (folder: string): string[] =>
  fs.readdirSync(path.join(folder, 'meta')).filter((name) => name.endsWith('_snapshot.json'));

function keepSnapshot(folder: string, tag: string, snapshot: DrizzleSnapshotJSON): void {
  for (const name of listSnapshots(folder)) fs.rmSync(path.join(folder, 'meta', name));
  fs.writeFileSync(path.join(folder, 'meta', `${tag.slice(0, 4)}_snapshot.json`), asFile(snapshot));
}

function readSnapshot(folder: string): DrizzleSnapshotJSON {
  const last = listSnapshots(folder).sort().at(-1);
  if (!last) throw new Error('There is no snapshot of the schema: npm run baseline makes it.');
  return JSON.parse(fs.readFileSync(path.join(folder, 'meta', last), 'utf8'));
}

/**
 * What `src/db/schema` says, in drizzle-kit's words but for one thing: expressions name their columns bare, because
 * a constraint that is added to a spread table fails on `"hausbuch"."charge"."kind"`. The same schema has the same id,
 * whoever asks.
 */
export function describeSchema(prevId = firstSnapshot): DrizzleSnapshotJSON {
  // By name: loaders differ in the order they list what a module exports.
  const tables = Object.fromEntries(Object.entries(schema).sort(([a], [b]) => (a < b ? -1 : 1)));
  const described = JSON.stringify(generateDrizzleJson(tables, prevId, config.schemaFilter, config.casing));
  const bare = described.replaceAll(/\\"hausbuch\\"\.\\"\w+\\"\.\\"/g, '\\"');
  const snapshot: DrizzleSnapshotJSON = JSON.parse(bare);
  const { id: _, ...said } = snapshot;
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  const id = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
  return { ...snapshot, id };
}

/** The statements that lead from one description to another, with what drizzle-kit does not know of. */
export async function statementsBetween(
  before: DrizzleSnapshotJSON,
  after: DrizzleSnapshotJSON,
): Promise<string[]> {
  const generated = await generateMigration(before, after);
  const made: string[] = [];
  const statements = generated.flatMap((text) => {
    const statement = text.trim();
    const created = /^CREATE TABLE "hausbuch"\."(\w+)"/.exec(statement)?.[1];
    if (created) {
      made.push(created);
      // Before its foreign keys: a table that stayed behind cannot point at one that is spread.
      return [statement, `SELECT hausbuch.spread('${created}');`];
    }
    if (!/ ENABLE ROW LEVEL SECURITY;$/.test(statement)) return [statement];
    return [statement, statement.replace(' ENABLE ', ' FORCE ')];
  });
  return [...statements, ...made.flatMap(grantsOf)];
}

/** The grants of a table, as statements; of `src/db/grants.ts`. */
function grantsOf(table: string): string[] {
  const [, given] = Object.entries<Grants>(grants).find(([name]) => toSnakeCase(name) === table) ?? [];
  if (!given) throw new Error(`src/db/grants.ts does not say who may do what with ${table}.`);
  const statement = (rights: string, role: string) => `GRANT ${rights} ON hausbuch.${table} TO ${role};`;
  return (
    [
      ['hausbuch_app', given.app, given.appUpdates],
      ['hausbuch_erase', given.erase, given.eraseUpdates],
    ] as const
  ).flatMap(([role, verbs, columns = []]) => [
    ...(verbs.length > 0 ? [statement(verbs.join(', ').toUpperCase(), role)] : []),
    ...(columns.length > 0 ? [statement(`UPDATE (${columns.map(toSnakeCase).join(', ')})`, role)] : []),
  ]);
}

const fileOf = (statements: readonly string[]) => `${statements.join(breakpoint)}\n`;

/**
 * Writes the generated part of the baseline anew: the tables, their snapshot and the journal. The files before and
 * after the tables are written by hand. Nothing of the old state is read, so that it also mends a merge.
 */
export async function writeBaseline(folder: string): Promise<string[]> {
  const numbered = fs.readdirSync(folder).filter((name) => /^\d{4}_.*\.sql$/.test(name));
  const later = numbered.filter((name) => !baseline.some((tag) => name === `${tag}.sql`));
  if (later.length > 0) throw new Error(`The baseline is frozen: ${later.join(', ')} came after it.`);
  fs.mkdirSync(path.join(folder, 'meta'), { recursive: true });
  const after = describeSchema();
  const nothing: DrizzleSnapshotJSON = { ...after, tables: {}, id: firstSnapshot };
  fs.writeFileSync(path.join(folder, `${tablesFile}.sql`), fileOf(await statementsBetween(nothing, after)));
  keepSnapshot(folder, tablesFile, after);
  const when = Date.UTC(2026, 10, 22);
  const entries = baseline.map(
    (tag, idx) => ({ idx, version: '7', when: when + idx, tag, breakpoints: true }) as const,
  );
  writeJournal(folder, entries);
  return [`${tablesFile}.sql`];
}

/**
 * Writes what has changed in `src/db/schema` since the last migration as a further one, or an empty one to be written
 * by hand. None where nothing has changed.
 */
export async function writeMigration(
  folder: string,
  name: string,
  { isCustom = false, now = Date.now() } = {},
): Promise<string | null> {
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error(`"${name}": small letters, digits and _, please.`);
  const before = readSnapshot(folder);
  const after = isCustom ? before : describeSchema(before.id);
  const statements = isCustom
    ? ['-- One statement, then a line "--> statement-breakpoint" before the next.']
    : await statementsBetween(before, after);
  if (statements.length === 0) return null;
  const journal = readJournal(folder);
  const last = journal.at(-1);
  const idx = (last?.idx ?? -1) + 1;
  const tag = `${String(idx).padStart(4, '0')}_${name}`;
  // Drizzle applies what is younger than the youngest it has applied.
  const when = Math.max(now, (last?.when ?? 0) + 1);
  fs.writeFileSync(path.join(folder, `${tag}.sql`), fileOf(statements));
  if (!isCustom) keepSnapshot(folder, tag, after);
  writeJournal(folder, [...journal, { idx, version: '7', when, tag, breakpoints: true }]);
  return `${tag}.sql`;
}
