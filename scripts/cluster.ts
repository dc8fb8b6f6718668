import { parseArgs } from 'node:util';
import { findCitus } from './cluster/find-citus.ts';
import { startCluster } from './cluster/start-cluster.ts';
import { step } from './progress.ts';

const usage = `npm run cluster                 a Citus of three servers on this machine, until Ctrl-C
  --postgres <folder>     the Postgres with Citus, where it is not a package: the folder in which bin lies
  --workers 2             how many beside the coordinator
  --port 55400            of the coordinator; the workers have the next ones
  --data <folder>         keeps what was written; without it all is thrown away at the end`;

/** `npm run cluster`: something to try `npm run distribute` and `TEST_CITUS` on. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      postgres: { type: 'string' },
      workers: { type: 'string', default: '2' },
      port: { type: 'string', default: '55400' },
      data: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(usage);
  const cluster = await step('Starting coordinator and workers', () =>
    startCluster({
      programs: findCitus(values.postgres),
      port: Number(values.port),
      workers: Number(values.workers),
      folder: values.data,
      durable: values.data !== undefined,
    }),
  );
  const workers = cluster.workers.map(({ host, port }) => `${host}:${port}`).join(',');
  console.log(`Coordinator: ${cluster.coordinator.url}\nWorkers: ${workers}\n
Tests on it:  TEST_CITUS=${cluster.coordinator.url} npm test -- integration\nCtrl-C ends it.`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await cluster.stop();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
