'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { showFailure, showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { mostDays, openRoomInput, updateRoomInput, usualDays } from '../schema';
import { type Chosen, firstChoice, keyOf, PaperChoice } from './paper-choice';
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
  const words = useTranslations('Form');
  const language = useLocale();
  const [choices] = trpc.receiptRoom.choices.useSuspenseQuery({ statementLeaseId });
  const [id] = useState(() => room?.id ?? newId());
  const [chosen, setChosen] = useState<Chosen>(() => firstChoice(choices, room?.id ?? null));
  const open = trpc.receiptRoom.open.useMutation({ retry: retryTransient });
  const update = trpc.receiptRoom.update.useMutation();
  const papers = choices.bills.flatMap(({ billId, papers: own }) =>
    own.flatMap(({ documentId }) => {
      const one = chosen[keyOf({ billId, documentId })];
      return one?.isShown ? [{ billId, documentId, shownDocumentId: one.copy?.documentId ?? null }] : [];
    }),
  );
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
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('changed'));
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
        defaultScaled={room ? Math.max(1, room.days) : usualDays}
      />
      <PaperChoice
        leaseId={choices.leaseId}
        bills={choices.bills}
        chosen={chosen}
        onChosen={(some) => setChosen((before) => ({ ...before, ...some }))}
      />
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {words('cancel')}
        </Button>
        <SubmitButton>{t(room ? 'save' : 'openAndMail')}</SubmitButton>
      </DialogActions>
    </DomainForm>
  );
}
