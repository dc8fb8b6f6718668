import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { Notice } from '@/components/notice';
import { SegmentedChoice } from '@/components/segmented-choice';
import { Skeleton } from '@/components/skeleton';
import { useErrorWords } from '@/i18n/error-words';
import type { Invoice } from '@/invoice/invoice';
import { isInvoiceFile } from '../file-kind-rules';
import type { DocumentRow } from './document-words';
import { InvoiceFlaws } from './invoice-flaws';

const InvoiceView = lazyPart(() =>
  import('./invoice-view').then((module) => ({ default: module.InvoiceView })),
);

/** Invoices are small; a plan of a house is not fetched a second time to see whether it is one. */
const LARGEST_PDF_LOOKED_INTO = 5_000_000;

/** A file that is an electronic invoice, or a PDF that carries one: what it says, beside the paper where there is one. */
export function InvoicePreview({
  row,
  url,
  paper,
}: {
  row: DocumentRow;
  url: string | undefined;
  /** The file as it looks; null where it has no look. */
  paper: ReactNode;
}) {
  const t = useTranslations('InvoiceFile');
  const words = useErrorWords();
  const [view, setView] = useState<'paper' | 'data'>('paper');
  const isXml = isInvoiceFile(row.fileName);
  const read = useQuery({
    queryKey: ['invoice-file', row.id, row.version],
    queryFn: async ({ signal }) => {
      const { readInvoiceFile } = await import('./read-invoice-file');
      const response = await fetch(url ?? '', { signal });
      if (!response.ok) throw new Error(`The file answered ${response.status}.`);
      return readInvoiceFile(await response.blob(), row.fileName);
    },
    enabled: url !== undefined && (isXml || row.sizeBytes <= LARGEST_PDF_LOOKED_INTO),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (isXml) {
    if (read.data) return <Data invoice={read.data} />;
    if (read.error) return <Notice tone="danger">{words.failure(read.error)}</Notice>;
    if (read.data === null) return <Notice tone="warning">{t('notRead')}</Notice>;
    return <Skeleton className="h-64 w-full rounded-xl" />;
  }
  if (!read.data) return paper;
  return (
    <>
      <SegmentedChoice
        label={t('view')}
        options={[
          { value: 'paper', label: t('viewPaper') },
          { value: 'data', label: t('viewData') },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'data' ? <Data invoice={read.data} /> : paper}
    </>
  );
}

const Data = ({ invoice }: { invoice: Invoice }) => (
  <>
    <InvoiceFlaws invoice={invoice} />
    <Suspense fallback={<Skeleton className="h-64 w-full rounded-xl" />}>
      <InvoiceView invoice={invoice} />
    </Suspense>
  </>
);
