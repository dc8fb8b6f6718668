import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { landmarkIcon, plusIcon } from '@/components/icons';
import { StatusChip } from '@/components/status-chip';
import { showSuccess } from '@/components/toast';
import { Link } from '@/i18n/navigation';
import { formatIban } from '@/lib/iban';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { MANDATE_PAGE } from '../pages';
import { MandateActions } from './mandate-actions';
import { MandateDialog } from './mandate-dialog';

export type MandateRow = Outputs['debit']['mandates']['rows'][number];

const tones = { active: 'success', not_yet: 'neutral', revoked: 'neutral', lapsed: 'warning' } as const;

/** What tenants signed, each with whether it holds. */
export function MandateList({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Debits');
  const [pages, query] = trpc.debit.mandates.useSuspenseInfiniteQuery(MANDATE_PAGE, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = pages.pages.flatMap((page) => page.rows);
  const [opened, setOpened] = useState<MandateRow | 'new' | null>(null);
  const [asked, setAsked] = useState<MandateRow | null>(null);
  const add = (
    <Button look="primary" icon={plusIcon} onClick={() => setOpened('new')}>
      {t('addMandate')}
    </Button>
  );
  const columns: Column<MandateRow>[] = [
    { key: 'lease', header: t('lease'), phone: 'title', cell: (row) => <LeaseOf row={row} /> },
    {
      key: 'account',
      header: t('holder'),
      cell: (row) => (
        <span className="flex flex-col items-end md:items-start">
          <span className="break-words">{row.holder}</span>
          <span className="text-sm whitespace-nowrap text-muted tabular-nums">{formatIban(row.iban)}</span>
        </span>
      ),
    },
    {
      key: 'reference',
      header: t('reference'),
      cell: (row) => (
        <span className="flex flex-col items-end md:items-start">
          <span className="break-all">{row.reference}</span>
          <span className="text-sm text-muted">
            {t('signedOn')} <DateText day={row.signedOn} />
          </span>
        </span>
      ),
    },
    {
      key: 'lastUsedOn',
      header: t('lastUsedOn'),
      cell: (row) => (row.lastUsedOn === null ? t('never') : <DateText day={row.lastUsedOn} />),
    },
    {
      key: 'state',
      header: t('state'),
      cell: (row) => <StatusChip tone={tones[row.state]}>{t(`states.${row.state}`)}</StatusChip>,
    },
  ];
  if (canEdit) {
    columns.push({
      key: 'actions',
      header: <span className="sr-only">{t('what')}</span>,
      align: 'end',
      cell: (row) => (
        <MandateActions row={row} onEdit={() => setOpened(row)} onRemove={() => setAsked(row)} />
      ),
    });
  }
  return (
    <div className="flex flex-col gap-4">
      {rows.length === 0 ? (
        <div className="rounded-2xl bg-surface shadow-surface">
          <EmptyState
            level={2}
            icon={landmarkIcon}
            title={t('mandatesEmptyTitle')}
            action={canEdit ? add : undefined}
          >
            {t('mandatesEmptyText')}
          </EmptyState>
        </div>
      ) : (
        <>
          {canEdit && <div className="flex justify-end">{add}</div>}
          <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
            <DataTable caption={t('mandatesList')} columns={columns} rows={rows} rowKey={(row) => row.id} />
          </div>
        </>
      )}
      {query.hasNextPage && (
        <div className="text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('moreRows')}
          </Button>
        </div>
      )}
      {opened && (
        <MandateDialog
          key={opened === 'new' ? 'new' : opened.id}
          mandate={opened === 'new' ? null : (rows.find((row) => row.id === opened.id) ?? opened)}
          onClose={() => setOpened(null)}
        />
      )}
      {asked && <Remove row={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function LeaseOf({ row: { lease } }: { row: MandateRow }) {
  const tenants = lease.tenants.join(', ');
  return (
    <span className="flex min-w-0 flex-col">
      {lease.tenantId === null ? (
        <span className="font-medium">{tenants}</span>
      ) : (
        <Link
          href={{ pathname: '/tenant/[id]', params: { id: lease.tenantId } }}
          className="font-medium break-words hover:underline"
        >
          {tenants}
        </Link>
      )}
      <span className="text-sm font-normal break-words text-muted">{lease.place}</span>
    </span>
  );
}

function Remove({ row, onClose }: { row: MandateRow; onClose: () => void }) {
  const t = useTranslations('Debits');
  const remove = trpc.debit.deleteMandate.useMutation({ retry: retryTransient });
  const { reference } = row;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle')}
      confirmLabel={t('remove')}
      confirm={async () => {
        await remove.mutateAsync({ id: row.id, version: row.version });
        showSuccess(t('removed', { reference }));
      }}
    >
      {t('removeText', { reference })}
    </ConfirmDialog>
  );
}
