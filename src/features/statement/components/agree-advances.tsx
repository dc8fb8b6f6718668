'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showSuccess } from '@/components/toast';
import { useRefresh } from '@/i18n/use-refresh';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** Agrees the proposed advances, once somebody has said yes. */
export function AgreeAdvances({
  place,
  leaseIds,
  hasByContract,
  note,
}: {
  place: { propertyId: string; from: string; to: string };
  leaseIds: string[];
  /** Some of them are no homes, where the contract decides. */
  hasByContract: boolean;
  note: string;
}) {
  const t = useTranslations('CostStatements.newAdvances');
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const agree = trpc.costStatement.agreeAdvances.useMutation({ retry: retryTransient });
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t('agree')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('agreeTitle', { count: leaseIds.length })}
        confirmLabel={t('agree')}
        tone="primary"
        confirm={async () => {
          await agree.mutateAsync({ ...place, leaseIds, note });
          showSuccess(t('done'));
          refresh();
        }}
      >
        {[t('agreeText'), hasByContract && t('agreeTextOther')].filter(Boolean).join(' ')}
      </ConfirmDialog>
    </>
  );
}
