import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { FormFailure } from '@/components/form/domain-form';
import { showSuccess } from '@/components/toast';
import { type Failure, failureOf } from '@/i18n/failure';
import { trpc } from '@/trpc/client';
import { type Difference, PostedDifferences } from './posted-differences';

/** Booked months that differ from what is agreed by now: the listed correction a person confirms or leaves. */
export function CorrectPosted({
  leaseId,
  differences,
  onClose,
}: {
  leaseId: string;
  differences: readonly Difference[];
  onClose: () => void;
}) {
  const t = useTranslations('AgreeRent');
  const correct = trpc.rent.correct.useMutation();
  const [failure, setFailure] = useState<Failure | null>(null);

  function confirm() {
    setFailure(null);
    correct.mutate(
      { leaseId, chargeIds: differences.map((month) => month.chargeId) },
      {
        onSuccess: () => {
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
      <PostedDifferences differences={differences} />
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {t('leave')}
        </Button>
        <Button look="primary" pending={correct.isPending} onClick={confirm}>
          {t('correct')}
        </Button>
      </DialogActions>
    </div>
  );
}

export function CorrectDialog({ leaseId, differences, onClose }: Parameters<typeof CorrectPosted>[0]) {
  const t = useTranslations('AgreeRent');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('differTitle')}
      description={t('differLater')}
    >
      <CorrectPosted leaseId={leaseId} differences={differences} onClose={onClose} />
    </Dialog>
  );
}
