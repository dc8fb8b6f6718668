import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import english from '../messages/en.json' with { type: 'json' };
import { figureSource } from '../src/bundesbank/figure-source.ts';
import { type PublishedFigure, type PublishedKind, sourceOf } from '../src/bundesbank/series.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { compareFigures, type KnownFigure } from '../src/features/legal/rules.ts';
import { todayIn } from '../src/lib/calendar.ts';
import { DomainError } from '../src/lib/errors.ts';
import { legalFigures, parseEnv } from '../src/lib/server/env.ts';
import { openOwnDatabase } from './own-database.ts';
import { root } from './surroundings.ts';

const usage = `npm run figures              asks the Bundesbank for base rates and the consumer price index, and says
                             what differs from the tables of this installation
npm run figures -- --store   also stores it there, for all portfolios`;

const names: Record<PublishedKind, string> = {
  base_rate: 'base rate',
  consumer_price_index: 'consumer price index',
};

/** Hundredths of a per cent, or thousandths of an index, as a person reads them. */
const textOf = (kind: PublishedKind, value: number) =>
  kind === 'base_rate' ? `${(value / 100).toFixed(2)} %` : (value / 1_000).toFixed(1);

async function openInstallation(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  if (process.env.DATABASE_URL) {
    return { adminUrl: parseEnv(process.env).databaseDirectUrl, stop: async () => {} };
  }
  const dataDir = path.resolve(root, process.env.HAUSBUCH_DATA || '.data');
  fs.mkdirSync(dataDir, { recursive: true });
  return openOwnDatabase(dataDir);
}

async function listPublished(sql: postgres.Sql): Promise<KnownFigure[]> {
  return sql<KnownFigure[]>`
    select 'base_rate' as kind, valid_from::text as "validFrom", rate_bp as value from hausbuch.base_rate
    union all
    select 'consumer_price_index', month::text, index_milli from hausbuch.consumer_price_index`;
}

function report(fetched: readonly PublishedFigure[], published: readonly KnownFigure[]): number {
  const { fresh, differences } = compareFigures({ fetched, published, own: [] });
  for (const [kind, rows] of Map.groupBy(fetched, (figure) => figure.kind)) {
    const last = rows.at(-1);
    if (last)
      console.log(
        `${names[kind]}: ${rows.length} published, the last ${last.validFrom}: ${textOf(kind, last.value)}`,
      );
  }
  for (const { kind, validFrom, value } of fresh)
    console.log(`  new      ${names[kind]} ${validFrom}: ${textOf(kind, value)}`);
  for (const { kind, validFrom, fetched: value, known } of differences) {
    console.log(
      `  differs  ${names[kind]} ${validFrom}: ${textOf(kind, value)}, here ${textOf(kind, known)}`,
    );
  }
  if (fresh.length + differences.length === 0) console.log('All of it is known here.');
  return fresh.length + differences.length;
}

async function store(sql: postgres.Sql, fetched: readonly PublishedFigure[]): Promise<void> {
  const fetchedOn = todayIn('Europe/Berlin', new Date());
  await sql.begin(async (tx) => {
    for (const [kind, rows] of Map.groupBy(fetched, (figure) => figure.kind)) {
      const values = rows.map(({ validFrom, value }) => ({ valid_from: validFrom, value }));
      await tx`select hausbuch.store_published_figures(
        ${kind}, ${tx.json(values)}, ${sourceOf(kind)}, ${fetchedOn}::date)`;
    }
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { store: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(usage);
  const settingsFile = path.join(root, '.env');
  if (fs.existsSync(settingsFile)) process.loadEnvFile(settingsFile);
  // Who runs this asks, whatever the app may do by itself.
  const fetched = await figureSource({ ...legalFigures(), mode: 'asked' }).newest();
  const { adminUrl, stop } = await openInstallation();
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await migrateDatabase({ adminUrl });
    const changes = report(fetched, await listPublished(sql));
    if (values.store) {
      await store(sql, fetched);
      console.log('Stored for all portfolios.');
    } else if (changes > 0) {
      console.log('Nothing is stored yet: npm run figures -- --store');
    }
  } finally {
    await sql.end();
    await stop();
  }
}

/** The sentence for a code, as the app says it. */
function wordsFor(error: unknown): string {
  if (!(error instanceof DomainError)) return error instanceof Error ? error.message : String(error);
  const sentences: Record<string, string> = english.Errors.legal;
  return sentences[error.code.replace('legal.', '')] ?? error.code;
}

main()
  .catch((error: unknown) => {
    console.error(wordsFor(error));
    process.exitCode = 1;
  })
  .finally(() => process.exit());
