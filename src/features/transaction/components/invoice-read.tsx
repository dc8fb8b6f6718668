import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Fold } from '@/components/form/fold';
import { lazyPart } from '@/components/lazy-part';
import { Notice } from '@/components/notice';
import { InvoiceFlaws } from '@/features/document/components/invoice-flaws';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { proposalOf } from '@/invoice/booking';
import type { Invoice } from '@/invoice/invoice';
import { trpc } from '@/trpc/client';

const InvoiceView = lazyPart(() =>
  import('@/features/document/components/invoice-view').then((module) => ({ default: module.InvoiceView })),
);

const noFields = [] as const;

/** What an electronic invoice among the receipts says, and what to mind before it is booked. */
export default function InvoiceRead({
  invoice,
  isExpense,
  amountCents,
}: {
  invoice: Invoice;
  isExpense: boolean;
  /** What stands in the form. */
  amountCents: number | null;
}) {
  const t = useTranslations('InvoiceFile');
  const formats = useFormats();
  const { number, seller, currency, vat } = invoice;
  const proposed = proposalOf(invoice, { currency: formats.currency, isExpense }).amountCents;
  const billed = proposalOf(invoice, { currency: currency ?? formats.currency, isExpense }).amountCents;
  const asked = { search: number ?? '', limit: 20 };
  const booked = trpc.transaction.list.useQuery(asked, { enabled: number !== null });
  const before = booked.data?.rows.find(
    (row) =>
      row.invoiceNumber === number && (row.invoiceOn === invoice.issuedOn || row.payee === seller.name),
  );
  return (
    <div className="mt-3 grid gap-3">
      <Notice live title={t('read')}>
        <p>
          {t('readText', {
            number: number ?? t('unnamed'),
            seller: seller.name ?? t('unknownSeller'),
            amount: billed === null ? '–' : formatMoney(billed, currency ?? formats.currency, formats),
          })}
        </p>
        <p>{t('filled')}</p>
      </Notice>
      <InvoiceFlaws invoice={invoice} />
      {before && (
        <Notice tone="warning" live>
          {t('bookedBefore', {
            number: before.invoiceNumber ?? '',
            title: before.title,
            day: formatDate(before.bookedOn, formats),
          })}
        </Notice>
      )}
      {currency !== null && currency !== formats.currency && (
        <Notice tone="warning">{t('otherCurrency', { currency })}</Notice>
      )}
      {proposed !== null && amountCents !== null && amountCents !== proposed && (
        <Notice tone="warning">
          {t('otherAmount', { amount: formatMoney(proposed, formats.currency, formats) })}
        </Notice>
      )}
      {vat.length > 1 && <Notice>{t('severalRates')}</Notice>}
      <Fold title={t('show')} fields={noFields}>
        <Suspense>
          <InvoiceView invoice={invoice} />
        </Suspense>
      </Fold>
    </div>
  );
}
