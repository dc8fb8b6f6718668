import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { fileTextIcon, undo2Icon } from '@/components/icons';
import { showSuccess } from '@/components/toast';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { todayIn } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';

type Row = Outputs['bank']['imports'][number];

/** The files that brought something; each can be taken back as a whole. */
export function ImportList({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [rows] = trpc.bank.imports.useSuspenseQuery();
  const [asked, setAsked] = useState<Row | null>(null);
  if (rows.length === 0) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={fileTextIcon} title={t('filesEmptyTitle')}>
          {t('filesEmptyText')}
        </EmptyState>
      </div>
    );
  }
  const columns: Column<Row>[] = [
    {
      key: 'file',
      header: t('file'),
      phone: 'title',
      cell: (row) => <span className="break-all">{row.fileName}</span>,
    },
    {
      key: 'importedAt',
      header: t('importedAt'),
      cell: (row) => formatDate(todayIn(portfolio.timeZone, row.importedAt), formats),
    },
    { key: 'lines', header: t('line'), cell: (row) => t('fileLines', { count: row.lineCount }) },
  ];
  if (canEdit) {
    columns.push({
      key: 'back',
      header: <span className="sr-only">{t('takeBackFile')}</span>,
      align: 'end',
      cell: (row) => (
        <Button
          size="sm"
          look="ghost"
          icon={undo2Icon}
          aria-label={t('takeBackFileOf', { name: row.fileName })}
          onClick={() => setAsked(row)}
        >
          {t('takeBackFile')}
        </Button>
      ),
    });
  }
  return (
    <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
      <DataTable caption={t('filesList')} columns={columns} rows={rows} rowKey={(row) => row.id} />
      {asked && <TakeBack row={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function TakeBack({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useTranslations('Bank');
  const takeBack = trpc.bank.takeBackImport.useMutation({ retry: retryTransient });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('takeBackTitle')}
      confirmLabel={t('takeBackFile')}
      confirm={async () => {
        await takeBack.mutateAsync({ importId: row.id });
        showSuccess(t('takenBack', { name: row.fileName }));
      }}
    >
      {t('takeBackText', { name: row.fileName, count: row.lineCount })}
    </ConfirmDialog>
  );
}
