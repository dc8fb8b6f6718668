'use client';

import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { Icon } from '@/components/icon';
import {
  calendarDaysIcon,
  downloadIcon,
  ellipsisIcon,
  fileSpreadsheetIcon,
  fileTextIcon,
  handCoinsIcon,
  qrCodeIcon,
} from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Menu } from '@/components/menu';
import { useDownload } from '@/components/use-download';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';

// The code of a QR code, for few.
const PaymentCodeDialog = lazyPart(() =>
  import('./payment-code-dialog').then((part) => ({ default: part.PaymentCodeDialog })),
);

/** What one does seldom with an account: print it, download it, pay credit back. */
export function StatementMenu({
  tenantId,
  refund,
  showAsOf,
}: {
  tenantId: string;
  refund: (() => void) | null;
  showAsOf: (day: string) => void;
}) {
  const t = useTranslations('Account');
  const formats = useFormats();
  const [format, setFormat] = useState<'pdf' | 'csv' | 'page' | null>(null);
  const [showsCode, setShowsCode] = useState(false);
  return (
    <>
      <Menu
        label={t('more')}
        trigger={<Icon icon={ellipsisIcon} />}
        iconOnly
        groups={[
          [
            { id: 'page', icon: calendarDaysIcon, label: t('showAsOf'), onSelect: () => setFormat('page') },
            { id: 'pdf', icon: fileTextIcon, label: t('print'), onSelect: () => setFormat('pdf') },
            { id: 'csv', icon: fileSpreadsheetIcon, label: t('csv'), onSelect: () => setFormat('csv') },
          ],
          ...(formats.currency === 'EUR'
            ? [
                [
                  {
                    id: 'code',
                    icon: qrCodeIcon,
                    label: t('paymentCode'),
                    onSelect: () => setShowsCode(true),
                  },
                ],
              ]
            : []),
          ...(refund ? [[{ id: 'refund', icon: handCoinsIcon, label: t('refund'), onSelect: refund }]] : []),
        ]}
      />
      {format && (
        <AsOfDialog tenantId={tenantId} format={format} showAsOf={showAsOf} onClose={() => setFormat(null)} />
      )}
      {showsCode && (
        <Suspense>
          <PaymentCodeDialog tenantId={tenantId} onClose={() => setShowsCode(false)} />
        </Suspense>
      )}
    </>
  );
}

function AsOfDialog({
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
  const { language } = useFormats();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [asOf, setAsOf] = useState<string | null>(portfolio.today);
  const download = useDownload();
  const [from, setFrom] = useState<string | null>(null);
  const isPage = format === 'page';
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
      {!isPage && <DateField name={null} label={t('fromDay')} onDayChange={setFrom} optional />}
      <DateField name={null} label={t('asOf')} defaultDay={portfolio.today} onDayChange={setAsOf} />
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {words('cancel')}
        </Button>
        <Button
          look="primary"
          icon={isPage ? calendarDaysIcon : downloadIcon}
          disabled={asOf === null || (from !== null && from > asOf)}
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
