import type { LetterWay } from '@/domain/vocabulary';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { objectionDeadline } from '@/statement/deadline';

/**
 * So long a letter of the post is taken to be under way, in the tenant’s favour. Between private people no law presumes a day;
 * it is what § 122 (2) no. 1 AO and § 41 (2) VwVfG take for the post since 1 January 2025.
 */
const POST_DAYS = 4;

/** How a lease was told a statement: the day its letter went and by which way; without a letter the statement's own. */
export type Sending = { sentOn: CalendarDate; way: LetterWay | null };

/**
 * Until when a tenant may object: twelve months from receipt (§ 556 (3) sentence 5 BGB; by the day, §§ 187 (1), 188 (2)
 * BGB). What the post brings counts as received four days after it went, whatever else has left our hands on its day.
 */
export const objectionsUntil = ({ sentOn, way }: Sending): CalendarDate =>
  objectionDeadline(way === 'post' || way === null ? addDays(sentOn, POST_DAYS) : sentOn);
