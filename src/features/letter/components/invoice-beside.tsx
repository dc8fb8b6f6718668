import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { downloadIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import type { Look } from './write-letter';

/** A bill with VAT comes as an electronic invoice as well, or what is missing for that. */
export function InvoiceBeside({
  invoice,
  isGerman,
}: {
  invoice: NonNullable<Look['invoice']>;
  isGerman: boolean;
}) {
  const t = useTranslations('WriteLetter.invoice');
  const { xml } = invoice;
  if (xml === null) {
    return (
      <Notice tone="warning" title={t('title')}>
        <p>{t('gaps')}</p>
        <ul className="list-disc ps-4">
          {invoice.gaps.map((gap) => (
            <li key={gap}>{t(`gap.${gap}`)}</li>
          ))}
        </ul>
      </Notice>
    );
  }
  return (
    <Notice title={t('title')}>
      <p>{t('comes')}</p>
      {isGerman && <p className="mt-1 text-muted">{t('whenNeeded')}</p>}
      <Button
        look="tertiary"
        size="sm"
        icon={downloadIcon}
        className="mt-2"
        onClick={() => saveFile(new Blob([xml], { type: 'application/xml' }), `${t('title')}.xml`)}
      >
        {t('save')}
      </Button>
    </Notice>
  );
}
