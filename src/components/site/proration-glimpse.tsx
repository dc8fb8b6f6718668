import { useLocale, useTranslations } from 'next-intl';
import { defaultFormats, formatDate, formatMoney } from '@/i18n/formats';

const RENT_CENTS = 93_000;
const DAYS = 30;
const LIVED_DAYS = 16;

/** How the page explains a part month: moved in on 15 November, so 16 of 30 days. */
export function ProrationGlimpse() {
  const t = useTranslations('ProrationGlimpse');
  const formats = defaultFormats(useLocale());
  // The pictures around it show a portfolio in euros, in either language.
  const money = (cents: number) => formatMoney(cents, 'EUR', formats);
  const partCents = (RENT_CENTS / DAYS) * LIVED_DAYS;
  const days = { lived: String(LIVED_DAYS), all: String(DAYS) };
  return (
    <figure className="rounded-2xl bg-surface p-5 shadow-overlay md:p-7">
      <p className="font-semibold">{t('title')}</p>
      <p className="text-sm text-muted">{t('movedIn', { day: formatDate('2026-11-15', formats) })}</p>
      <div aria-hidden="true" className="mt-5 grid grid-cols-[repeat(15,minmax(0,1fr))] gap-1">
        {Array.from({ length: DAYS }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the days of a month are their index
            key={index}
            className={`h-5 rounded-sm ${index < DAYS - LIVED_DAYS ? 'bg-default' : 'bg-accent'}`}
          />
        ))}
      </div>
      <dl className="mt-5 grid gap-2 text-sm">
        <Line label={t('full')} value={money(RENT_CENTS)} />
        <Line label={t('days')} value={t('daysOf', days)} />
        <Line
          label={t('formula', { amount: money(RENT_CENTS), ...days })}
          value={money(partCents)}
          isResult
        />
      </dl>
    </figure>
  );
}

function Line({ label, value, isResult = false }: { label: string; value: string; isResult?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${isResult ? 'border-t border-separator pt-2' : ''}`}
    >
      <dt className="text-muted tabular-nums">{label}</dt>
      <dd className={`tabular-nums ${isResult ? 'text-base font-semibold' : 'font-medium'}`}>{value}</dd>
    </div>
  );
}
