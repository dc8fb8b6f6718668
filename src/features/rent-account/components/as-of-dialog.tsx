import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { calendarDaysIcon, downloadIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { useDownload } from '@/components/use-download';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';

/** As of which day the account is shown, printed or written out. */
export function AsOfDialog({
  tenantId,
  format,
  showAsOf,
  onClose,
}: {
  tenantId: string;
  format: 'pdf' | 'csv' | 'page';
  showAsOf: (day: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations('Account');
  const words = useTranslations('Form');
  const problems = useTranslations('Errors.field');
  const { language } = useFormats();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [asOf, setAsOf] = useState<string | null>(portfolio.today);
  const download = useDownload();
  const [from, setFrom] = useState<string | null>(null);
  const isPage = format === 'page';
  const isReversed = from !== null && asOf !== null && from > asOf;
  const query = new URLSearchParams({
    ...{ tenantId, format, language, asOf: asOf ?? portfolio.today },
    ...(from !== null && { from }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t({ pdf: 'print' as const, csv: 'csv' as const, page: 'showAsOf' as const }[format])}
      description={t(isPage ? 'asOfText' : 'fromText')}
    >
      <div className="flex flex-col gap-4">
        {!isPage && <DateField name={null} label={t('fromDay')} onDayChange={setFrom} optional />}
        <DateField name={null} label={t('asOf')} defaultDay={portfolio.today} onDayChange={setAsOf} />
        {isReversed && (
          <Notice tone="danger" live>
            {problems('end_before_start')}
          </Notice>
        )}
      </div>
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {words('cancel')}
        </Button>
        <Button
          look="primary"
          icon={isPage ? calendarDaysIcon : downloadIcon}
          disabled={asOf === null || isReversed}
          onClick={() => {
            if (isPage) showAsOf(asOf ?? portfolio.today);
            else void download(`/api/account/statement?${query}`);
            onClose();
          }}
        >
          {t(isPage ? 'show' : 'download')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
