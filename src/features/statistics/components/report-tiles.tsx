import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import type { Explained } from '@/domain/trace';
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
  const yields = useYieldTiles(report.yields);

  function versus(currentCents: number, previousCents: number) {
    const change = yearChange({ currentCents, previousCents }).result;
    const value = money(previousCents);
    // Of nothing there is no change at all; of a loss there is one that no per cent says.
    if (previousCents === 0) return t('yearBefore', { value });
    return t('yearBeforeChange', {
      value,
      change: `${change !== null && change > 0 ? '+' : ''}${percent(change)}`,
    });
  }

  const { vacancyCost } = figures;
  const overdueCents = sumArrears(report);
  const differs = (figure: 'moneyIn' | 'expenses' | 'due' | 'received') =>
    figures[figure].result !== 0 || before[figure].result !== 0;
  const tiles: TilesOf<typeof figures> = {
    moneyIn: {
      says: differs('moneyIn'),
      label: rules('money_in.title'),
      value: <Money amountCents={figures.moneyIn.result} />,
      hint: versus(figures.moneyIn.result, before.moneyIn.result),
    },
    expenses: {
      says: differs('expenses'),
      label: rules('expenses.title'),
      value: <Money amountCents={figures.expenses.result} />,
      hint: versus(figures.expenses.result, before.expenses.result),
    },
    cashFlow: {
      says: differs('moneyIn') || differs('expenses'),
      label: rules('cash_flow.title'),
      value: <Money amountCents={figures.cashFlow.result} />,
      hint: versus(figures.cashFlow.result, before.cashFlow.result),
      tone: figures.cashFlow.result < 0 ? 'danger' : 'neutral',
    },
    arrears: {
      says: overdueCents !== 0,
      label: t('overdue'),
      value: <Money amountCents={overdueCents} />,
      hint: t.rich('asOf', { day: () => <DateText day={report.today} /> }),
      tone: overdueCents > 0 ? 'danger' : 'neutral',
    },
    due: {
      says: differs('due'),
      label: rules('due.title'),
      value: <Money amountCents={figures.due.result} />,
      hint: versus(figures.due.result, before.due.result),
    },
    received: {
      says: differs('received'),
      label: rules('received.title'),
      value: <Money amountCents={figures.received.result} />,
      hint: versus(figures.received.result, before.received.result),
    },
    collectionRate: {
      says: figures.collectionRate.result !== null,
      label: rules('collection_rate.title'),
      value: percent(figures.collectionRate.result),
      hint: t('stillOpen', { value: money(total.openCents) }),
    },
    matchedByItself: {
      says: report.origins !== null && (figures.matchedByItself.result ?? 0) > 0,
      label: rules('matched_by_itself.title'),
      value: percent(figures.matchedByItself.result),
      hint: report.origins && t('cameIn', report.origins),
    },
    occupancy: {
      says: figures.occupancy.result !== null,
      label: rules('occupancy.title'),
      value: percent(figures.occupancy.result),
      hint: (
        <>
          <span className="block">
            {t('daysOf', { let: total.letDays, all: total.letDays + total.vacantDays })}
          </span>
          <span className="block">{t('yearBefore', { value: percent(before.occupancy.result) })}</span>
        </>
      ),
    },
    vacancyCost: {
      says: vacancyCost.result.costCents !== 0 || vacancyCost.result.unpricedDays > 0,
      label: rules('vacancy_cost.title'),
      value: <Money amountCents={vacancyCost.result.costCents} />,
      hint:
        vacancyCost.result.unpricedDays > 0
          ? t('unpriced', { days: vacancyCost.result.unpricedDays })
          : previous.unpricedDays > 0
            ? t('yearBefore', { value: t('unpriced', { days: previous.unpricedDays }) })
            : versus(vacancyCost.result.costCents, previous.vacancyCostCents),
    },
  };
  return <Tiles tiles={[...tilesOf(figures, tiles), ...yields]} />;
}

type Tile = ComponentProps<typeof FigureTile> & {
  /** Whether it says anything about what was asked: no nought, and not missing. */
  says: boolean;
  label: string;
};

/** A tile for each figure, in the order they are shown in: one that has none does not compile. */
type TilesOf<Figures> = Record<keyof Figures, Omit<Tile, 'trace'>>;

const tilesOf = <Name extends string>(
  figures: Record<Name, Explained<unknown>>,
  tiles: TilesOf<Record<Name, unknown>>,
): Tile[] => (Object.keys(tiles) as Name[]).map((name) => ({ ...tiles[name], trace: figures[name].trace }));

const grid = 'grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4';

/** What says something first, the rest folded; all of it where nothing does. */
function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  const t = useTranslations('Statistics');
  const isTelling = tiles.some((tile) => tile.says);
  const shown = tiles.filter((tile) => tile.says || !isTelling);
  const rest = tiles.filter((tile) => !shown.includes(tile));
  const draw = (some: readonly Tile[]) => (
    <dl className={grid}>
      {some.map(({ says, ...tile }) => (
        <FigureTile key={tile.label} {...tile} />
      ))}
    </dl>
  );
  return (
    <>
      {draw(shown)}
      {rest.length > 0 && (
        <details>
          <summary className="unfolds w-fit rounded-md py-1 text-sm text-muted hover:text-foreground">
            {t('restTiles', { count: rest.length })}
          </summary>
          <div className="pt-3">{draw(rest)}</div>
        </details>
      )}
    </>
  );
}

/** What a property yields at its price; a unit has none. */
function useYieldTiles(yields: YieldFigures | null | undefined): Tile[] {
  const t = useTranslations('Statistics');
  const rules = useTranslations('Explain.rules');
  const formats = useFormats();
  const percent = usePercent();
  if (!yields) return [];
  // An input of the others, which show it.
  const { yearlyNetRent, ...figures } = yieldFigures(yields);
  const all = yields.pricedCount + yields.unpricedCount;
  const hint =
    all === 0
      ? t.rich('notOwned', { day: () => <DateText day={yields.keyDate} /> })
      : yields.priceCents === null
        ? t('noPrice')
        : yields.unpricedCount > 0
          ? t('pricedOf', { priced: yields.pricedCount, all })
          : t.rich('asOf', { day: () => <DateText day={yields.keyDate} /> });
  const factor = figures.purchaseFactor.result;
  return tilesOf(figures, {
    grossYield: {
      says: figures.grossYield.result !== null,
      label: rules('gross_yield.title'),
      value: percent(figures.grossYield.result),
      hint,
    },
    netYield: {
      says: figures.netYield.result !== null,
      label: rules('net_yield.title'),
      value: percent(figures.netYield.result),
      hint:
        yields.priceCents === null
          ? hint
          : t.rich('costsOf', {
              from: () => <DateText day={yields.costsFrom} />,
              to: () => <DateText day={yields.keyDate} />,
            }),
    },
    purchaseFactor: {
      says: factor !== null,
      label: rules('purchase_factor.title'),
      value:
        factor === null
          ? '–'
          : t.rich('times', {
              factor: formatNumber(factor / 100, formats, 1),
              unit: (words) => <span className="text-xs font-medium text-muted sm:text-sm">{words}</span>,
            }),
      hint,
    },
  });
}

function usePercent() {
  const formats = useFormats();
  // A hyphen is too short beside figures; U+2212 has their width.
  return (basisPoints: number | null) =>
    basisPoints === null ? '–' : formatShare(basisPoints, formats).replace('-', '\u2212');
}

const sumArrears = (report: Report) => Object.values(report.arrears).reduce((sum, cents) => sum + cents, 0);
