'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { fileTextIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { StatusChip } from '@/components/status-chip';
import { showSuccess } from '@/components/toast';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { formatIban } from '@/lib/iban';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { PayoutActions } from './payout-actions';
import { PayoutDialog, tones } from './payout-dialog';

export type PayoutRow = Outputs['payout']['list'][number];

/** The files that were made, and what became of each. */
export function PayoutList({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Payouts');
  const [rows] = trpc.payout.list.useSuspenseQuery();
  const [shown, setShown] = useState<PayoutRow | null>(null);
  const [asked, setAsked] = useState<PayoutRow | null>(null);
  if (rows.length === 0) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={fileTextIcon} title={t('filesEmptyTitle')}>
          {t('filesEmptyText')}
        </EmptyState>
      </div>
    );
  }
  const columns: Column<PayoutRow>[] = [
    {
      key: 'day',
      header: t('day'),
      phone: 'title',
      cell: (row) => (
        <span className="flex flex-col">
          <span className="font-medium">
            <DateText day={row.executeOn} />
          </span>
          <span className="text-sm font-normal text-muted">
            {t('count', { count: row.count })} · {formatIban(row.iban)}
          </span>
        </span>
      ),
    },
    { key: 'state', header: t('state'), cell: (row) => <State row={row} /> },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (row) => <Money amountCents={row.amountCents} />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">{t('what')}</span>,
      align: 'end',
      cell: (row) => (
        <PayoutActions
          row={row}
          canEdit={canEdit}
          onShow={() => setShown(row)}
          onCancel={() => setAsked(row)}
        />
      ),
    },
  ];
  return (
    <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
      <DataTable caption={t('filesList')} columns={columns} rows={rows} rowKey={(row) => row.id} />
      {shown && (
        <PayoutDialog
          id={shown.id}
          day={shown.executeOn}
          canEdit={canEdit && shown.cancelledAt === null}
          onClose={() => setShown(null)}
        />
      )}
      {asked && <Cancel row={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function State({ row }: { row: PayoutRow }) {
  const t = useTranslations('Payouts');
  const formats = useFormats();
  const parts = [
    ['ordered', row.orderedCents],
    ['confirmed', row.confirmedCents],
    ['returned', row.returnedCents],
  ] as const;
  const some = parts.filter(([, cents]) => cents > 0);
  if (some.length === 0) return <StatusChip>{t('stateOf.cancelled')}</StatusChip>;
  return (
    <span className="flex flex-wrap justify-end gap-1 md:justify-start">
      {some.map(([state, cents]) => (
        <StatusChip key={state} tone={tones[state]}>
          {t(`ofIt.${state}`, { amount: formatMoney(cents, formats.currency, formats) })}
        </StatusChip>
      ))}
    </span>
  );
}

function Cancel({ row, onClose }: { row: PayoutRow; onClose: () => void }) {
  const t = useTranslations('Payouts');
  const cancel = trpc.payout.cancel.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('cancelTitle')}
      confirmLabel={t('cancel')}
      confirm={async () => {
        await cancel.mutateAsync({ id: row.id });
        showSuccess(t('cancelled'));
      }}
    >
      {t('cancelText')}
    </ConfirmDialog>
  );
}
