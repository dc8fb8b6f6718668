import { z } from 'zod';

const asked = z.object({ id: z.number(), order: z.unknown() });

/** The other side of `helper-process.ts`: carries out orders, one at a time, until nobody is there to ask for more. */
export function answerOrders(carryOut: (order: unknown) => unknown): void {
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
