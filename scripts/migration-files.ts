import { execFileSync } from 'node:child_process';
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
  if (!last) throw new Error('There is no snapshot of the schema in drizzle/meta: git has it.');
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

interface Described {
  tables: Record<
    string,
    {
      columns: Record<string, { name: string; generated?: unknown }>;
      indexes: Record<string, { columns: unknown; where?: unknown }>;
    }
  >;
}

/**
 * The description without the indexes of columns that are reckoned otherwise afterwards: such a column is dropped and made
 * again, its indexes go with it, and drizzle-kit, for which they are what they were, would make none.
 */
function withoutIndexesOfRemade(
  before: DrizzleSnapshotJSON,
  after: DrizzleSnapshotJSON,
): DrizzleSnapshotJSON {
  const { tables }: Described = JSON.parse(JSON.stringify(before));
  const { tables: later }: Described = JSON.parse(JSON.stringify(after));
  for (const [name, table] of Object.entries(tables)) {
    const columns = later[name]?.columns ?? {};
    const remade = Object.values(table.columns).filter(
      (column) =>
        columns[column.name] !== undefined &&
        JSON.stringify(columns[column.name]?.generated) !== JSON.stringify(column.generated),
    );
    for (const [index, said] of Object.entries(table.indexes)) {
      const words = JSON.stringify([said.columns, said.where]);
      if (remade.some((column) => new RegExp(`\\b${column.name}\\b`).test(words)))
        delete table.indexes[index];
    }
  }
  const left: DrizzleSnapshotJSON = JSON.parse(JSON.stringify({ ...before, tables }));
  return left;
}

/** The statements that lead from one description to another, with what drizzle-kit does not know of. */
export async function statementsBetween(
  before: DrizzleSnapshotJSON,
  after: DrizzleSnapshotJSON,
): Promise<string[]> {
  const generated = await generateMigration(withoutIndexesOfRemade(before, after), after);
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
 * Takes the last migration back that nobody else has yet: the journal and the description of the tables become what the
 * last commit says, so that it can be generated again from a schema that has changed meanwhile.
 * @throws where it is not the last one, or is in that commit
 */
export function takeBack(folder: string, name: string): void {
  const tag = readJournal(folder).at(-1)?.tag;
  if (tag?.slice(5) !== name) throw new Error(`The last migration is ${tag}, not one of the name ${name}.`);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const committed = git('ls-tree', '-r', '--name-only', 'HEAD', '.').split('\n');
  if (committed.includes(`${tag}.sql`))
    throw new Error(`${tag} is committed: databases may have been made by it. Generate a further one.`);
  const kept = committed.filter((file) => /^meta\/(_journal|\d{4}_snapshot)\.json$/.test(file));
  const texts = kept.map((file) => [file, git('show', `HEAD:./${file}`)] as const);
  for (const snapshot of listSnapshots(folder)) fs.rmSync(path.join(folder, 'meta', snapshot));
  for (const [file, text] of texts) fs.writeFileSync(path.join(folder, file), text);
  fs.rmSync(path.join(folder, `${tag}.sql`));
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
