import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { ChoiceField } from '@/components/form/choice-field';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import { type HandoverKind, handoverKinds, type LeaseState } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { likelyKind } from '../rules';
import { HandoverDialog } from './handover-dialog';
import { NewHandoverForm } from './handover-form';

type Unit = { id: string; name: string };

/** Writes down a hand-over of a lease and then shows it; open as long as it is mounted. */
export function NewHandoverDialog({
  leaseId,
  state,
  units,
  onClose,
}: {
  leaseId: string;
  state: LeaseState;
  units: readonly Unit[];
  onClose: () => void;
}) {
  const t = useTranslations('Handover');
  const words = useErrorWords();
  const labels = useTranslations('Labels');
  const [createdId, setCreatedId] = useState<string | null>(null);
  const [chosenUnit, setUnit] = useState<string | null>(null);
  const [chosenKind, setKind] = useState<HandoverKind | null>(null);
  const unitId = chosenUnit ?? units[0]?.id ?? '';
  const known = trpc.handover.list.useQuery({ leaseId }, { staleTime: Number.POSITIVE_INFINITY });
  const hasMovedIn = known.data?.some(
    (row) => row.unitId === unitId && row.kind === 'move_in' && row.voidedAt === null,
  );
  const kind = chosenKind ?? likelyKind(hasMovedIn ?? false, state);
  const draft = trpc.handover.draft.useQuery(
    { leaseId, unitId, kind },
    { enabled: known.data !== undefined, refetchOnWindowFocus: false, gcTime: 0 },
  );
  if (createdId !== null) return <HandoverDialog id={createdId} canEdit onClose={onClose} />;
  const failure = known.error ?? draft.error;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="lg" title={t('newTitle')}>
      {failure ? (
        <Notice tone="danger">{words.failure(failure)}</Notice>
      ) : draft.data === undefined ? (
        <SkeletonForm fields={6} />
      ) : (
        <NewHandoverForm
          key={`${unitId} ${kind}`}
          leaseId={leaseId}
          unitId={unitId}
          kind={kind}
          draft={draft.data}
          above={(guard) => (
            <>
              <ChoiceField
                label={t('kind')}
                options={handoverKinds.map((value) => ({ value, label: labels(`handoverKind.${value}`) }))}
                value={kind}
                onValueChange={(value) => guard(() => setKind(value))}
              />
              {units.length > 1 && (
                <ChoiceField
                  label={t('unit')}
                  options={units.map((unit) => ({ value: unit.id, label: unit.name }))}
                  value={unitId}
                  onValueChange={(value) => guard(() => setUnit(value))}
                />
              )}
            </>
          )}
          onDone={setCreatedId}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
