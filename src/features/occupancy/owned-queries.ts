import 'server-only';
import { and, isNull, lte, or, type SQL } from 'drizzle-orm';
import { property } from '@/db/schema';
import { isUnsoldOn } from '@/db/unsold';
import type { CalendarDate } from '@/lib/calendar';

/** Condition on a property: one's own on a day. */
export const isOwnedOn = (day: CalendarDate | SQL): SQL | undefined =>
  and(or(isNull(property.purchasedOn), lte(property.purchasedOn, day)), isUnsoldOn(day));
