'use client';

import { useTranslations } from 'next-intl';
import { formatDayRange, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type ProrationMethod, prorationMethods } from '@/lib/vocabulary';
import type { ProrationSegment } from '../rules';

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

/** How a part month came about, one line per rent: `15.–30. November: 16 of 30 days × 700.00 € = 373.33 €`. */
export function ProrationText({ proration }: { proration: Proration }) {
  const t = useTranslations('Proration');
  const formats = useFormats();
  const range = (from: string, to: string) => formatDayRange(from, to, formats);
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  return (
    <span className="block text-sm text-muted tabular-nums">
      {proration.segments.map((segment) => (
        <span key={segment.from} className="block">
          {proration.method === 'full_month'
            ? t('fullMonth', {
                range: range(segment.from, segment.to),
                amount: money(segment.amountCents),
              })
            : t('days', {
                range: range(segment.from, segment.to),
                days: String(segment.days),
                basis: String(segment.basisDays),
                full: money(segment.fullCents),
                amount: money(segment.amountCents),
              })}
        </span>
      ))}
      {proration.method === 'thirty_days' && <span className="block">{t('thirtyDays')}</span>}
    </span>
  );
}
