import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { DateText } from '@/components/date-text';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { useFigureText } from '@/features/legal/components/figure-words';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { Difference } from '../posted-differences';
import { ClauseForm } from './clause-form';
import { RaiseForm } from './raise-form';

export type IndexRent = Outputs['rent']['index'];
export type Clause = NonNullable<IndexRent['clause']>;

/** An index-linked rent: the clause as it was agreed, and the rent that follows from it now. */
export default function IndexPart({
  leaseId,
  today,
  onClose,
  onAgreed,
}: {
  leaseId: string;
  today: string;
  onClose: () => void;
  /** With the booked months that differ now. */
  onAgreed: (differences: readonly Difference[]) => void;
}) {
  const t = useTranslations('IndexRent');
  const [found] = trpc.rent.index.useSuspenseQuery({ leaseId });
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { clause } = found;
  return (
    <div className="flex flex-col gap-5">
      {!found.isGerman && <Notice tone="info">{t('noLaw')}</Notice>}
      {found.isDwelling && found.hasRoom && <Notice tone="info">{t('rooms')}</Notice>}
      {found.isGerman && !found.isDwelling && <Notice tone="info">{t('otherPremises')}</Notice>}
      {clause === null || isEditing ? (
        <ClauseForm
          leaseId={leaseId}
          clause={clause}
          figures={found.figures}
          isGerman={found.isGerman}
          onClose={clause === null ? onClose : () => setEditing(false)}
          onSaved={() => setEditing(false)}
        />
      ) : (
        <>
          <ClauseFacts clause={clause} base={found.base} />
          <div className="-mt-2 flex flex-wrap gap-2">
            <Button size="sm" look="tertiary" onClick={() => setEditing(true)}>
              {t('editClause')}
            </Button>
            <Button size="sm" look="ghost" className="text-muted" onClick={() => setRemoving(true)}>
              {t('removeClause')}
            </Button>
          </div>
          <RaiseForm leaseId={leaseId} today={today} served={found} onClose={onClose} onAgreed={onAgreed} />
        </>
      )}
      {isRemoving && clause && <RemoveClause clause={clause} onClose={() => setRemoving(false)} />}
    </div>
  );
}

function ClauseFacts({ clause, base }: { clause: Clause; base: IndexRent['base'] }) {
  const t = useTranslations('IndexRent');
  const text = useFigureText();
  const formats = useFormats();
  const point = (month: string, indexMilli: number) =>
    t('point', {
      month: formatMonth(monthOf(month), formats),
      index: text('consumer_price_index', indexMilli),
    });
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">{t('agreedOn')}</dt>
      <dd>
        <DateText day={clause.agreedOn} />
      </dd>
      <dt className="text-muted">{t('baseMonth')}</dt>
      <dd className="tabular-nums">{point(clause.baseMonth, clause.baseIndexMilli)}</dd>
      {base && base.month !== clause.baseMonth && (
        <>
          <dt className="text-muted">{t('restsOn')}</dt>
          <dd className="tabular-nums">{point(base.month, base.indexMilli)}</dd>
        </>
      )}
      {clause.note && (
        <>
          <dt className="text-muted">{t('note')}</dt>
          <dd>{clause.note}</dd>
        </>
      )}
    </dl>
  );
}

function RemoveClause({ clause, onClose }: { clause: Clause; onClose: () => void }) {
  const t = useTranslations('IndexRent');
  const remove = trpc.rent.removeIndex.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle')}
      confirmLabel={t('removeClause')}
      confirm={async () => {
        await remove.mutateAsync({ id: clause.id, version: clause.version });
        showSuccess(t('removed'));
      }}
    >
      {t('removeText')}
    </ConfirmDialog>
  );
}
