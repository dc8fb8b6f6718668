import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { type Column, DataTable } from '@/components/data-table';
import { downloadIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { saveTable } from '@/components/save-file';
import { Section } from '@/components/section';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { type CalendarDate, yearOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { trpc } from '@/trpc/client';
import type { TaxYear } from '../queries';
import { YearMenu } from './year-menu';

type Row = TaxYear['rows'][number];

/** What each property brought and cost in a year, as its form asks for it; nothing where no form is known. */
export function TaxYearSection({ today }: { today: CalendarDate }) {
  const t = useTranslations('Tax');
  const formats = useFormats();
  const [pending, startTransition] = useTransition();
  const [chosen, setChosen] = useState<number | null>(null);
  const [tax] = trpc.tax.year.useSuspenseQuery({ year: chosen });
  if (tax === null) return null;
  const { year, years, rows, unplaced } = tax;
  const figures = [
    { key: 'income', header: t('income'), cents: (row: Row) => row.incomeCents },
    { key: 'costs', header: t('furtherCosts'), cents: (row: Row) => row.costCents },
    { key: 'depreciation', header: t('depreciation'), cents: (row: Row) => row.depreciationCents ?? 0 },
    { key: 'result', header: t('result'), cents: (row: Row) => row.resultCents },
  ];
  const sumOf = (cents: (row: Row) => number) => sumCents(rows.map(cents));
  const columns: Column<Row>[] = [
    {
      key: 'property',
      header: t('property'),
      phone: 'title',
      cell: (row) => (
        <>
          <Link
            href={{ pathname: '/property/[id]/statistics', params: { id: row.id }, hash: '#tax' }}
            className="font-medium hover:underline"
          >
            {row.name}
          </Link>
          {row.hasOwnUse && <span className="block text-sm font-normal text-muted">{t('ownUse')}</span>}
        </>
      ),
    },
    ...figures.map(
      ({ key, header, cents }): Column<Row> => ({
        key,
        header,
        align: 'end',
        cell: (row) =>
          key === 'depreciation' && row.depreciationCents === null ? '–' : <Money amountCents={cents(row)} />,
      }),
    ),
  ];
  const sum = t('sum', { year: `${year}` });
  const save = () =>
    saveTable(
      [
        [t('property'), ...figures.map(({ header }) => `${header} (${formats.currency})`)],
        ...rows.map((row) => [row.name, ...figures.map(({ cents }) => ({ cents: cents(row) }))]),
        [sum, ...figures.map(({ cents }) => ({ cents: sumOf(cents) }))],
      ],
      t('fileName', { year: `${year}` }),
      formats,
    );
  return (
    <Section
      id="tax"
      title={t('title')}
      description={t('yearText')}
      actions={
        <>
          <YearMenu year={year} years={years} onChoose={(one) => startTransition(() => setChosen(one))} />
          {rows.length > 0 && (
            <Button look="outline" size="sm" icon={downloadIcon} onClick={save}>
              {t('export')}
            </Button>
          )}
        </>
      }
    >
      <div
        aria-busy={pending}
        className={classNames('grid grid-cols-1 gap-4 transition-opacity', pending && 'opacity-60')}
      >
        {year === yearOf(today) && (
          <p className="max-w-prose text-sm text-muted">{t('running', { year: `${year}` })}</p>
        )}
        {rows.length === 0 ? (
          <p className="text-sm text-muted">{t('nothing', { year: `${year}` })}</p>
        ) : (
          <div className="-mx-5 md:-mx-6">
            <DataTable
              caption={t('title')}
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
              footer={Object.fromEntries([
                ['property', sum],
                ...figures.map(({ key, cents }) => [key, <Money key={key} amountCents={sumOf(cents)} />]),
              ])}
            />
          </div>
        )}
        {(unplaced.incomeCents !== 0 || unplaced.costCents !== 0) && (
          <Notice
            tone="info"
            title={t('unplacedTitle', {
              income: formatMoney(unplaced.incomeCents, formats.currency, formats),
              costs: formatMoney(unplaced.costCents, formats.currency, formats),
            })}
          >
            {t('unplacedText')}
          </Notice>
        )}
      </div>
    </Section>
  );
}
