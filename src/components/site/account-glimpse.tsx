import { useLocale, useTranslations } from 'next-intl';
import { defaultFormats, formatDate, formatMoney } from '@/i18n/formats';
import { StatusChip } from '../status-chip';

const RENT_CENTS = 118_000;
const PARTIAL_CENTS = 80_000;

/** A tenant's account as the product shows it, with an invented tenant: two months paid, one in part. */
export function AccountGlimpse() {
  const t = useTranslations('AccountGlimpse');
  const formats = defaultFormats(useLocale());
  const money = (cents: number) => formatMoney(cents, formats.currency, formats).replace('-', '\u2212');
  const rows = [
    { key: 'december', day: '2026-12-03', state: 'partly', tone: 'warning', received: PARTIAL_CENTS },
    { key: 'november', day: '2026-11-04', state: 'paid', tone: 'success', received: RENT_CENTS },
    { key: 'october', day: '2026-10-05', state: 'paid', tone: 'success', received: RENT_CENTS },
  ] as const;
  return (
    <figure className="min-w-0">
      <div className="rounded-2xl bg-surface shadow-overlay">
        <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-4">
          <div className="min-w-0">
            <p className="font-semibold">{t('tenant')}</p>
            <p className="text-sm text-muted">{t('place')}</p>
          </div>
          <StatusChip tone="accent">{t('active')}</StatusChip>
        </div>
        <dl className="grid grid-cols-3 divide-x divide-separator border-y border-separator">
          <Figure label={t('due')} value={money(3 * RENT_CENTS)} />
          <Figure label={t('received')} value={money(2 * RENT_CENTS + PARTIAL_CENTS)} />
          <Figure label={t('open')} value={money(RENT_CENTS - PARTIAL_CENTS)} isOpen />
        </dl>
        <ul className="divide-y divide-separator">
          {rows.map((row) => (
            <li
              key={row.key}
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 px-5 py-3 text-sm sm:grid-cols-[1fr_7rem_6.5rem]"
            >
              <span className="min-w-0">
                <span className="block font-medium">{t(row.key)}</span>
                <span className="block text-xs text-muted tabular-nums">
                  {t('dueOn', { day: formatDate(row.day, formats) })}
                </span>
              </span>
              <span className="hidden justify-self-start sm:block">
                <StatusChip tone={row.tone}>{t(row.state)}</StatusChip>
              </span>
              <span className="text-end tabular-nums">
                <span className="block font-medium">{money(row.received)}</span>
                <span className="block text-xs text-muted">{t('of', { amount: money(RENT_CENTS) })}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <figcaption className="mt-3 text-center text-xs text-muted">{t('caption')}</figcaption>
    </figure>
  );
}

function Figure({ label, value, isOpen = false }: { label: string; value: string; isOpen?: boolean }) {
  return (
    <div className="min-w-0 px-3 py-3 sm:px-5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd
        className={`mt-0.5 text-sm font-semibold tabular-nums sm:text-base ${isOpen ? 'text-warning-soft-foreground' : ''}`}
      >
        {value}
      </dd>
    </div>
  );
}
