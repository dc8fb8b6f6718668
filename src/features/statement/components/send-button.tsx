'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { useRefresh } from '@/i18n/use-refresh';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { SenderGap } from '../../outbox/components/sender-gap';
import type { SenderGap as Gap } from '../../outbox/sender-rules';

/** Freezes the statement and posts its results, once somebody has said yes. */
export function SendButton({
  propertyId,
  period,
  corrects,
  slips,
  senderGap,
}: {
  propertyId: string;
  period: Period;
  /** The version it stands beside; null of the first. */
  corrects: number | null;
  slips: string[];
  /** What its letters would lack of who writes them. */
  senderGap: Gap | null;
}) {
  const t = useTranslations('CostStatements');
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const [id] = useState(() => crypto.randomUUID());
  const send = trpc.costStatement.send.useMutation({ retry: retryTransient });
  return (
    <div>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t('send')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t(corrects === null ? 'sendTitle' : 'correctTitle')}
        confirmLabel={t('send')}
        tone="primary"
        confirm={async () => {
          await send.mutateAsync({ id, propertyId, corrects, slips, ...period });
          showSuccess(t('sendDone'));
          refresh();
        }}
      >
        <div className="grid gap-3">
          <p>{t(corrects === null ? 'sendText' : 'correctText')}</p>
          <SenderGap gap={senderGap} />
        </div>
      </ConfirmDialog>
    </div>
  );
}
