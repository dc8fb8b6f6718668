'use client';

import { formatDate, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';

/** A calendar day (`YYYY-MM-DD`) in the user's format. */
export function DateText({ day, className }: { day: string; className?: string }) {
  const formats = useFormats();
  return (
    <time dateTime={day} className={className ?? 'whitespace-nowrap tabular-nums'}>
      {formatDate(day, formats)}
    </time>
  );
}

/** A month (`YYYY-MM`) in words. */
export function MonthText({ month, style = 'long' }: { month: string; style?: 'long' | 'short' }) {
  const formats = useFormats();
  return (
    <time dateTime={month} className="whitespace-nowrap">
      {formatMonth(month, formats, style)}
    </time>
  );
}
