import { useTranslations } from 'next-intl';
import { Notice } from '@/components/notice';
import { useFormats } from '@/i18n/formats-provider';
import { flawsOf } from '@/invoice/check';
import type { Invoice } from '@/invoice/invoice';

/** What is wrong with an invoice, before anything is paid. */
export function InvoiceFlaws({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('InvoiceFile');
  const { citesGermanLaw = false } = useFormats();
  const flaws = flawsOf(invoice);
  if (flaws.length === 0) return null;
  return (
    <Notice tone="warning" title={t('flawsTitle', { count: flaws.length })}>
      <ul className="list-disc ps-4">
        {flaws.map((flaw) => (
          <li key={flaw}>{flaw === 'summary' && citesGermanLaw ? t('summaryIsNone') : t(`flaws.${flaw}`)}</li>
        ))}
      </ul>
    </Notice>
  );
}
