import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@/db/client';
import { findCitus } from '../../../scripts/cluster/find-citus.ts';
import { startCluster } from '../../../scripts/cluster/start-cluster.ts';
import { anyFreePort } from '../../../scripts/ports.ts';
import { chooseWriters, findWrong, prepare, write } from './cluster-stage.ts';

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
    const writers = await chooseWriters(place, ports);
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
    found.push(...(await findWrong(place, writers)));
    for (const { books } of writers) await books.close();
    const total = writers.reduce((sum, { paid }) => sum + paid.size, 0);
    const refused = writers.reduce((sum, writer) => sum + writer.refused, 0);
    say(`${total} writes acknowledged, ${refused} refused and sent again, ${found.length} things found`);
    return found;
  } finally {
    line.stop();
    await cluster.stop();
  }
}
