import { useTranslations } from 'next-intl';
import { arrearsAges } from '@/features/arrears/age-rules';
import { useCategoryName } from '@/features/category/components/category-words';
import { formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { OutlookMonth } from '../outlook-rules';
import type { MonthFigures, Report } from '../report-rules';
import { type ChartData, colours } from './chart-data';

const netOf = (one: MonthFigures) => one.paidInCents + one.otherIncomeCents - one.expensesCents;

/** The charts of a report, in the user's words. */
export function useReportCharts(
  report: Report,
): Record<'money' | 'claims' | 'days' | 'categories' | 'arrears', ChartData> {
  const t = useTranslations('Statistics');
  const explain = useTranslations('Explain.words');
  const categoryName = useCategoryName();
  const formats = useFormats();
  const months = (values: (one: MonthFigures, index: number) => Record<string, number>) =>
    report.months.map((one, index) => ({
      key: one.month,
      label: formatMonth(one.month, formats),
      short: formatMonth(one.month, formats, 'short'),
      values: values(one, index),
    }));
  const byMonth = { rowHeader: t('month'), layout: 'columns', hasSum: true, nothing: t('nothing') } as const;
  return {
    money: {
      ...byMonth,
      title: t('money'),
      unit: 'money',
      rows: months((one, index) => {
        const previous = report.previousMonths[index];
        return {
          in: one.paidInCents + one.otherIncomeCents,
          out: one.expensesCents,
          net: netOf(one),
          previous: previous ? netOf(previous) : 0,
        };
      }),
      series: [
        { key: 'in', label: t('series.in'), colour: colours.good, drawn: 'bar' },
        { key: 'out', label: t('series.out'), colour: colours.cost, drawn: 'bar' },
        { key: 'net', label: t('series.net'), colour: colours.ink, drawn: 'line' },
        { key: 'previous', label: t('series.previousNet'), colour: colours.quiet, drawn: 'dashed' },
      ],
    },
    claims: {
      ...byMonth,
      title: t('claims'),
      unit: 'money',
      rows: months((one) => ({ due: one.dueCents, received: one.receivedCents, open: one.openCents })),
      series: [
        { key: 'due', label: t('series.due'), colour: colours.quiet, drawn: 'bar' },
        { key: 'received', label: t('series.received'), colour: colours.good, drawn: 'bar' },
        { key: 'open', label: t('series.open'), colour: colours.cost, drawn: 'table' },
      ],
    },
    days: {
      ...byMonth,
      title: t('days'),
      unit: 'days',
      rows: months((one) => ({ let: one.letDays, vacant: one.vacantDays, ownUse: one.ownUseDays })),
      series: [
        { key: 'let', label: t('series.let'), colour: colours.good, drawn: 'bar', stack: 'days' },
        { key: 'vacant', label: t('series.vacant'), colour: colours.cost, drawn: 'bar', stack: 'days' },
        { key: 'ownUse', label: t('series.ownUse'), colour: colours.quiet, drawn: 'bar', stack: 'days' },
      ],
    },
    categories: {
      title: t('categories'),
      rowHeader: t('category'),
      nothing: t('nothing'),
      layout: 'rows',
      hasSum: true,
      unit: 'money',
      rows: report.categories
        .filter((category) => category.direction === 'expense')
        .map((category) => ({
          key: category.categoryId,
          label: categoryName(category),
          values: { amount: category.amountCents, previous: category.previousCents },
        })),
      series: [
        { key: 'amount', label: t('series.expenses'), colour: colours.cost, drawn: 'bar' },
        { key: 'previous', label: t('series.previousExpenses'), colour: colours.quiet, drawn: 'bar' },
      ],
    },
    arrears: {
      title: t('arrears'),
      rowHeader: t('age'),
      nothing: t('nothingOverdue'),
      layout: 'rows',
      hasSum: true,
      unit: 'money',
      rows: arrearsAges.map((age) => ({
        key: age,
        label: explain(age),
        values: { open: report.arrears[age] },
      })),
      series: [{ key: 'open', label: t('series.arrears'), colour: colours.cost, drawn: 'bar' }],
    },
  };
}

/** The chart of the twelve months ahead. */
export function useOutlookChart(months: readonly OutlookMonth[]): ChartData {
  const t = useTranslations('Statistics');
  const formats = useFormats();
  return {
    title: t('outlook'),
    rowHeader: t('month'),
    nothing: t('nothingExpected'),
    layout: 'columns',
    hasSum: true,
    unit: 'money',
    rows: months.map((one) => ({
      key: one.month,
      label: formatMonth(one.month, formats),
      short: formatMonth(one.month, formats, 'short'),
      values: {
        rent: one.rentCents,
        income: one.incomeCents,
        costs: one.expensesCents,
        net: one.rentCents + one.incomeCents - one.expensesCents,
      },
    })),
    series: [
      { key: 'rent', label: t('series.rent'), colour: colours.good, drawn: 'bar', stack: 'in' },
      { key: 'income', label: t('series.income'), colour: colours.quiet, drawn: 'bar', stack: 'in' },
      { key: 'costs', label: t('series.costs'), colour: colours.cost, drawn: 'bar' },
      { key: 'net', label: t('series.net'), colour: colours.ink, drawn: 'line' },
    ],
  };
}
