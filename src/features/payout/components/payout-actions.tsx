'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { downloadIcon } from '@/components/icons';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { PayoutRow } from './payout-list';
import { usePayoutFile } from './use-payout-file';

/** What may be done with a file: looked at, handed to the bank, called off as long as nothing of it was paid. */
export function PayoutActions({
  row,
  canEdit,
  onShow,
  onCancel,
}: {
  row: PayoutRow;
  canEdit: boolean;
  onShow: () => void;
  onCancel: () => void;
}) {
  const t = useTranslations('Payouts');
  const day = formatDate(row.executeOn, useFormats());
  const handOut = usePayoutFile();
  const isOpen = canEdit && row.cancelledAt === null;
  const isUntouched = row.confirmedCents + row.returnedCents === 0 && row.orderedCents > 0;
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Button size="sm" look="ghost" aria-label={t('showOf', { day })} onClick={onShow}>
        {t('show')}
      </Button>
      {isOpen && (
        <Button
          size="sm"
          look="ghost"
          icon={downloadIcon}
          aria-label={t('downloadOf', { day })}
          onClick={() => void handOut(row.id)}
        >
          {t('download')}
        </Button>
      )}
      {isOpen && isUntouched && (
        <Button size="sm" look="ghost" aria-label={t('cancelOf', { day })} onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </span>
  );
}
