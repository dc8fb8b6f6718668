import { z } from 'zod';
import * as field from '@/lib/field';

export const watchChangesInput = z.strictObject({
  /** The last change this browser has seen; the stream goes on after it. */
  lastEventId: z.string().max(100).nullish(),
});

export const lastChangeInput = z.strictObject({ entityId: field.id });
