import { z } from 'zod';
import { type Paper, render } from './papers';

/** A process of its own, started by `printer.ts`: one paper at a time, until nobody is there to ask for more. */

const order = z.object({ id: z.number(), paper: z.custom<Paper>() });

process.on('message', (message) => {
  const { id, paper } = order.parse(message);
  render(paper).then(
    (bytes) => process.send?.({ id, bytes }),
    (error: unknown) => process.send?.({ id, failure: error instanceof Error ? error.stack : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
