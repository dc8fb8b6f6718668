import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { distribute } from '../src/db/cluster/distribute.ts';
import { gather } from '../src/db/cluster/gather.ts';
import {
  type Address,
  addressOf,
  ClusterRefused,
  Interrupted,
  nameOf,
  readAddresses,
  reasonOf,
} from '../src/db/cluster/nodes.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { root } from './surroundings.ts';

const usage = `npm run distribute -- --workers host:port,host:port    spreads the database of DATABASE_URL over Citus workers
  --shards 32               into how many parts, fixed from then on; each worker holds its share of them
  --coordinator host:port   the database of DATABASE_URL as the workers reach it, if otherwise than from here
npm run distribute -- --back                           takes everything back into the one database`;

const options = {
  workers: { type: 'string' },
  shards: { type: 'string', default: '32' },
  coordinator: { type: 'string' },
  back: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The login that may do everything, on a session connection. */
function readDatabase(): string {
  const settingsFile = path.join(root, '.env');
  if (fs.existsSync(settingsFile)) process.loadEnvFile(settingsFile);
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  if (url && /^postgres(ql)?:\/\//.test(url)) return url;
  throw new ClusterRefused([
    'DATABASE_URL names no database. The embedded one stands on one machine; docs/scaling.md says how to come from it to one with Citus.',
  ]);
}

function readShards(text: string): number {
  const shards = Number(text);
  if (Number.isInteger(shards) && shards >= 1 && shards <= 1_024) return shards;
  throw new ClusterRefused([`--shards is "${text}"; it takes a whole number from 1 to 1024.`]);
}

const count = (number: number) => number.toLocaleString('en');

/** Last line again and again on a terminal, else a line each. */
function onStep(label: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${label}`);
  else console.log(`  ${label}`);
}

const endSteps = () => {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
};

function whatIsLeft(workers: Address[], wereThere: boolean): string {
  const names = workers.map(nameOf).join(', ');
  return [
    'Left to you:',
    ...(wereThere
      ? [
          '- SELECT citus_rebalance_start(); on the coordinator moves parts to the new workers while people work.',
        ]
      : []),
    `- pg_hba.conf on ${names}: let in the coordinator and the other workers, and nobody else.`,
    '- Back up every node: WAL archiving on each, and SELECT citus_create_restore_point(…) for one instant of all.',
    '- Start Hausbuch again with the settings it had: it speaks to the coordinator, and knows nothing of the workers.',
    '- docs/scaling.md says what changes from now on, and npm run distribute -- --back takes it back.',
  ].join('\n');
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help || (!values.back && values.workers === undefined)) return console.log(usage);
  if (values.back && values.workers !== undefined)
    throw new ClusterRefused(['--back takes everything back: it goes without --workers.']);
  const shards = readShards(values.shards);
  const workers = values.workers === undefined ? [] : readAddresses(values.workers);
  const adminUrl = readDatabase();
  const [named] = values.coordinator === undefined ? [] : readAddresses(values.coordinator);
  const coordinator = named ?? addressOf(adminUrl);
  if (values.back) {
    const gathered = await gather({ adminUrl, coordinator, onStep }).finally(endSteps);
    if (gathered === null) return console.log('Nothing is spread here.');
    return console.log(
      `${gathered.tables} tables with ${count(gathered.rows)} rows are back in one database, and every count is as it was. ` +
        `${gathered.left.map(nameOf).join(', ')} hold nothing of them any more and can go.`,
    );
  }
  const done = await distribute({
    adminUrl,
    coordinator,
    workers,
    shards,
    migrate: () => migrateDatabase({ adminUrl }),
    onStep,
  }).finally(endSteps);
  if (done.added.length + done.spread.length + done.whole.length === 0)
    return console.log(
      `Everything stands on ${workers.map(nameOf).join(', ')} already: nothing was changed.`,
    );
  console.log(
    `${done.spread.length} tables are spread by portfolio and ${done.whole.length} stand whole on every node: ` +
      `${count(done.rows)} rows, and every count is as it was.\n\n${whatIsLeft(workers, done.spread.length === 0)}`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Interrupted ? error.message : `Nothing was changed.\n${reasonOf(error)}`);
  process.exitCode = 1;
});
