import { z } from 'zod';
import * as field from '@/lib/field';

/** How far the page's data or the browser have heard, as `LiveFeed.position` names it. */
const position = z.string().max(100);

export const watchChangesInput = z.strictObject({
  /** The stream goes on after it. */
  lastEventId: position.nullish(),
});

export const missedChangesInput = z.strictObject({ after: position });

export const lastChangeInput = z.strictObject({ entityId: field.id });
