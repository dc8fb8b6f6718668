import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { showFailure, showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { dismissUploads } from '../../document/components/upload-queue';
import { firstChoice, isWaiting, papersToShow } from '../choice-rules';
import { mostDays, openRoomInput, updateRoomInput, usualDays } from '../schema';
import { choiceText, PaperChoice } from './paper-choice';
import { placeOfCopies } from './paper-copy';
import type { RoomRow } from './room-list';

const field = fieldsOf<typeof openRoomInput>();

/** Whom a room is for, for how long, and which receipts it shows. */
export function RoomForm({
  statementLeaseId,
  room,
  onClose,
}: {
  statementLeaseId: string;
  room: RoomRow | null;
  onClose: () => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const language = useLocale();
  const [choices] = trpc.receiptRoom.choices.useSuspenseQuery({ statementLeaseId });
  const [id] = useState(() => room?.id ?? newId());
  const saved = firstChoice(choices, room?.id ?? null);
  const [chosen, setChosen] = useState(saved);
  const open = trpc.receiptRoom.open.useMutation({ retry: retryTransient });
  const update = trpc.receiptRoom.update.useMutation();
  const papers = papersToShow(choices.bills, chosen);
  const { leaseId } = choices;
  // A copy that is still on its way has nowhere to go once this is closed.
  useEffect(() => () => dismissUploads(placeOfCopies(leaseId)), [leaseId]);
  const opening = useDomainForm({
    schema: openRoomInput,
    fixed: { id, statementLeaseId, language, papers },
    submit: (input) => open.mutateAsync(input),
    onSuccess: ({ isMailed }: { isMailed: boolean }) => {
      if (isMailed) showSuccess(t('opened'));
      else showFailure(t('notMailed'));
      onClose();
    },
  });
  const changing = useDomainForm({
    schema: updateRoomInput,
    fixed: { id, version: room?.version, papers },
    // Also where a copy was deleted, which leaves the room as it is.
    state: `${room?.version} ${choiceText(choices.bills, saved)}`,
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t(room?.state === 'over' ? 'reopened' : 'changed'));
      onClose();
    },
  });
  const form = room ? changing : opening;
  if (!room && choices.recipients.length === 0) return <Notice tone="warning">{t('noAddress')}</Notice>;
  return (
    <DomainForm form={form}>
      {room && <EditConflict form={form} />}
      {!room && (
        <SelectField
          name={field('tenantId')}
          label={t('tenant')}
          hint={t('tenantHint')}
          options={choices.recipients.map(({ tenantId, name, address }) => ({
            value: tenantId,
            label: `${name} · ${address}`,
          }))}
        />
      )}
      <NumberField
        name={field('days')}
        label={t('days')}
        hint={t('daysHint', { most: String(mostDays) })}
        defaultScaled={room?.state === 'open' ? room.days : usualDays}
      />
      <PaperChoice
        leaseId={leaseId}
        bills={choices.bills}
        saved={saved}
        chosen={chosen}
        onChosen={setChosen}
      />
      {isWaiting(chosen) && (
        <p role="status" className="text-sm text-muted">
          {t('awaited')}
        </p>
      )}
      <FormActions onClose={onClose} disabled={isWaiting(chosen)}>
        {t(room ? 'save' : 'openAndMail')}
      </FormActions>
    </DomainForm>
  );
}
