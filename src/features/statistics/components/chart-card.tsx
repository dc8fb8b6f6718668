import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '@/components/class-names';
import { type Column, DataTable } from '@/components/data-table';
import { Icon } from '@/components/icon';
import { downloadIcon } from '@/components/icons';
import { Menu } from '@/components/menu';
import { Money } from '@/components/money';
import { saveFile, saveTable } from '@/components/save-file';
import { Skeleton } from '@/components/skeleton';
import { showFailure } from '@/components/toast';
import { formatNumber } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type ChartData, type ChartRow, csvRows, isEmpty, sumOfSeries } from './chart-data';
import { drawPng } from './download';
import { useInView } from './use-in-view';

const Chart = dynamic(() => import('./chart'), {
  ssr: false,
  loading: () => <Skeleton className="h-65 w-full" />,
});

/** A chart with its legend, the table behind it, and both as files. */
export function ChartCard({
  data,
  fileName,
  explain,
  children,
}: {
  data: ChartData;
  /** Without its ending. */
  fileName: string;
  explain?: ReactNode;
  /** A line below the title. */
  children?: ReactNode;
}) {
  const t = useTranslations('Statistics');
  const formats = useFormats();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const isInView = useInView(card);
  const drawnSeries = data.series.filter((series) => series.drawn !== 'table');
  const empty = isEmpty(data);

  function downloadCsv() {
    const rows = csvRows(data, { sum: t('sum'), currency: formats.currency });
    saveTable(rows, fileName, formats);
  }

  async function downloadPng() {
    if (!picture.current || !card.current) return;
    const swatches = [...card.current.querySelectorAll<HTMLElement>('[data-swatch]')];
    const legend = drawnSeries.flatMap(({ label }, index) => {
      const swatch = swatches[index];
      return swatch ? [{ label, swatch }] : [];
    });
    try {
      saveFile(await drawPng(picture.current, { title: data.title, legend }), `${fileName}.png`);
    } catch {
      showFailure(t('chart.failed'));
    }
  }

  return (
    <article
      ref={card}
      aria-labelledby={`${id}-title`}
      className="flex min-w-0 flex-col rounded-2xl bg-surface p-4 shadow-surface md:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-28">
          <h3 id={`${id}-title`} className="flex items-center gap-1 font-semibold">
            <span className="min-w-0 hyphens-auto">{data.title}</span>
            {explain}
          </h3>
        </div>
        {!empty && (
          <div className="flex shrink-0 items-center gap-1">
            <ViewSwitch title={data.title} view={view} onChange={setView} />
            <Menu
              label={t('chart.download', { title: data.title })}
              size="sm"
              iconOnly
              trigger={<Icon icon={downloadIcon} />}
              groups={[
                [
                  { id: 'csv', label: t('chart.csv'), onSelect: downloadCsv },
                  {
                    id: 'png',
                    label: t('chart.png'),
                    // The picture is taken from the screen.
                    disabled: view !== 'chart',
                    onSelect: () => void downloadPng(),
                  },
                ],
              ]}
            />
          </div>
        )}
      </div>
      {children && <p className="text-sm text-muted">{children}</p>}
      {empty ? (
        <p className="py-8 text-center text-sm text-muted">{data.nothing}</p>
      ) : view === 'table' ? (
        <div className="-mx-4 mt-3 overflow-x-auto md:-mx-5">
          <ChartTable data={data} />
        </div>
      ) : (
        <div className="mt-3">
          <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
            {drawnSeries.map((series) => (
              <li key={series.key} className="flex items-center gap-1.5">
                <span
                  data-swatch=""
                  className="size-2.5 rounded-[3px]"
                  style={{ background: series.colour }}
                />
                {series.label}
              </li>
            ))}
          </ul>
          <div
            ref={picture}
            role="img"
            aria-label={t('chart.picture', {
              title: data.title,
              series: drawnSeries.map((series) => series.label).join(', '),
            })}
          >
            {isInView ? <Chart data={data} /> : <Skeleton className="h-65 w-full" />}
          </div>
        </div>
      )}
    </article>
  );
}

function ViewSwitch({
  title,
  view,
  onChange,
}: {
  title: string;
  view: 'chart' | 'table';
  onChange: (view: 'chart' | 'table') => void;
}) {
  const t = useTranslations('Statistics.chart');
  return (
    <fieldset aria-label={t('view', { title })} className="flex gap-0.5 rounded-lg bg-default p-0.5 text-xs">
      {(['chart', 'table'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          onClick={() => onChange(one)}
          className={classNames(
            'cursor-pointer rounded-md px-2.5 py-1 transition-colors',
            view === one ? 'bg-segment font-medium shadow-surface' : 'text-muted hover:text-foreground',
          )}
        >
          {one === 'chart' ? t('asChart') : t('asTable')}
        </button>
      ))}
    </fieldset>
  );
}

function ChartTable({ data }: { data: ChartData }) {
  const t = useTranslations('Statistics');
  const figure = (value: number) => <TableFigure value={value} unit={data.unit} />;
  const columns: Column<ChartRow>[] = [
    {
      key: 'name',
      header: data.rowHeader,
      cell: (row) =>
        data.layout === 'columns' ? <span className="whitespace-nowrap">{row.short}</span> : row.label,
      phone: 'title',
    },
    ...data.series.map(
      ({ key, label }): Column<ChartRow> => ({
        key,
        header: label,
        align: 'end',
        cell: (row) => figure(row.values[key] ?? 0),
      }),
    ),
  ];
  const sums = Object.fromEntries(data.series.map(({ key }) => [key, figure(sumOfSeries(data, key))]));
  return (
    <DataTable
      caption={data.title}
      columns={columns}
      rows={data.rows}
      rowKey={(row) => row.key}
      footer={data.hasSum ? { name: t('sum'), ...sums } : undefined}
    />
  );
}

function TableFigure({ value, unit }: { value: number; unit: ChartData['unit'] }) {
  const formats = useFormats();
  if (unit === 'money') return <Money amountCents={value} />;
  return <span className="tabular-nums">{formatNumber(value, formats, 0)}</span>;
}
