import { Worker } from 'node:worker_threads';
import { z } from 'zod';

const asked = z.object({ id: z.number(), order: z.unknown() });

/** More than any order takes; what is outside of the engine's own heap counts, too. */
const MEMORY_LIMIT_MB = 1_500;

// Beside the thread that works, which may be held by what it reads; as text, so that it needs no file of its own in a container.
const memoryWatch = `
  setInterval(() => {
    if (process.memoryUsage.rss() > ${MEMORY_LIMIT_MB} * 1024 * 1024) process.kill(process.pid, 'SIGKILL');
  }, 50);
`;

/** The other side of `helper-process.ts`: carries out orders, one at a time, until nobody is there to ask for more. */
export function answerOrders(carryOut: (order: unknown) => unknown): void {
  new Worker(memoryWatch, { eval: true, execArgv: [] }).unref();
  process.on('message', (message) => {
    const { id, order } = asked.parse(message);
    Promise.resolve()
      .then(() => carryOut(order))
      .then(
        (result) => process.send?.({ id, result }),
        (error: unknown) =>
          process.send?.({ id, failure: error instanceof Error ? error.stack : String(error) }),
      );
  });
  process.on('disconnect', () => process.exit(0));
}
