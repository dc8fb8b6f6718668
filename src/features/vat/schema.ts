import { z } from 'zod';

/** The calendar year that a landlord's return is about. */
export const vatYearInput = z.strictObject({ year: z.int().min(1900).max(2199) });
