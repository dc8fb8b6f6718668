import { z } from 'zod';
import { monthsBetween } from '@/lib/calendar';
import * as field from '@/lib/field';

/** One property, one unit, or the whole portfolio when neither is named. */
const subjectFields = {
  propertyId: field.id.nullable().default(null),
  unitId: field.id.nullable().default(null),
};

const namesOne = (input: { propertyId: string | null; unitId: string | null }) =>
  input.propertyId === null || input.unitId === null;

const MAX_MONTHS = 120;

/** Figures of the days from–to, both counted. */
export const reportInput = z
  .strictObject({ ...subjectFields, from: field.calendarDate, to: field.calendarDate })
  .refine(namesOne, { error: 'invalid', path: ['unitId'] })
  .refine(...field.forwards)
  .refine((input) => monthsBetween(input.from.slice(0, 7), input.to.slice(0, 7)) < MAX_MONTHS, {
    error: 'range_too_long',
    path: ['to'],
  });

/** What the twelve months after the current one will bring by what is agreed today. */
export const outlookInput = z
  .strictObject(subjectFields)
  .refine(namesOne, { error: 'invalid', path: ['unitId'] });
