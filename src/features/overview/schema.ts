import { z } from 'zod';
import { auditedEntities } from '@/domain/entities';
import * as field from '@/lib/field';
import { activityAuthors } from './activity-params';

/** A page of the journal: of one kind of thing or all, by whom. */
export const activityInput = z.strictObject({
  entity: z.enum(auditedEntities).nullable().default(null),
  by: z.enum(activityAuthors).default('anybody'),
  ...field.paging,
});
