import type { CalendarDate } from '../lib/calendar.ts';
import { type ProrationMethod, prorationMethods } from '../lib/vocabulary.ts';

/** Days of one agreed rent within a month; `amountCents` are the parts of the total, to the cent. */
export type ProrationSegment = {
  from: CalendarDate;
  to: CalendarDate;
  days: number;
  basisDays: number;
  fullCents: number;
  amountCents: number;
};

export type Proration = { method: ProrationMethod; segments: readonly ProrationSegment[] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const segmentNumbers = ['days', 'basisDays', 'fullCents', 'amountCents'] as const;

function isSegment(value: unknown): value is ProrationSegment {
  return (
    isRecord(value) &&
    typeof value.from === 'string' &&
    typeof value.to === 'string' &&
    segmentNumbers.every((key) => Number.isInteger(value[key]))
  );
}

/** Reads the calculation a charge was posted with; null for a whole month of one rent. */
export function readProration(basis: unknown): Proration | null {
  if (!isRecord(basis) || !Array.isArray(basis.segments)) return null;
  const method = prorationMethods.find((known) => known === basis.method);
  const segments = basis.segments.filter(isSegment);
  return method && segments.length > 0 ? { method, segments } : null;
}
