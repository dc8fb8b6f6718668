import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { applySchema } from '@hausbuch/supabase-embedded';
import postgres from 'postgres';
import { openDatabase } from '@/db/client';
import { distribute } from '@/db/cluster/distribute';
import { addressOf } from '@/db/cluster/nodes';
import { migrateDatabase } from '@/db/migrate';
import { enterRequest } from '@/db/scope';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { findCitus } from '../../../scripts/cluster/find-citus.ts';
import { type Cluster, startCluster } from '../../../scripts/cluster/start-cluster.ts';
import { anyFreePort } from '../../../scripts/ports.ts';
import { brokenLaws } from '../../factories/ledger-laws.ts';
import { enterLease, openBooks } from '../../factories/tenancy.ts';
import { inDatabase } from '../../setup/admin-urls.ts';

const login = { name: 'hausbuch', password: randomUUID() };
const supabaseSecretKey = randomUUID();
process.env.SUPABASE_SECRET_KEY = supabaseSecretKey;
const today = '2026-11-26';
const database = 'faults';

/** The line between the coordinator and a worker, which can fall silent, as a cable that is pulled does. */
async function startLine(port: number) {
  let isSilent = false;
  const ends: (() => void)[] = [];
  const server = net.createServer((client) => {
    const worker = net.connect({ host: '127.0.0.1', port });
    const end = () => {
      client.destroy();
      worker.destroy();
    };
    for (const [from, to] of [
      [client, worker],
      [worker, client],
    ] as const)
      from
        .on('error', end)
        .on('close', end)
        .on('data', (bytes) => {
          if (isSilent) ends.push(() => to.write(bytes));
          else to.write(bytes);
        });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    silence(silent: boolean) {
      isSilent = silent;
      if (!silent) for (const deliver of ends.splice(0)) deliver();
    },
    stop: () => server.close(),
  };
}

type Books = Awaited<ReturnType<typeof openBooks>> & { leaseId: string; worker: number };
type Writer = { books: Books; paid: Set<string>; isOver: boolean; refused: number };

/** Records payments one after the other, each again and again until it is acknowledged. */
async function write(writer: Writer, db: ReturnType<typeof openDatabase>['db']): Promise<void> {
  const { books, paid } = writer;
  while (!writer.isOver) {
    const payment = recordPaymentInput.parse({
      id: randomUUID(),
      leaseId: books.leaseId,
      paidOn: today,
      amountCents: 1,
    });
    for (;;) {
      try {
        await enterRequest(
          db,
          { userId: books.userId, portfolioId: books.portfolioId },
          async ({ tx, scope }) => {
            if (!scope) throw new Error('No member.');
            await recordPayment(tx, scope, payment);
          },
        );
        paid.add(payment.id);
        break;
      } catch {
        writer.refused += 1;
        if (writer.isOver) return;
        await sleep(100);
      }
    }
  }
}

async function prepare(cluster: Cluster, workerPorts: number[]) {
  const adminUrl = inDatabase(cluster.coordinator.url, database);
  for (const node of [...cluster.workers, cluster.coordinator]) {
    const sql = postgres(node.url, { max: 1, onnotice: () => {} });
    await sql`create database ${sql(database)}`;
    await sql.end();
  }
  await applySchema(adminUrl);
  const migrate = () => migrateDatabase({ adminUrl, login, supabaseSecretKey });
  await migrate();
  await distribute({
    adminUrl,
    coordinator: addressOf(adminUrl),
    workers: workerPorts.map((port) => ({ host: '127.0.0.1', port })),
    shards: 8,
    migrate,
  });
  const app = new URL(adminUrl);
  app.username = login.name;
  app.password = login.password;
  return { adminUrl, appUrl: app.toString() };
}

/** Which worker has a portfolio, by its place in the list. */
async function workerOf(sql: postgres.Sql, portfolioId: string, ports: number[]): Promise<number> {
  const [row] = await sql<{ port: number }[]>`
    select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('hausbuch.property', ${portfolioId}::uuid)`;
  return ports.indexOf(row?.port ?? 0);
}

/** `npm run faults:cluster`: writes to portfolios on two workers while one of them, or the coordinator, is gone. */
export async function runClusterFaults(
  folder: string | undefined,
  say: (line: string) => void,
): Promise<string[]> {
  const found: string[] = [];
  const port = await anyFreePort();
  const cluster = await startCluster({ programs: findCitus(folder), port, workers: 2, durable: true });
  const [first, second] = cluster.workers;
  if (!first || !second) throw new Error('Two workers are needed.');
  const line = await startLine(first.port);
  const ports = [line.port, second.port];
  try {
    const place = await prepare(cluster, ports);
    const target = { ...place, drop: async () => {} };
    const admin = postgres(place.adminUrl, { max: 1, onnotice: () => {} });
    const writers: Writer[] = [];
    while (![0, 1].every((worker) => writers.filter(({ books }) => books.worker === worker).length >= 2)) {
      const books = await openBooks(target);
      const leaseId = await enterLease(books, today);
      const worker = await workerOf(admin, books.portfolioId, ports);
      writers.push({ books: { ...books, leaseId, worker }, paid: new Set(), isOver: false, refused: 0 });
    }
    await admin.end();
    const { db, close } = openDatabase(place.appUrl, { perPerson: 10 });
    const working = Promise.all(writers.map((writer) => write(writer, db)));
    const acknowledged = (worker: number) =>
      writers.filter(({ books }) => books.worker === worker).reduce((sum, { paid }) => sum + paid.size, 0);
    const during = async (name: string, begin: () => unknown, end: () => unknown) => {
      await begin();
      await sleep(1_000);
      const before = [acknowledged(0), acknowledged(1)];
      await sleep(4_000);
      const [mine = 0, others = 0] = [acknowledged(0) - (before[0] ?? 0), acknowledged(1) - (before[1] ?? 0)];
      await end();
      const back = performance.now();
      const [now0, now1] = [acknowledged(0), acknowledged(1)];
      while (acknowledged(0) === now0 || acknowledged(1) === now1) {
        if (performance.now() - back > 60_000) {
          found.push(`${name}: not all write again after a minute`);
          break;
        }
        await sleep(50);
      }
      const seconds = ((performance.now() - back) / 1_000).toFixed(1);
      say(
        `${name}: in 4 s ${mine} writes on worker 1 and ${others} on worker 2; all write again after ${seconds} s`,
      );
      if (!name.startsWith('coordinator') && others === 0)
        found.push(`${name}: the other worker's portfolios stood still`);
    };
    await during(
      'nothing',
      () => {},
      () => {},
    );
    await during(
      'worker 1 killed',
      () => first.kill(),
      () => first.start(),
    );
    await during(
      'coordinator killed',
      () => cluster.coordinator.kill(),
      () => cluster.coordinator.start(),
    );
    await during(
      'line to worker 1 silent',
      () => line.silence(true),
      () => line.silence(false),
    );
    for (const writer of writers) writer.isOver = true;
    await working;
    await close();
    const sql = postgres(place.adminUrl, { max: 1, onnotice: () => {} });
    for (const { books, paid } of writers) {
      const rows = await sql<{ id: string }[]>`
        select id from hausbuch.payment where portfolio_id = ${books.portfolioId}`;
      const lost = [...paid].filter((id) => !rows.some((row) => row.id === id));
      if (lost.length > 0) found.push(`${lost.length} acknowledged payments are lost`);
      const broken = await brokenLaws({ admin: sql, portfolioId: books.portfolioId });
      if (broken.length > 0) found.push(`laws: ${JSON.stringify(broken[0])}`);
      await books.close();
    }
    await sql.end();
    const total = writers.reduce((sum, { paid }) => sum + paid.size, 0);
    const refused = writers.reduce((sum, writer) => sum + writer.refused, 0);
    say(`${total} writes acknowledged, ${refused} refused and sent again, ${found.length} things found`);
    return found;
  } finally {
    line.stop();
    await cluster.stop();
  }
}
