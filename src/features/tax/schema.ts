import { z } from 'zod';
import * as field from '@/lib/field';

const year = z.int().min(1900).max(2199).nullable().default(null);

/** The calendar year that a return is about; null: the last one, or this one where there was no money before. */
export const taxYearInput = z.strictObject({ year });
/** And the property whose form is filled in. */
export const taxFormInput = z.strictObject({ year, propertyId: field.id });
