import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { SkeletonForm } from '@/components/skeleton-form';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { EditHandoverForm } from './handover-form';
import { HandoverView } from './handover-view';
import { useRecordWords } from './handover-words';
import { RecordActions } from './record-actions';

/** One record, to read or to change; open as long as it is mounted. Begun with a change, it closes after that. */
export function HandoverDialog({
  id,
  canEdit,
  startsEditing = false,
  onClose,
}: {
  id: string;
  canEdit: boolean;
  startsEditing?: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('Handover');
  const words = useErrorWords();
  const wordsOf = useRecordWords();
  const [isEditing, setEditing] = useState(startsEditing);
  const query = trpc.handover.get.useQuery({ id });
  const record = query.data;
  const leave = startsEditing ? onClose : () => setEditing(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={isEditing ? t('editTitle') : t('title')}
      description={record && wordsOf(record)}
    >
      {query.error ? (
        <Notice tone="danger">{words.failure(query.error)}</Notice>
      ) : record === undefined ? (
        <SkeletonForm fields={6} />
      ) : isEditing ? (
        <EditHandoverForm record={record} onDone={leave} onCancel={leave} />
      ) : (
        <div className="flex flex-col gap-5">
          <RecordActions record={record} canEdit={canEdit} onEdit={() => setEditing(true)} />
          <HandoverView record={record} canEdit={canEdit} />
        </div>
      )}
    </Dialog>
  );
}
