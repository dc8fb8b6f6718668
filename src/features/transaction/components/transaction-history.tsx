import { useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import { pencilIcon, plusIcon, trash2Icon, undo2Icon } from '@/components/icons';
import { useCategoryName } from '@/features/category/components/category-words';
import { formatDate, formatDayRange, formatInstant, formatMoney, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Event = Outputs['transaction']['history'][number];
type Row = Event['row'];

const icons = { recorded: plusIcon, changed: pencilIcon, removed: trash2Icon, restored: undo2Icon };

/** What was done with a booking, newest first, with what each change changed. */
export function TransactionHistory({ id }: { id: string }) {
  const t = useTranslations('BookingHistory');
  const formats = useFormats();
  const [events] = trpc.transaction.history.useSuspenseQuery({ id });
  const [{ timeZone }] = trpc.portfolio.get.useSuspenseQuery();
  const differencesOf = useDifferences();
  return (
    <section aria-labelledby={`${id}-history`} className="flex flex-col gap-2">
      <h3 id={`${id}-history`} className="text-sm font-medium">
        {t('title')}
      </h3>
      <ol className="flex flex-col gap-3 text-sm">
        {events.map((event) => (
          <li key={`${event.kind}-${event.row.id}`} className="flex gap-2.5">
            <Icon icon={icons[event.kind]} className="mt-[3px] text-muted" />
            <div className="min-w-0">
              <p>
                {event.row.dueOn !== null && event.kind === 'recorded' && event.by === 'system'
                  ? t('posted')
                  : t(`kinds.${event.kind}`)}{' '}
                <span className="text-muted">
                  {t(`by.${event.by}`)} · {formatInstant(event.at, timeZone, formats)}
                </span>
              </p>
              {event.kind === 'changed' && event.before && (
                <ul className="text-muted">
                  {differencesOf(event.before, event.row).map(({ label, before, after }) => (
                    <li key={label}>{t('difference', { label, before, after })}</li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The fields of two states that read differently, in words. */
function useDifferences() {
  const t = useTranslations('BookingForm');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const nameOf = useCategoryName();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const none = '–';
  const readings: [string, (row: Row) => string][] = [
    [t('amount'), (row) => money(row.amountCents)],
    [t('direction'), (row) => labels(`bookingDirection.${row.direction}`)],
    [t('bookedOn'), (row) => formatDate(row.bookedOn, formats)],
    [t('title'), (row) => row.title],
    [t('payee'), (row) => row.payee ?? none],
    [t('category'), (row) => nameOf({ code: row.categoryCode, name: row.categoryName })],
    [t('unit'), (row) => row.unitName ?? none],
    [
      t('servicePeriod'),
      (row) =>
        row.serviceFrom && row.serviceTo ? formatDayRange(row.serviceFrom, row.serviceTo, formats) : none,
    ],
    [t('vatRate'), (row) => formatPercent(row.vatRateBp, formats)],
    [t('labour'), (row) => money(row.labourCents)],
    [
      t('recoverable'),
      (row) => (row.recoverableKey ? labels(`distributionKey.${row.recoverableKey}`) : t('notRecoverable')),
    ],
    [t('split'), (row) => (row.splitMethod ? labels(`splitMethod.${row.splitMethod}`) : t('noSplit'))],
    [t('invoiceOn'), (row) => (row.invoiceOn ? formatDate(row.invoiceOn, formats) : none)],
    [t('invoiceNumber'), (row) => row.invoiceNumber ?? none],
    [t('note'), (row) => row.note ?? none],
  ];
  return (before: Row, after: Row) =>
    readings
      .map(([label, read]) => ({ label, before: read(before), after: read(after) }))
      .filter((difference) => difference.before !== difference.after);
}
