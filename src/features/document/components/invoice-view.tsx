import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { CopyButton } from '@/components/copy-button';
import { DateText } from '@/components/date-text';
import { type Fact, FactList } from '@/components/fact-list';
import { downloadIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { saveFile } from '@/components/save-file';
import { formatDayRange, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Invoice, InvoiceFile, InvoiceLine, Party } from '@/invoice/invoice';
import { formatIban } from '@/lib/iban';
import { nameOfFile } from '../rules';
import { useQuantityWords } from './invoice-words';

/** All that an electronic invoice says, for people: the structured part goes before its picture (14.4 (3) UStAE). */
export function InvoiceView({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('InvoiceFile');
  return (
    <div className="grid gap-5 text-sm">
      <FactList facts={useHeadFacts(invoice)} />
      <Part title={t('lines')}>
        <ul className="divide-y divide-separator rounded-xl border border-border">
          {invoice.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines stay in their order
            <Line key={at} line={line} currency={invoice.currency} />
          ))}
          {invoice.adjustments.map(({ reason, amountCents }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as they stand in the file
            <li key={at} className="flex justify-between gap-4 px-3.5 py-2">
              <span>{reason ?? t((amountCents ?? 0) < 0 ? 'discount' : 'surcharge')}</span>
              <Amount cents={amountCents} currency={invoice.currency} />
            </li>
          ))}
        </ul>
        <Sums invoice={invoice} />
      </Part>
      <Payment invoice={invoice} />
      {invoice.notes.length > 0 && (
        <Part title={t('notes')}>
          {invoice.notes.map((note, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as they stand in the file
            <p key={at} className="wrap-break-word whitespace-pre-line">
              {note}
            </p>
          ))}
        </Part>
      )}
      {invoice.files.length > 0 && (
        <Part title={t('files')}>
          <ul className="flex flex-wrap gap-2">
            {invoice.files.map((file, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be called the same
              <li key={at} className="min-w-0">
                <Button look="secondary" size="sm" icon={downloadIcon} onClick={() => saveInside(file)}>
                  <span className="truncate">{file.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function useHeadFacts(invoice: Invoice): Fact[] {
  const t = useTranslations('InvoiceFile');
  const formats = useFormats();
  const { serviceFrom, serviceTo } = invoice;
  const known = (label: string, value: ReactNode): Fact[] => (value === null ? [] : [{ label, value }]);
  const service =
    serviceFrom === null || serviceTo === null ? null : formatDayRange(serviceFrom, serviceTo, formats);
  return [
    ...known(t(invoice.isCredit ? 'creditNumber' : 'number'), invoice.number),
    ...known(t('issuedOn'), invoice.issuedOn && <DateText day={invoice.issuedOn} />),
    ...known(t('service'), service),
    ...known(t('seller'), partyText(invoice.seller)),
    ...known(t('buyer'), partyText(invoice.buyer)),
    ...known(t('vatId'), invoice.seller.vatId),
    ...known(t('taxNumber'), invoice.seller.taxNumber),
    ...known(t('contact'), lines([invoice.seller.phone, invoice.seller.email])),
  ];
}

function lines(parts: readonly (string | null)[]): ReactNode {
  const there = parts.filter((part) => part !== null);
  return there.length === 0 ? null : (
    <span className="wrap-break-word whitespace-pre-line">{there.join('\n')}</span>
  );
}

const partyText = ({ name, address, countryCode }: Party) =>
  lines([name, ...address, countryCode === 'DE' ? null : countryCode]);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Amount({ cents, currency }: { cents: number | null; currency: string | null }) {
  if (cents === null) return '–';
  return <Money amountCents={cents} {...(currency && { currency })} />;
}

function Line({ line, currency }: { line: InvoiceLine; currency: string | null }) {
  const t = useTranslations('InvoiceFile');
  const formats = useFormats();
  const quantityWords = useQuantityWords();
  const { from, to } = line;
  const small = [
    line.quantity === null ? null : quantityWords(line.quantity, line.unitCode),
    line.vatRateBp === null ? null : t('vatOf', { rate: formatPercent(line.vatRateBp, formats) }),
    from !== null && to !== null ? formatDayRange(from, to, formats) : null,
  ].filter((part) => part !== null);
  return (
    <li className="px-3.5 py-2">
      <p className="flex justify-between gap-4">
        <span className="min-w-0 wrap-break-word">{line.name ?? '–'}</span>
        <Amount cents={line.netCents} currency={currency} />
      </p>
      {line.description && (
        <p className="wrap-break-word whitespace-pre-line text-muted">{line.description}</p>
      )}
      {small.length > 0 && <p className="text-muted">{small.join(' · ')}</p>}
    </li>
  );
}

function Sums({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('InvoiceFile');
  const formats = useFormats();
  const { currency, vat } = invoice;
  const isLeft = invoice.payableCents !== null && invoice.payableCents !== invoice.grossCents;
  const rows: [string, number | null, boolean][] = [
    [t('net'), invoice.netCents, false],
    ...vat.map((group): [string, number | null, boolean] => [
      group.rateBp === null || group.rateBp === 0
        ? (group.reason ?? t('noVat'))
        : t('vatOf', { rate: formatPercent(group.rateBp, formats) }),
      group.vatCents,
      false,
    ]),
    [t('gross'), invoice.grossCents, !isLeft],
    ...(invoice.paidCents ? [[t('paid'), -invoice.paidCents, false] as [string, number, boolean]] : []),
    ...(invoice.roundingCents
      ? [[t('rounding'), invoice.roundingCents, false] as [string, number, boolean]]
      : []),
    ...(isLeft ? [[t('payable'), invoice.payableCents, true] as [string, number | null, boolean]] : []),
  ];
  return (
    <dl className="grid gap-1 px-3.5">
      {rows.map(([label, cents, isBold], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rates may be called the same
        <div key={at} className={classNames('flex justify-between gap-4', isBold && 'font-semibold')}>
          <dt className="min-w-0">{label}</dt>
          <dd>
            <Amount cents={cents} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Payment({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('InvoiceFile');
  const facts: Fact[] = [
    ...(invoice.dueOn ? [{ label: t('dueOn'), value: <DateText day={invoice.dueOn} /> }] : []),
    ...(invoice.payee ? [{ label: t('payee'), value: invoice.payee }] : []),
    ...invoice.ibans.map((iban, at) => ({
      label: at === 0 ? t('iban') : t('ibanNumber', { number: String(at + 1) }),
      value: <span className="wrap-break-word tabular-nums">{formatIban(iban)}</span>,
    })),
    ...(invoice.reference ? [{ label: t('reference'), value: lines([invoice.reference]) }] : []),
  ];
  const [iban] = invoice.ibans;
  if (facts.length === 0 && !invoice.terms && !invoice.isDirectDebit) return null;
  return (
    <Part title={t('payment')}>
      {invoice.isDirectDebit && <p>{t('directDebit')}</p>}
      {invoice.terms && <p className="wrap-break-word whitespace-pre-line">{invoice.terms}</p>}
      <FactList facts={facts} />
      {iban && !invoice.isDirectDebit && (
        <>
          <p className="text-muted">{t('compareIban')}</p>
          <div>
            <CopyButton text={iban} done={t('ibanCopied')} size="sm">
              {t('copyIban')}
            </CopyButton>
          </div>
        </>
      )}
    </Part>
  );
}

/** Always as a download, so that nothing in it is run by a browser. */
function saveInside({ name, base64 }: InvoiceFile): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  saveFile(new Blob([bytes], { type: 'application/octet-stream' }), nameOfFile(name));
}
