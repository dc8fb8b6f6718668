import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { DateText } from '@/components/date-text';
import { Icon } from '@/components/icon';
import {
  banIcon,
  coinsIcon,
  ellipsisIcon,
  pauseIcon,
  pencilIcon,
  playIcon,
  trash2Icon,
  undo2Icon,
} from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Menu, type MenuEntry } from '@/components/menu';
import { Money } from '@/components/money';
import type { Tone } from '@/components/stat-tile';
import { StatusChip } from '@/components/status-chip';
import { showFailure, showSuccess } from '@/components/toast';
import { useCategoryName } from '@/features/category/components/category-words';
import type { BookingPlace } from '@/features/transaction/components/transaction-form';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { RecurringState } from '../rules';
import { RecurringDialog } from './recurring-dialog';
import { useRhythmWords } from './rhythm-words';

const AmountDialog = lazyDialog(async () => (await import('./amount-dialog')).AmountDialog);
const EndDialog = lazyDialog(async () => (await import('./end-dialog')).EndDialog);
const VoidDialog = lazyDialog(async () => (await import('./void-dialog')).VoidDialog);

export type RecurringItem = Outputs['recurring']['list'][number];

const tones: Record<RecurringState, Tone> = {
  upcoming: 'neutral',
  active: 'success',
  paused: 'warning',
  ended: 'neutral',
};

/** The recurring items of a property, or of the portfolio itself; ended ones on request. */
export function RecurringList({
  property,
  items,
  today,
  canEdit,
}: {
  property: BookingPlace | null;
  items: readonly RecurringItem[];
  today: string;
  canEdit: boolean;
}) {
  const t = useTranslations('Recurring');
  const [showsEnded, setShowsEnded] = useState(false);
  const ended = items.filter((item) => item.state === 'ended');
  const shown = showsEnded ? items : items.filter((item) => item.state !== 'ended');
  return (
    <div>
      <div className="flex min-h-9 items-center justify-between gap-3 px-5 pt-4 pb-1 md:px-6">
        <h3 className="text-sm font-medium">{t('title')}</h3>
        {ended.length > 0 && (
          <Button look="ghost" size="sm" onClick={() => setShowsEnded(!showsEnded)}>
            {t(showsEnded ? 'hideEnded' : 'showEnded', { count: ended.length })}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="px-5 pb-5 text-sm text-muted md:px-6">{t(property ? 'none' : 'noneOnPortfolio')}</p>
      ) : (
        <RecurringTable property={property} items={shown} today={today} canEdit={canEdit} />
      )}
    </div>
  );
}

type Opened = { what: 'edit' | 'amount' | 'end' | 'void'; item: RecurringItem };

function RecurringTable({
  property,
  items,
  today,
  canEdit,
}: {
  property: BookingPlace | null;
  items: readonly RecurringItem[];
  today: string;
  canEdit: boolean;
}) {
  const t = useTranslations('Recurring');
  const nameOf = useCategoryName();
  const rhythmOf = useRhythmWords();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const columns: Column<RecurringItem>[] = [
    {
      key: 'what',
      header: t('what'),
      phone: 'title',
      cell: (item) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
            {item.title}
            {item.state !== 'active' && (
              <StatusChip tone={tones[item.state]}>{t(`states.${item.state}`)}</StatusChip>
            )}
          </span>
          <span className="block text-xs font-normal text-muted">
            {[
              nameOf({ code: item.categoryCode, name: item.categoryName }),
              item.payee,
              item.unitName !== item.propertyName ? item.unitName : null,
            ]
              .filter((part) => part !== null && part !== item.title)
              .join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'rhythm',
      header: t('when'),
      cell: (item) => (
        <>
          {rhythmOf(item)}
          {item.lastDueOn !== null && (
            <span className="block text-xs text-muted">
              {t.rich('until', { day: () => <DateText day={item.lastDueOn ?? ''} /> })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'next',
      header: t('next'),
      cell: (item) =>
        item.nextDueOn ? <DateText day={item.nextDueOn} /> : <span className="text-muted">–</span>,
    },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (item) => {
        const cents = item.nextAmountCents ?? item.amountCents;
        return <Money amountCents={item.direction === 'income' ? cents : -cents} signed />;
      },
    },
  ];
  if (canEdit) {
    columns.push({
      key: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      align: 'end',
      phone: 'corner',
      cell: (item) => <ItemMenu item={item} onOpen={(what) => setOpened({ what, item })} />,
    });
  }
  return (
    <>
      <DataTable caption={t('title')} columns={columns} rows={items} rowKey={(item) => item.id} />
      {opened?.what === 'edit' && (
        <RecurringDialog property={property} item={opened.item} today={today} onClose={close} />
      )}
      {opened?.what === 'amount' && <AmountDialog item={opened.item} today={today} onClose={close} />}
      {opened?.what === 'end' && <EndDialog item={opened.item} today={today} onClose={close} />}
      {opened?.what === 'void' && <VoidDialog item={opened.item} onClose={close} />}
    </>
  );
}

function ItemMenu({ item, onOpen }: { item: RecurringItem; onOpen: (what: Opened['what']) => void }) {
  const t = useTranslations('Recurring');
  const words = useErrorWords();
  const pause = trpc.recurring.pause.useMutation();
  const resume = trpc.recurring.resume.useMutation();
  const end = trpc.recurring.end.useMutation();
  const seen = { id: item.id, version: item.version };
  const answer = (done: string) => ({
    onSuccess: () => showSuccess(done),
    onError: (error: unknown) => showFailure(words.failure(error)),
  });
  const going: MenuEntry[] =
    item.state === 'ended'
      ? []
      : [
          item.state === 'paused'
            ? {
                id: 'resume',
                label: t('resume'),
                icon: playIcon,
                onSelect: () => resume.mutate(seen, answer(t('resumed'))),
              }
            : {
                id: 'pause',
                label: t('pause'),
                icon: pauseIcon,
                onSelect: () => pause.mutate(seen, answer(t('paused'))),
              },
        ];
  return (
    <Menu
      label={t('actionsOf', { title: item.title })}
      size="sm"
      iconOnly
      trigger={<Icon icon={ellipsisIcon} />}
      groups={[
        [
          { id: 'edit', label: t('edit'), icon: pencilIcon, onSelect: () => onOpen('edit') },
          { id: 'amount', label: t('newAmount'), icon: coinsIcon, onSelect: () => onOpen('amount') },
        ],
        [
          ...going,
          item.endsOn !== null
            ? {
                id: 'reopen',
                label: t('reopen'),
                icon: undo2Icon,
                onSelect: () => end.mutate({ ...seen, endsOn: null }, answer(t('reopened'))),
              }
            : { id: 'end', label: t('end'), icon: banIcon, onSelect: () => onOpen('end') },
        ],
        [{ id: 'void', label: t('void'), icon: trash2Icon, tone: 'danger', onSelect: () => onOpen('void') }],
      ]}
    />
  );
}
