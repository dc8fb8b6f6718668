import 'server-only';
import { and, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import { property } from '@/db/schema';
import type { CalendarDate } from '@/lib/calendar';

/** Condition on a property: one's own on a day. From the day it is handed over it is the buyer's (§ 446 BGB). */
export const isOwnedOn = (day: CalendarDate | SQL): SQL | undefined =>
  and(
    or(isNull(property.purchasedOn), lte(property.purchasedOn, day)),
    or(isNull(property.soldOn), gt(property.soldOn, day)),
  );
