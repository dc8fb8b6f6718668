import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { banIcon, historyIcon, mailIcon, pencilIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { showFailure, showSuccess } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import type { RoomRow } from './room-list';

const RoomLog = lazyDialog(async () => (await import('./room-log')).RoomLog);

/** What can be done with a room: see what happened there, show other receipts, mail the link again, close it. */
export function RoomActions({
  room,
  canEdit,
  onEdit,
}: {
  room: RoomRow;
  canEdit: boolean;
  onEdit: () => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const words = useErrorWords();
  const [isLogOpen, setLogOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const revoke = trpc.receiptRoom.revoke.useMutation({ retry: retryTransient });
  const again = trpc.receiptRoom.mailAgain.useMutation();
  const name = room.tenantName;
  const mailAgain = async () => {
    try {
      const { isMailed } = await again.mutateAsync({ id: room.id, version: room.version });
      if (isMailed) showSuccess(t('mailed'));
      else showFailure(t(room.mailedAt === null ? 'notMailed' : 'notMailedAgain'));
    } catch (error) {
      showFailure(words.failure(error));
    }
  };
  const isOpen = room.state === 'open';
  return (
    <div className="-ml-2 flex flex-wrap gap-1">
      <Button
        size="sm"
        look="ghost"
        icon={historyIcon}
        aria-label={t('logOf', { name })}
        onClick={() => setLogOpen(true)}
      >
        {t('log')}
      </Button>
      {canEdit && room.state !== 'revoked' && (
        <Button
          size="sm"
          look="ghost"
          icon={pencilIcon}
          aria-label={t(isOpen ? 'changeOf' : 'reopenOf', { name })}
          onClick={onEdit}
        >
          {t(isOpen ? 'change' : 'reopen')}
        </Button>
      )}
      {canEdit && isOpen && (
        <>
          <Button
            size="sm"
            look="ghost"
            icon={mailIcon}
            pending={again.isPending}
            aria-label={t('mailAgainOf', { name })}
            onClick={() => void mailAgain()}
          >
            {t('mailAgain')}
          </Button>
          <Button
            size="sm"
            look="ghost"
            icon={banIcon}
            aria-label={t('revokeOf', { name })}
            onClick={() => setAsking(true)}
          >
            {t('revoke')}
          </Button>
        </>
      )}
      {isLogOpen && <RoomLog room={room} onClose={() => setLogOpen(false)} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('revokeTitle', { name })}
        confirmLabel={t('revoke')}
        confirm={async () => {
          await revoke.mutateAsync({ id: room.id, version: room.version });
          showSuccess(t('revoked'));
        }}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </div>
  );
}
