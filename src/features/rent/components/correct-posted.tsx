'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog';
import { FormFailure } from '@/components/form/domain-form';
import { showSuccess } from '@/components/toast';
import { useAccountRefresh } from '@/features/ledger/components/use-account-refresh';
import { type Failure, failureOf } from '@/i18n/failure';
import { trpc } from '@/trpc/client';
import type { UpdateRentInput } from '../schema';
import { type Difference, PostedDifferences } from './posted-differences';

/** A rent that was just agreed, with the posted months it would make different. */
export type Uncorrected = {
  rent: Omit<UpdateRentInput, 'version' | 'correctPosted'>;
  differences: readonly Difference[];
};

/** The listed correction a person confirms or leaves. */
export function CorrectPosted({ uncorrected, onClose }: { uncorrected: Uncorrected; onClose: () => void }) {
  const t = useTranslations('AgreeRent');
  const refresh = useAccountRefresh();
  const update = trpc.rent.update.useMutation();
  const [failure, setFailure] = useState<Failure | null>(null);

  function correct() {
    setFailure(null);
    // The rent as it was agreed a moment ago, in its first version: only its posted months are to follow.
    update.mutate(
      { ...uncorrected.rent, version: 1, correctPosted: true },
      {
        onSuccess: () => {
          refresh({ leases: true });
          showSuccess(t('corrected'));
          onClose();
        },
        onError: (error) => setFailure(failureOf(error)),
      },
    );
  }

  return (
    <div className="flex flex-col gap-4">
      <FormFailure failure={failure} />
      <PostedDifferences differences={uncorrected.differences} />
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {t('leave')}
        </Button>
        <Button look="primary" pending={update.isPending} onClick={correct}>
          {t('correct')}
        </Button>
      </DialogActions>
    </div>
  );
}
