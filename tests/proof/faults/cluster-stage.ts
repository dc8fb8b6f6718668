import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { applySchema } from '@hausbuch/supabase-embedded';
import postgres from 'postgres';
import type { openDatabase } from '@/db/client';
import { distribute } from '@/db/cluster/distribute';
import { addressOf } from '@/db/cluster/nodes';
import { migrateDatabase } from '@/db/migrate';
import { enterRequest } from '@/db/scope';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import type { Cluster } from '../../../scripts/cluster/start-cluster.ts';
import { brokenLaws } from '../../factories/ledger-laws.ts';
import { enterLease, openBooks } from '../../factories/tenancy.ts';
import { inDatabase } from '../../setup/admin-urls.ts';

const login = { name: 'hausbuch', password: randomUUID() };
const supabaseSecretKey = randomUUID();
process.env.SUPABASE_SECRET_KEY = supabaseSecretKey;
const today = '2026-11-26';
const database = 'faults';

export type Place = { adminUrl: string; appUrl: string };
type Books = Awaited<ReturnType<typeof openBooks>> & { leaseId: string; worker: number };
export type Writer = {
  books: Books;
  /** Acknowledged payments, with when each was begun. */
  paid: Map<string, number>;
  isOver: boolean;
  refused: number;
};

/** Records payments one after the other, each again and again until it is acknowledged. */
export async function write(writer: Writer, db: ReturnType<typeof openDatabase>['db']): Promise<void> {
  const { books, paid } = writer;
  while (!writer.isOver) {
    const payment = recordPaymentInput.parse({
      id: randomUUID(),
      leaseId: books.leaseId,
      paidOn: today,
      amountCents: 1,
    });
    const began = performance.now();
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
        paid.set(payment.id, began);
        break;
      } catch {
        writer.refused += 1;
        if (writer.isOver) return;
        await sleep(100);
      }
    }
  }
}

/** A database on all nodes, spread over the workers as they are reached by these ports. */
export async function prepare(cluster: Cluster, workerPorts: number[]) {
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

/** Who writes to two portfolios on each of the workers. */
export async function chooseWriters(place: Place, ports: number[]): Promise<Writer[]> {
  const target = { ...place, drop: async () => {} };
  const admin = postgres(place.adminUrl, { max: 1, onnotice: () => {} });
  const writers: Writer[] = [];
  while (!ports.every((_, worker) => writers.filter(({ books }) => books.worker === worker).length >= 2)) {
    const books = await openBooks(target);
    const leaseId = await enterLease(books, today);
    const worker = await workerOf(admin, books.portfolioId, ports);
    writers.push({ books: { ...books, leaseId, worker }, paid: new Map(), isOver: false, refused: 0 });
  }
  await admin.end();
  return writers;
}

/** What is wrong with what they have written: acknowledged and not there, or against the laws of the ledger. */
export async function findWrong(
  place: Place,
  writers: Writer[],
  isExpected: (began: number) => boolean = () => true,
): Promise<string[]> {
  const found: string[] = [];
  const sql = postgres(place.adminUrl, { max: 1, onnotice: () => {} });
  for (const { books, paid } of writers) {
    const rows = await sql<{ id: string }[]>`
      select id from hausbuch.payment where portfolio_id = ${books.portfolioId}`;
    const there = new Set(rows.map(({ id }) => id));
    const lost = [...paid].filter(([id, began]) => isExpected(began) && !there.has(id));
    if (lost.length > 0) found.push(`${lost.length} acknowledged payments are lost`);
    const broken = await brokenLaws({ admin: sql, portfolioId: books.portfolioId });
    if (broken.length > 0) found.push(`laws: ${JSON.stringify(broken[0])}`);
  }
  await sql.end();
  return found;
}
