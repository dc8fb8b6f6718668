import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { trash2Icon, usersIcon } from '@/components/icons';
import { showFailure } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useCategoryName } from '@/features/category/components/category-words';
import { useErrorWords } from '@/i18n/error-words';
import { formatIban, isIban } from '@/lib/iban';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';

type Row = Outputs['bank']['rules'][number];

const senderOf = ({ account, name, text }: Row) =>
  account === null ? (name ?? text ?? '') : isIban(account) ? formatIban(account) : account;

/** Of words alone the sender they were first seen with says nothing. */
const isByWords = ({ account, name }: Row) => account === null && name === null;

/** What decisions taught of senders; each can be forgotten. */
export function RuleList({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Bank');
  const categoryName = useCategoryName();
  const [rows] = trpc.bank.rules.useSuspenseQuery();
  if (rows.length === 0) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={usersIcon} title={t('rulesEmptyTitle')}>
          {t('rulesEmptyText')}
        </EmptyState>
      </div>
    );
  }
  const columns: Column<Row>[] = [
    {
      key: 'sender',
      header: t('sender'),
      phone: 'title',
      cell: (row) => (
        <span className="flex flex-col">
          <span className="font-medium">
            {isByWords(row) ? t('ruleFromAnybody') : (row.lineName ?? senderOf(row))}
          </span>
          {row.lineName !== null && row.account !== null && (
            <span className="text-sm font-normal text-muted">{senderOf(row)}</span>
          )}
          {row.text !== null && (
            <span className="text-sm font-normal break-words text-muted">
              {t('ruleWords', { words: row.text })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'meaning',
      header: t('meaning'),
      cell: (row) =>
        row.kind === 'booking'
          ? [categoryName({ code: row.categoryCode, name: row.categoryName }), row.propertyName]
              .filter(Boolean)
              .join(', ')
          : row.lease
            ? t('pays', { tenants: row.lease.tenants.join(', '), place: row.lease.place })
            : t('ruleLeftOut'),
    },
  ];
  if (canEdit) {
    columns.push({
      key: 'remove',
      header: <span className="sr-only">{t('removeRule')}</span>,
      align: 'end',
      cell: (row) => <Remove row={row} />,
    });
  }
  return (
    <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
      <DataTable caption={t('rulesList')} columns={columns} rows={rows} rowKey={(row) => row.id} />
    </div>
  );
}

function Remove({ row }: { row: Row }) {
  const t = useTranslations('Bank');
  const words = useErrorWords();
  const remove = trpc.bank.removeRule.useMutation({ retry: retryTransient });
  const restore = trpc.bank.restoreRule.useMutation({ retry: retryTransient });
  const offerUndo = useUndo();
  const sender = isByWords(row) ? senderOf(row) : (row.lineName ?? senderOf(row));
  async function forget() {
    try {
      await remove.mutateAsync({ ruleId: row.id });
      offerUndo(t('ruleRemoved', { sender }), () => restore.mutateAsync({ ruleId: row.id }));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  return (
    <Button
      size="sm"
      look="ghost"
      icon={trash2Icon}
      pending={remove.isPending}
      aria-label={t('removeRuleOf', { sender })}
      onClick={() => void forget()}
    >
      {t('removeRule')}
    </Button>
  );
}
