import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { CalendarDate } from '@/lib/calendar';
import { formatIban } from '@/lib/iban';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { DataTable } from './data-table';
import { DateText } from './date-text';
import { EmptyState } from './empty-state';
import { downloadIcon, fileTextIcon } from './icons';
import { Money } from './money';
import { StatusChip } from './status-chip';
import { showSuccess } from './toast';

type Row = { id: string; count: number; iban: string; amountCents: number };
type Chip = { text: string; tone: 'neutral' | 'accent' | 'success' | 'warning' };

/** What is in the files, in the words of who makes them. */
type Words = {
  emptyText: string;
  cancelText: string;
  count: (count: number) => string;
  show: string;
  showOf: (day: string) => string;
};

/** Files that were made for a bank, what became of each, and what may be done with it. */
export function BankFiles<File extends Row>({
  rows,
  words,
  dayOf,
  chipsOf,
  isOpen,
  isUntouched,
  handOut,
  further,
  dialog,
  cancel,
}: {
  rows: readonly File[];
  words: Words;
  dayOf: (row: File) => CalendarDate;
  chipsOf: (row: File) => readonly Chip[];
  /** Whether it may be handed to the bank, and whether the bank has done nothing with it yet. */
  isOpen: (row: File) => boolean;
  isUntouched: (row: File) => boolean;
  handOut: (row: File) => Promise<void>;
  /** What else may be done with one that is open. */
  further?: (row: File) => ReactNode;
  dialog: (row: File, onClose: () => void) => ReactNode;
  cancel: (row: File) => Promise<unknown>;
}) {
  const t = useTranslations('BankFiles');
  const formats = useFormats();
  const [shown, setShown] = useState<File | null>(null);
  const [asked, setAsked] = useState<File | null>(null);
  if (rows.length === 0) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={fileTextIcon} title={t('emptyTitle')}>
          {words.emptyText}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
      <DataTable
        caption={t('list')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'day',
            header: t('day'),
            phone: 'title',
            cell: (row) => (
              <span className="flex flex-col">
                <span className="font-medium">
                  <DateText day={dayOf(row)} />
                </span>
                <span className="text-sm font-normal text-muted">
                  {words.count(row.count)} · {formatIban(row.iban)}
                </span>
              </span>
            ),
          },
          { key: 'state', header: t('state'), cell: (row) => <Chips chips={chipsOf(row)} /> },
          {
            key: 'amount',
            header: t('amount'),
            align: 'end',
            cell: (row) => <Money amountCents={row.amountCents} />,
          },
          {
            key: 'actions',
            header: <span className="sr-only">{t('actions')}</span>,
            align: 'end',
            cell: (row) => {
              const day = formatDate(dayOf(row), formats);
              return (
                <span className="flex flex-wrap justify-end gap-1">
                  <Button size="sm" look="ghost" aria-label={words.showOf(day)} onClick={() => setShown(row)}>
                    {words.show}
                  </Button>
                  {isOpen(row) && <HandOut day={day} handOut={() => handOut(row)} />}
                  {isOpen(row) && further?.(row)}
                  {isOpen(row) && isUntouched(row) && (
                    <Button
                      size="sm"
                      look="ghost"
                      aria-label={t('cancelOf', { day })}
                      onClick={() => setAsked(row)}
                    >
                      {t('cancel')}
                    </Button>
                  )}
                </span>
              );
            },
          },
        ]}
      />
      {shown && dialog(shown, () => setShown(null))}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(null)}
          title={t('cancelTitle')}
          confirmLabel={t('cancel')}
          confirm={async () => {
            await cancel(asked);
            showSuccess(t('cancelled'));
          }}
        >
          {words.cancelText}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Each time a file is handed out is noted: a second press before it is there would be one of its own. */
function HandOut({ day, handOut }: { day: string; handOut: () => Promise<void> }) {
  const t = useTranslations('BankFiles');
  const [isPending, setPending] = useState(false);
  const take = async () => {
    setPending(true);
    try {
      await handOut();
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      size="sm"
      look="ghost"
      icon={downloadIcon}
      pending={isPending}
      aria-label={t('downloadOf', { day })}
      onClick={() => void take()}
    >
      {t('download')}
    </Button>
  );
}

function Chips({ chips: [first, ...rest] }: { chips: readonly Chip[] }) {
  if (!first) return null;
  if (rest.length === 0) return <StatusChip tone={first.tone}>{first.text}</StatusChip>;
  return (
    <span className="flex flex-wrap justify-end gap-1 md:justify-start">
      {[first, ...rest].map(({ text, tone }) => (
        <StatusChip key={text} tone={tone}>
          {text}
        </StatusChip>
      ))}
    </span>
  );
}
