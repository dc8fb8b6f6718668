'use client';

import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { formatMoney, formatNumber, formatShare } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { yearChange } from '../cash-rules';
import { type Report, reportFigures, sumFigures, type YieldFigures, yieldFigures } from '../report-rules';
import { FigureTile } from './figure-tile';

/** The sums of a report, each with the year before and the way to its formula. */
export function ReportTiles({ report }: { report: Report }) {
  const t = useTranslations('Statistics');
  const rules = useTranslations('Explain.rules');
  const formats = useFormats();
  const figures = reportFigures(report);
  const total = sumFigures(report.months);
  const before = reportFigures({ ...report, months: report.previousMonths, vacancies: [] });
  const previous = sumFigures(report.previousMonths);
  const money = (cents: number) => formatMoney(cents, formats.currency, formats).replace('-', '\u2212');
  const percent = usePercent();

  function versus(currentCents: number, previousCents: number) {
    const change = yearChange({ currentCents, previousCents }).result;
    const value = money(previousCents);
    if (change === null) return t('yearBefore', { value });
    return t('yearBeforeChange', {
      value,
      change: `${change > 0 ? '+' : ''}${percent(change)}`,
    });
  }

  const { vacancyCost } = figures;
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4">
      <FigureTile
        label={rules('money_in.title')}
        value={<Money amountCents={figures.moneyIn.result} />}
        hint={versus(figures.moneyIn.result, before.moneyIn.result)}
        trace={figures.moneyIn.trace}
      />
      <FigureTile
        label={rules('expenses.title')}
        value={<Money amountCents={figures.expenses.result} />}
        hint={versus(figures.expenses.result, before.expenses.result)}
        trace={figures.expenses.trace}
      />
      <FigureTile
        label={rules('cash_flow.title')}
        value={<Money amountCents={figures.cashFlow.result} />}
        hint={versus(figures.cashFlow.result, before.cashFlow.result)}
        trace={figures.cashFlow.trace}
        tone={figures.cashFlow.result < 0 ? 'danger' : 'neutral'}
      />
      <FigureTile
        label={t('overdue')}
        value={<Money amountCents={sumArrears(report)} />}
        hint={t.rich('asOf', { day: () => <DateText day={report.today} /> })}
        trace={figures.arrears.trace}
        tone={sumArrears(report) > 0 ? 'danger' : 'neutral'}
      />
      <FigureTile
        label={rules('due.title')}
        value={<Money amountCents={figures.due.result} />}
        hint={versus(figures.due.result, before.due.result)}
        trace={figures.due.trace}
      />
      <FigureTile
        label={rules('received.title')}
        value={<Money amountCents={figures.received.result} />}
        hint={versus(figures.received.result, before.received.result)}
        trace={figures.received.trace}
      />
      <FigureTile
        label={rules('collection_rate.title')}
        value={percent(figures.collectionRate.result)}
        hint={t('stillOpen', { value: money(total.openCents) })}
        trace={figures.collectionRate.trace}
      />
      <FigureTile
        label={rules('occupancy.title')}
        value={percent(figures.occupancy.result)}
        hint={
          <>
            <span className="inline-block">
              {t('daysOf', { let: total.letDays, all: total.letDays + total.vacantDays })}
            </span>
            {' · '}
            <span className="inline-block">
              {t('yearBefore', { value: percent(before.occupancy.result) })}
            </span>
          </>
        }
        trace={figures.occupancy.trace}
      />
      <FigureTile
        label={rules('vacancy_cost.title')}
        value={<Money amountCents={vacancyCost.result.costCents} />}
        hint={
          vacancyCost.result.unpricedDays > 0
            ? t('unpriced', { days: vacancyCost.result.unpricedDays })
            : versus(vacancyCost.result.costCents, previous.vacancyCostCents)
        }
        trace={vacancyCost.trace}
      />
      {report.yields && <YieldTiles yields={report.yields} />}
    </dl>
  );
}

/** What a property yields at its price; a unit has none. */
function YieldTiles({ yields }: { yields: YieldFigures }) {
  const t = useTranslations('Statistics');
  const rules = useTranslations('Explain.rules');
  const formats = useFormats();
  const percent = usePercent();
  const figures = yieldFigures(yields);
  const all = yields.pricedCount + yields.unpricedCount;
  const hint =
    yields.priceCents === null
      ? t('noPrice')
      : yields.unpricedCount > 0
        ? t('pricedOf', { priced: yields.pricedCount, all })
        : t.rich('asOf', { day: () => <DateText day={yields.keyDate} /> });
  const factor = figures.purchaseFactor.result;
  return (
    <>
      <FigureTile
        label={rules('gross_yield.title')}
        value={percent(figures.grossYield.result)}
        hint={hint}
        trace={figures.grossYield.trace}
      />
      <FigureTile
        label={rules('net_yield.title')}
        value={percent(figures.netYield.result)}
        hint={
          yields.priceCents === null
            ? hint
            : t.rich('costsOf', {
                from: () => <DateText day={yields.costsFrom} />,
                to: () => <DateText day={yields.keyDate} />,
              })
        }
        trace={figures.netYield.trace}
      />
      <FigureTile
        label={rules('purchase_factor.title')}
        value={
          factor === null
            ? '–'
            : t.rich('times', {
                factor: formatNumber(factor / 100, formats, 1),
                unit: (words) => <span className="text-xs font-medium text-muted sm:text-sm">{words}</span>,
              })
        }
        hint={hint}
        trace={figures.purchaseFactor.trace}
      />
    </>
  );
}

function usePercent() {
  const formats = useFormats();
  // A hyphen is too short beside figures; U+2212 has their width.
  return (basisPoints: number | null) =>
    basisPoints === null ? '–' : formatShare(basisPoints, formats).replace('-', '\u2212');
}

const sumArrears = (report: Report) => Object.values(report.arrears).reduce((sum, cents) => sum + cents, 0);
