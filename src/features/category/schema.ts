import { z } from 'zod';
import * as field from '@/lib/field';
import { anlageVGroups } from './built-in-facts';

const ownFields = {
  isRecoverable: z.boolean().default(false),
  /** Number in § 2 BetrKV. */
  betrkvNo: z.int().min(1).max(17).nullable().default(null),
  anlageVGroup: z.enum(anlageVGroups).nullable().default(null),
  scheduleELine: z.int().min(3).max(19).nullable().default(null),
};

/** A leaf of one's own in one of the groups, whose direction it takes. */
export const createCategoryInput = z.strictObject({
  id: field.id,
  parentId: field.id,
  name: field.name,
  ...ownFields,
});

export const updateCategoryInput = z.strictObject({
  id: field.id,
  version: field.version,
  /** Blank shows a built-in category by its own words again. */
  name: field.optionalText(),
  ...ownFields,
});

export const categoryRowInput = z.strictObject({ id: field.id, version: field.version });
export const listCategoriesInput = z.strictObject({ archive: field.archiveFilter });
