import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { DateText, MonthText } from '@/components/date-text';
import { Money } from '@/components/money';
import { useDebounced } from '@/components/use-debounced';
import { ProrationText } from '@/features/rent-account/components/proration-text';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { PreviewRentInput } from '../schema';

/** What a lease as it is typed would owe: its first months, this one and its last, with due days, part months explained. */
export function RentPreview({
  input,
  openingCents,
}: {
  input: PreviewRentInput | null;
  openingCents: number;
}) {
  const t = useTranslations('RentPreview');
  const earlier = useTranslations('EarlierMonths');
  const formats = useFormats();
  const asked = useDebounced(input, 350);
  const preview = trpc.rent.preview.useQuery(asked ?? skipToken, {
    placeholderData: keepPreviousData,
    retry: retryTransient,
  });
  const { months, booked } = input === null ? {} : (preview.data ?? {});
  return (
    <section
      aria-label={t('title')}
      aria-live="polite"
      className="rounded-xl bg-surface-secondary px-4 py-3.5"
    >
      <p className="text-sm font-semibold">{t('title')}</p>
      {!months || months.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{months ? t('nothing') : t('waiting')}</p>
      ) : (
        <ul className="mt-2 flex flex-col divide-y divide-separator">
          {openingCents !== 0 && (
            <li className="flex items-baseline justify-between gap-4 py-2 text-sm">
              <span>{openingCents > 0 ? t('openingOwed') : t('openingCredit')}</span>
              <Money amountCents={openingCents} className="font-medium" />
            </li>
          )}
          {months.map((month) => (
            <li key={month.month} className="py-2">
              <span className="flex items-baseline justify-between gap-4 text-sm">
                <span>
                  <MonthText month={month.month} />
                  <span className="text-muted">
                    {' · '}
                    {t('due')} <DateText day={month.dueOn} />
                  </span>
                </span>
                <Money amountCents={month.totalCents} className="font-medium" />
              </span>
              {month.proration && <ProrationText proration={month.proration} />}
            </li>
          ))}
        </ul>
      )}
      {booked && (
        <p className="mt-2 text-sm font-semibold">
          {earlier('sum', {
            count: booked.months,
            amount: formatMoney(booked.totalCents, formats.currency, formats),
          })}
        </p>
      )}
    </section>
  );
}
