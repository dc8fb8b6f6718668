import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { ExplainButton } from '@/components/explain/explain-button';
import { downloadIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { saveTable } from '@/components/save-file';
import { useFormats } from '@/i18n/formats-provider';
import { type OwnerShare, ownerShares, partiesOf } from '../owner-rules';
import { type Report, reportFigures } from '../report-rules';

type Row = {
  key: string;
  name: string;
  share: string;
  moneyInCents: number;
  expensesCents: number;
};

/** What came in and went out, by the shares of those whose property it is. */
export function OwnerTable({
  report,
  owners,
  fileName,
}: {
  report: Report;
  owners: readonly OwnerShare[];
  fileName: string;
}) {
  const t = useTranslations('Statistics');
  const rules = useTranslations('Explain.rules');
  const formats = useFormats();
  const titleId = useId();
  const whole = reportFigures(report);
  const [moneyInCents, expensesCents] = [whole.moneyIn.result, whole.expenses.result];
  const [moneyIn, expenses] = [ownerShares(moneyInCents, owners), ownerShares(expensesCents, owners)];
  const rows = partiesOf(owners).map(
    ({ name, share }, at): Row => ({
      key: `${at}`,
      name: name ?? t('owners.others'),
      share: `${share.n}/${share.d}`,
      moneyInCents: moneyIn.result[at] ?? 0,
      expensesCents: expenses.result[at] ?? 0,
    }),
  );
  const figures = [
    { key: 'moneyIn', header: rules('money_in.title'), cents: (row: Row) => row.moneyInCents },
    { key: 'expenses', header: rules('expenses.title'), cents: (row: Row) => row.expensesCents },
    {
      key: 'cashFlow',
      header: rules('cash_flow.title'),
      cents: (row: Row) => row.moneyInCents - row.expensesCents,
    },
  ];
  const columns: Column<Row>[] = [
    { key: 'owner', header: t('owners.owner'), phone: 'title', cell: ({ name }) => name },
    { key: 'share', header: t('owners.share'), phone: 'corner', cell: ({ share }) => share },
    ...figures.map(
      ({ key, header, cents }): Column<Row> => ({
        key,
        header,
        align: 'end',
        cell: (row) => <Money amountCents={cents(row)} />,
      }),
    ),
  ];
  const sum: Row = { key: 'sum', name: t('sum'), share: '', moneyInCents, expensesCents };
  const traces = { moneyIn: moneyIn.trace, expenses: expenses.trace };
  const save = () =>
    saveTable(
      [
        [
          t('owners.owner'),
          t('owners.share'),
          ...figures.map(({ header }) => `${header} (${formats.currency})`),
        ],
        ...[...rows, sum].map((row) => [
          row.name,
          // With a slash of its own: a table would read 1/2 as a day.
          row.share.replace('/', '\u2044'),
          ...figures.map(({ cents }) => ({ cents: cents(row) })),
        ]),
      ],
      fileName,
      formats,
    );
  return (
    <article
      className="grid min-w-0 grid-cols-1 gap-3 rounded-2xl bg-surface p-5 shadow-surface md:p-6"
      aria-labelledby={titleId}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="min-w-0 font-semibold">
          {t('owners.title')}
        </h3>
        <Button look="outline" size="sm" icon={downloadIcon} onClick={save}>
          {t('owners.export')}
        </Button>
      </div>
      <p className="text-sm text-muted">{t('owners.text')}</p>
      <div className="-mx-5 md:-mx-6">
        <DataTable
          caption={t('owners.title')}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          footer={{
            owner: sum.name,
            share: null,
            ...Object.fromEntries(
              figures.map(({ key, cents }) => [
                key,
                <span key={key}>
                  {(key === 'moneyIn' || key === 'expenses') && (
                    <ExplainButton trace={traces[key]} className="-my-2 text-muted" />
                  )}
                  <Money amountCents={cents(sum)} />
                </span>,
              ]),
            ),
          }}
        />
      </div>
    </article>
  );
}
