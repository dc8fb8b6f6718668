'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { ChoiceField } from '@/components/form/choice-field';
import { Icon } from '@/components/icon';
import { banIcon, chevronDownIcon, ellipsisIcon, fileTextIcon, pencilIcon } from '@/components/icons';
import { Menu } from '@/components/menu';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import { showFailure, showSuccess, showUndoable } from '@/components/toast';
import { useDownload } from '@/components/use-download';
import { placeWords } from '@/domain/names';
import { type HandoverKind, handoverKinds, languages } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { languageName } from '@/i18n/language-name';
import { trpc } from '@/trpc/client';
import { EditHandoverForm, NewHandoverForm } from './handover-form';
import { HandoverView } from './handover-view';
import type { HandoverRecord } from './handover-words';

type Unit = { id: string; name: string };

/** One record, to read or to change; open as long as it is mounted. */
export function HandoverDialog({
  id,
  canEdit,
  onClose,
}: {
  id: string;
  canEdit: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('Handover');
  const words = useErrorWords();
  const formats = useFormats();
  const labels = useTranslations('Labels');
  const [isEditing, setEditing] = useState(false);
  const query = trpc.handover.get.useQuery({ id });
  const record = query.data;
  const when = (row: HandoverRecord) => {
    const day = formatDate(row.heldOn, formats);
    return row.heldAt === null ? t('on', { day }) : t('onAt', { day, time: row.heldAt });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={isEditing ? t('editTitle') : t('title')}
      description={
        record &&
        `${labels(`handoverKind.${record.kind}`)} ${when(record)} · ${placeWords([{ ...record.unit, id: record.unitId, propertyName: record.property.name }])}`
      }
    >
      {query.error ? (
        <Notice tone="danger">{words.failure(query.error)}</Notice>
      ) : record === undefined ? (
        <SkeletonForm fields={6} />
      ) : isEditing ? (
        <EditHandoverForm
          record={record}
          onDone={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div className="flex flex-col gap-5">
          <RecordActions record={record} canEdit={canEdit} onEdit={() => setEditing(true)} />
          <HandoverView record={record} canEdit={canEdit} />
        </div>
      )}
    </Dialog>
  );
}

function RecordActions({
  record: { id, version, voidedAt, letterLanguage },
  canEdit,
  onEdit,
}: {
  record: HandoverRecord;
  canEdit: boolean;
  onEdit: () => void;
}) {
  const t = useTranslations('Handover');
  const locale = useLocale();
  const words = useErrorWords();
  const remove = trpc.handover.void.useMutation();
  const download = useDownload();
  const restore = trpc.handover.restore.useMutation();
  async function bringBack(seen: { id: string; version: number }) {
    try {
      await restore.mutateAsync(seen);
      showSuccess(t('restored'));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  async function takeAway() {
    try {
      const seen = await remove.mutateAsync({ id, version });
      showUndoable(t('voided'), t('undo'), () => void bringBack(seen));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }
  const inOrder = [letterLanguage, ...languages.filter((language) => language !== letterLanguage)];
  const pdf = (
    <Menu
      label={t('pdf')}
      look="secondary"
      size="sm"
      placement="bottom start"
      trigger={
        <>
          <Icon icon={fileTextIcon} />
          {t('pdf')}
          <Icon icon={chevronDownIcon} />
        </>
      }
      groups={[
        inOrder.map((language) => ({
          id: language,
          label: t('pdfIn', { language: languageName(language, locale) }),
          onSelect: () => void download(`/api/handover?${new URLSearchParams({ id, language })}`),
        })),
      ]}
    />
  );
  if (voidedAt !== null) {
    return (
      <>
        <Notice tone="warning">{t('voidText')}</Notice>
        <div className="flex flex-wrap gap-2">
          {pdf}
          {canEdit && (
            <Button size="sm" look="primary" onClick={() => void bringBack({ id, version })}>
              {t('restore')}
            </Button>
          )}
        </div>
      </>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {pdf}
      {canEdit && (
        <>
          <Button size="sm" icon={pencilIcon} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Menu
            label={t('more')}
            size="sm"
            iconOnly
            trigger={<Icon icon={ellipsisIcon} />}
            groups={[
              [
                {
                  id: 'void',
                  label: t('voidAction'),
                  icon: banIcon,
                  tone: 'danger',
                  onSelect: () => void takeAway(),
                },
              ],
            ]}
          />
        </>
      )}
    </div>
  );
}

/** Writes down a hand-over of a lease and then shows it; open as long as it is mounted. */
export function NewHandoverDialog({
  leaseId,
  units,
  onClose,
}: {
  leaseId: string;
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
  const kind = chosenKind ?? (hasMovedIn ? 'move_out' : 'move_in');
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
