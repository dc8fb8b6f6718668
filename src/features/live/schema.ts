import { z } from 'zod';
import * as field from '@/lib/field';

/** How far the page's data or the browser have heard, as `LiveFeed.position` names it. */
const position = z.string().max(100);

export const watchChangesInput = z.strictObject({
  /** Which one the page shows: a stream brings no headers of ours, and another window may have turned to another one. */
  portfolioId: field.id.nullish(),
  /** The stream goes on after it. */
  lastEventId: position.nullish(),
});

export const missedChangesInput = z.strictObject({ after: position });

export const lastChangeInput = z.strictObject({ entityId: field.id });
