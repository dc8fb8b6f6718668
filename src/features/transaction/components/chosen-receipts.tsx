import { useTranslations } from 'next-intl';
import { Suspense, useId, useState } from 'react';
import { Button } from '@/components/button';
import { useFormConnection } from '@/components/form/form-context';
import { Icon } from '@/components/icon';
import { xIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { showFailure } from '@/components/toast';
import { ChooseFiles } from '@/features/document/components/choose-files';
import { fileIcon } from '@/features/document/components/document-words';
import { useFileDrop } from '@/features/document/components/use-file-drop';
import { useErrorWords } from '@/i18n/error-words';
import { useFormats } from '@/i18n/formats-provider';
import type { Invoice } from '@/invoice/invoice';
import { trpc } from '@/trpc/client';

// Few receipts are electronic invoices, and a page of bookings weighs enough.
const InvoiceRead = lazyPart(() => import('./invoice-read'));

/** Receipts of a booking that is not there yet: they are sent once it is. An electronic invoice fills in its form. */
export function ChosenReceipts({
  files,
  onChange,
  isExpense,
  amountCents,
}: {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  isExpense: boolean;
  /** What stands in the form. */
  amountCents: number | null;
}) {
  const t = useTranslations('BookingForm');
  const id = useId();
  const errors = useErrorWords();
  const form = useFormConnection();
  const formats = useFormats();
  const [[categories], [{ jurisdiction }]] = [
    trpc.category.list.useSuspenseQuery({}),
    trpc.portfolio.get.useSuspenseQuery(),
  ];
  const [invoices, setInvoices] = useState<ReadonlyMap<File, Invoice>>(new Map());

  async function read(chosen: readonly File[]) {
    const [{ readInvoiceFile }, { fillBooking }] = await Promise.all([
      import('@/features/document/components/read-invoice-file'),
      import('./fill-booking'),
    ]);
    for (const file of chosen) {
      const invoice = await readInvoiceFile(file, file.name);
      if (!invoice) continue;
      setInvoices((before) => new Map(before).set(file, invoice));
      if (form) fillBooking(form, invoice, { isExpense, categories, formats });
    }
  }

  const add = (chosen: readonly File[]) => {
    onChange([...files, ...chosen]);
    // Where what reads it does not come, as without a connection, the file is kept all the same.
    read(chosen).catch((error: unknown) => showFailure(errors.failure(error)));
  };
  const drop = useFileDrop(add, true);
  return (
    <section
      {...drop.handlers}
      aria-labelledby={id}
      className={
        drop.isOver ? 'rounded-xl outline-2 outline-offset-4 outline-accent outline-dashed' : undefined
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 id={id} className="text-sm font-medium">
          {t('receipts')}
        </h3>
        <div className="flex flex-wrap gap-2">
          <ChooseFiles onFiles={add} />
        </div>
      </div>
      {files.length === 0 && jurisdiction !== 'US' && (
        <p className="text-sm text-muted">{t('receiptsHint')}</p>
      )}
      {files.length > 0 && (
        <ul className="mt-2 divide-y divide-separator overflow-clip rounded-xl border border-border text-sm">
          {files.map((file, index) => (
            <li
              key={`${file.name} ${file.lastModified}`}
              className="flex items-center gap-2.5 py-1 ps-3.5 pe-1.5"
            >
              <Icon icon={fileIcon(file.type)} className="text-muted" />
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={xIcon}
                aria-label={t('removeReceipt', { name: file.name })}
                onClick={() => onChange(files.filter((_, place) => place !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {files.map((file) => {
        const invoice = invoices.get(file);
        return (
          invoice && (
            <Suspense key={`${file.name} ${file.lastModified}`}>
              <InvoiceRead {...{ invoice, isExpense, amountCents }} />
            </Suspense>
          )
        );
      })}
    </section>
  );
}
