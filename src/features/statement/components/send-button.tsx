'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { useRouter } from '@/i18n/navigation';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Freezes the statement and posts its results, once somebody has said yes. */
export function SendButton({
  propertyId,
  period,
  corrects,
  slips,
}: {
  propertyId: string;
  period: Period;
  /** The version it stands beside; null of the first. */
  corrects: number | null;
  slips: string[];
}) {
  const t = useTranslations('CostStatements');
  const router = useRouter();
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
          router.refresh();
        }}
      >
        {t(corrects === null ? 'sendText' : 'correctText')}
      </ConfirmDialog>
    </div>
  );
}
