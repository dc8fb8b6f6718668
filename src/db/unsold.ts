import { gt, isNull, or, type SQL } from 'drizzle-orm';
import type { CalendarDate } from '@/lib/calendar';
import { property } from './schema';

/** Condition on a property: not the buyer's yet on a day. It is from the day it is handed over (§ 446 BGB). */
export const isUnsoldOn = (day: CalendarDate | SQL): SQL | undefined =>
  or(isNull(property.soldOn), gt(property.soldOn, day));
