import { z } from 'zod';

export const watchChangesInput = z.strictObject({
  /** The last change this browser has seen; the stream goes on after it. */
  lastEventId: z.string().max(100).nullish(),
});
