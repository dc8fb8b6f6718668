import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { MonthText } from '@/components/date-text';
import { ExplainButton } from '@/components/explain/explain-button';
import { downloadIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { saveTable } from '@/components/save-file';
import { formatList, formatMonth, formatPercent } from '@/i18n/formats';
import { LawOfPlace, useFormats } from '@/i18n/formats-provider';
import { countryName } from '@/i18n/regions';
import type { Month } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import type { VatYear } from '../queries';
import { inputVat, sumVat, type VatBasis, type VatFigures, vatDue } from '../rules';

type Returner = VatYear['returners'][number];
type Bill = Returner['bills'][number];
type Row = VatFigures & { key: string; month: Month | null; label: string };

type Props = { returner: Returner; year: number; basis: VatBasis };

/** The VAT somebody returns in a year in one country. */
export function VatTable(props: Props) {
  return (
    <LawOfPlace isGerman={props.returner.country === null}>
      <Months {...props} />
    </LawOfPlace>
  );
}

/** The months of a year with their quarters, and what of the VAT of bills is deducted. */
function Months({ returner, year, basis }: Props) {
  const t = useTranslations('Vat');
  const formats = useFormats();
  const months = returner[basis];
  const names = returner.names.length > 0 ? formatList(returner.names, formats) : t('noOwner');
  const country = returner.country && countryName(returner.country, formats.language);
  const title = country
    ? t('ofAbroad', { names, country, year: `${year}` })
    : t('of', { names, year: `${year}` });
  const whole = sumVat(months);
  const rows: Row[] = [0, 1, 2, 3].flatMap((quarter) => {
    const own = months.slice(3 * quarter, 3 * quarter + 3);
    return [
      ...own.map((one) => ({ ...one, key: one.month, label: formatMonth(one.month, formats) })),
      { ...sumVat(own), key: `q${quarter}`, month: null, label: t('quarter', { number: `${quarter + 1}` }) },
    ];
  });
  const sum: Row = { ...whole, key: 'year', month: null, label: t('sum', { year: `${year}` }) };
  const netOf = (row: VatFigures, rateBp: number) =>
    sumCents(row.rates.filter((one) => one.rateBp === rateBp).map(({ netCents }) => netCents));
  const outputOf = (row: VatFigures) => sumCents(row.rates.map(({ vatCents }) => vatCents));
  const figures = [
    ...whole.rates.map(({ rateBp }) => ({
      key: `net${rateBp}`,
      header: t('net', { rate: formatPercent(rateBp, formats) }),
      cents: (row: VatFigures) => netOf(row, rateBp),
    })),
    { key: 'output', header: t('output'), cents: outputOf },
    { key: 'input', header: t('input'), cents: (row: VatFigures) => row.inputCents },
    { key: 'due', header: t('due'), cents: (row: VatFigures) => vatDue(row).result },
  ];
  const cell = (row: Row, key: string, cents: number) => (
    <span className={row.month === null ? 'font-semibold' : undefined}>
      <Money amountCents={cents} />
      {key === 'due' && <ExplainButton trace={vatDue(row).trace} className="-my-2 text-muted" />}
    </span>
  );
  const columns: Column<Row>[] = [
    {
      key: 'period',
      header: t('period'),
      phone: 'title',
      cell: (row) => (row.month === null ? <strong>{row.label}</strong> : <MonthText month={row.month} />),
    },
    ...figures.map(
      ({ key, header, cents }): Column<Row> => ({
        key,
        header,
        align: 'end',
        isSilent: (row) => key !== 'due' && cents(row) === 0,
        cell: (row) => cell(row, key, cents(row)),
      }),
    ),
  ];
  const save = () =>
    saveTable(
      [
        [t('period'), ...figures.map(({ header }) => `${header} (${formats.currency})`)],
        ...[...rows, sum].map((row) => [row.label, ...figures.map((one) => ({ cents: one.cents(row) }))]),
      ],
      title,
      formats,
    );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="min-w-0 font-semibold">{title}</h3>
        <Button look="outline" size="sm" icon={downloadIcon} onClick={save}>
          {t('export')}
        </Button>
      </div>
      {country && <p className="max-w-prose text-sm text-muted">{t('abroadText', { country })}</p>}
      <div className="-mx-5 md:-mx-6">
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.key}
          footer={Object.fromEntries([
            ['period', sum.label],
            ...figures.map((one) => [one.key, cell(sum, one.key, one.cents(sum))]),
          ])}
        />
      </div>
      <Bills bills={returner.bills} />
    </div>
  );
}

/** The bills whose VAT is deducted, with how it is split, and those of which that cannot be said. */
function Bills({ bills }: { bills: readonly Bill[] }) {
  const t = useTranslations('Vat');
  const undecided = bills.filter(({ deductedCents }) => deductedCents === null);
  if (bills.length === 0) return null;
  const columns: Column<Bill>[] = [
    { key: 'bill', header: t('bill'), phone: 'title', cell: ({ title }) => title },
    { key: 'period', header: t('period'), cell: ({ month }) => <MonthText month={month} /> },
    {
      key: 'vat',
      header: t('billVat'),
      align: 'end',
      cell: ({ vatCents }) => <Money amountCents={vatCents} />,
    },
    {
      key: 'deducted',
      header: t('deducted'),
      align: 'end',
      cell: (bill) =>
        bill.deductedCents === null ? (
          t('open')
        ) : (
          <span>
            <Money amountCents={bill.deductedCents} />
            <ExplainButton trace={inputVat(bill).trace} className="-my-2 text-muted" />
          </span>
        ),
    },
  ];
  return (
    <>
      {undecided.length > 0 && (
        <Notice tone="warning" title={t('undecidedTitle', { count: undecided.length })}>
          <ul className="grid gap-1">
            {undecided.map((bill) => (
              <li key={bill.id}>
                {bill.title}: {bill.reason && t(`reason.${bill.reason}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <details>
        <summary className="unfolds py-2 text-sm font-medium">{t('splitTitle')}</summary>
        <div className="-mx-5 md:-mx-6">
          <DataTable caption={t('splitTitle')} columns={columns} rows={bills} rowKey={({ id }) => id} />
        </div>
      </details>
    </>
  );
}
