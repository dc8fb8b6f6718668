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
import { CollectionActions } from './collection-actions';
import { CollectionDialog } from './collection-dialog';

export type CollectionRow = Outputs['debit']['collections'][number];

/** The files that were made, and what became of each. */
export function CollectionList({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Debits');
  const [rows] = trpc.debit.collections.useSuspenseQuery();
  const [shown, setShown] = useState<CollectionRow | null>(null);
  const [asked, setAsked] = useState<CollectionRow | null>(null);
  if (rows.length === 0) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={fileTextIcon} title={t('filesEmptyTitle')}>
          {t('filesEmptyText')}
        </EmptyState>
      </div>
    );
  }
  const columns: Column<CollectionRow>[] = [
    {
      key: 'day',
      header: t('day'),
      phone: 'title',
      cell: (row) => (
        <span className="flex flex-col">
          <span className="font-medium">
            <DateText day={row.collectOn} />
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
        <CollectionActions
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
        <CollectionDialog
          id={shown.id}
          day={shown.collectOn}
          canEdit={canEdit}
          onClose={() => setShown(null)}
        />
      )}
      {asked && <Cancel row={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function State({ row }: { row: CollectionRow }) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  const amount = (cents: number) => ({ amount: formatMoney(cents, formats.currency, formats) });
  if (row.cancelledAt !== null && row.receivedCents + row.returnedCents === 0) {
    return <StatusChip>{t('stateOf.cancelled')}</StatusChip>;
  }
  return (
    <span className="flex flex-wrap justify-end gap-1 md:justify-start">
      {row.underWayCents > 0 && (
        <StatusChip tone="accent">{t('ofIt.underWay', amount(row.underWayCents))}</StatusChip>
      )}
      {row.receivedCents > 0 && (
        <StatusChip tone="success">{t('ofIt.received', amount(row.receivedCents))}</StatusChip>
      )}
      {row.returnedCents > 0 && (
        <StatusChip tone="warning">{t('ofIt.returned', amount(row.returnedCents))}</StatusChip>
      )}
    </span>
  );
}

function Cancel({ row, onClose }: { row: CollectionRow; onClose: () => void }) {
  const t = useTranslations('Debits');
  const cancel = trpc.debit.cancel.useMutation({ retry: retryTransient });
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
