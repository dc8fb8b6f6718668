import { useTranslations } from 'next-intl';
import type { Proration, ReductionBasis } from '@/domain/charge-basis';
import { formatDayRange, formatMoney, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';

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

/** How a reduction came about: `3.–23. November: 21 of 30 days × 20 % of 1,000.00 €`. */
export function ReductionText({ reduction }: { reduction: ReductionBasis }) {
  const t = useTranslations('Proration');
  const formats = useFormats();
  const { from, to, days, ofDays, shareBp, rentCents } = reduction;
  return (
    <span className="block text-sm text-muted tabular-nums">
      {t('reduced', {
        range: formatDayRange(from, to, formats),
        days: String(days),
        basis: String(ofDays),
        share: formatPercent(shareBp, formats),
        full: formatMoney(rentCents, formats.currency, formats),
      })}
    </span>
  );
}
