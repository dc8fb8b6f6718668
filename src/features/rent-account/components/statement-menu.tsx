import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Icon } from '@/components/icon';
import {
  calendarDaysIcon,
  ellipsisIcon,
  fileSpreadsheetIcon,
  fileTextIcon,
  handCoinsIcon,
  qrCodeIcon,
} from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { lazyPart } from '@/components/lazy-part';
import { Menu } from '@/components/menu';
import { useDownload } from '@/components/use-download';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';

const AsOfDialog = lazyDialog(async () => (await import('./as-of-dialog')).AsOfDialog);
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
  const download = useDownload();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const today = new URLSearchParams({
    tenantId,
    format: 'pdf',
    language: formats.language,
    asOf: portfolio.today,
  });
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
            {
              id: 'pdf',
              icon: fileTextIcon,
              label: t('print'),
              onSelect: () => void download(`/api/account/statement?${today}`),
            },
            { id: 'pdf-of', icon: fileTextIcon, label: t('printOf'), onSelect: () => setFormat('pdf') },
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
