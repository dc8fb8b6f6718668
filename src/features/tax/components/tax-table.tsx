import { useTranslations } from 'next-intl';
import { classNames } from '@/components/class-names';
import { type Column, DataTable } from '@/components/data-table';
import { ExplainButton } from '@/components/explain/explain-button';
import { Money } from '@/components/money';
import { saveTable } from '@/components/save-file';
import { useCategoryName } from '@/features/category/components/category-words';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type TaxRow, taxResult } from '../fill-rules';
import { linesOf } from '../line-facts';
import type { TaxFormOfYear } from '../queries';
import { useFieldWords } from './use-field-words';

type Line = { key: string; line: string; label: string; cents: number; source: string; row: TaxRow | null };

/** The fields in the order of the form with their sums; a field is told by its lines in that year's edition. */
function useLines(): (form: TaxFormOfYear) => { lines: Line[]; result: Line } {
  const t = useTranslations('Tax');
  const formats = useFormats();
  const words = useFieldWords();
  const nameOf = useCategoryName();
  return (form) => {
    const edition = linesOf(form.year);
    const lineOf = ({ field }: TaxRow) => {
      if (typeof field === 'number') return `${field}`;
      const [first, last] = edition?.[field] ?? [];
      if (first === undefined || last === undefined) return '';
      return first === last ? `${first}` : t('lines', { first: `${first}`, last: `${last}` });
    };
    const money = (cents: number) => formatMoney(cents, formats.currency, formats);
    const sourceOf = (row: TaxRow) => {
      const isBuilding = row.field === 'depreciation' || row.field === 18;
      if (isBuilding) return t('facts');
      const accounts = row.accountCents === 0 ? [] : [{ name: t('accounts'), cents: row.accountCents }];
      const all = [...accounts, ...row.parts.map((part) => ({ name: nameOf(part), cents: part.cents }))];
      const [only] = all;
      if (all.length === 1 && only) return only.name;
      return all.map(({ name, cents }) => `${name}\u00a0${money(cents)}`).join(' · ');
    };
    const toLine = (row: TaxRow): Line => ({
      key: `${row.field}`,
      line: lineOf(row),
      label: words(row.field),
      cents: row.cents,
      source: sourceOf(row),
      row,
    });
    const sum = (key: string, label: string, cents: number): Line => ({
      ...{ key, label, cents },
      ...{ line: '', source: '', row: null },
    });
    return {
      lines: [
        ...form.rows.filter(({ isIncome }) => isIncome).map(toLine),
        sum('income', t('incomeSum'), form.incomeCents),
        ...form.rows.filter(({ isIncome }) => !isIncome).map(toLine),
        sum('costs', t('costSum'), form.costCents),
      ],
      result: sum('result', t('result'), form.resultCents),
    };
  };
}

/** Saves the form as a table, for whoever fills it in. */
export function useSaveForm(): (form: TaxFormOfYear) => void {
  const t = useTranslations('Tax');
  const formats = useFormats();
  const linesIn = useLines();
  return (form) => {
    const { lines, result } = linesIn(form);
    saveTable(
      [
        [t('line'), t('field'), `${t('amount')} (${formats.currency})`, t('source')],
        ...[...lines, result].map(({ line, label, cents, source }) => [line, label, { cents }, source]),
      ],
      t('fileNameOf', { year: `${form.year}`, property: form.name }),
      formats,
    );
  };
}

export function TaxTable({ form }: { form: TaxFormOfYear }) {
  const t = useTranslations('Tax');
  const { lines, result } = useLines()(form);
  const traceOf = ({ row }: Line) =>
    row?.field === 'depreciation' || row?.field === 18 ? form.depreciation.trace : null;
  const columns: Column<Line>[] = [
    {
      key: 'field',
      header: t('field'),
      phone: 'title',
      cell: ({ row, label }) => (row === null ? <strong>{label}</strong> : label),
    },
    {
      key: 'line',
      header: t('line'),
      isSilent: ({ line }) => line === '',
      cell: ({ line }) => <span className="whitespace-nowrap">{line}</span>,
    },
    {
      key: 'source',
      header: t('source'),
      isSilent: ({ source }) => source === '',
      cell: ({ source }) => <span className="text-muted">{source}</span>,
    },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (line) => {
        const trace = traceOf(line);
        return (
          <span className={classNames('whitespace-nowrap', line.row === null && 'font-semibold')}>
            {trace && <ExplainButton trace={trace} className="-my-2 text-muted" />}
            <Money amountCents={line.cents} />
          </span>
        );
      },
    },
  ];
  return (
    <div className="-mx-5 md:-mx-6">
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={lines}
        rowKey={({ key }) => key}
        footer={{
          line: null,
          field: result.label,
          source: null,
          amount: (
            <span className="whitespace-nowrap">
              <ExplainButton trace={taxResult(form).trace} className="-my-2 text-muted" />
              <Money amountCents={result.cents} />
            </span>
          ),
        }}
      />
    </div>
  );
}
