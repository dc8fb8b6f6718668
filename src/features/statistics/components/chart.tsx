import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  useChartWidth,
  XAxis,
  YAxis,
} from 'recharts';
import { Money } from '@/components/money';
import { formatNumber, formatWholeMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type ChartData, type ChartRow, type Series, shorten } from './chart-data';

// As a style too: the library measures a name in it to see where it must break.
const tick = { fill: 'var(--muted)', fontSize: 12, style: { fontSize: '12px' } };
const names = { tick, tickLine: false, axisLine: { stroke: 'var(--border)' } };
const ROW_HEIGHT = 34;

export const chartHeight = (data: ChartData) =>
  data.layout === 'columns' ? 260 : Math.max(120, data.rows.length * ROW_HEIGHT + 40);

/** The picture of a chart; heavy, so it is loaded when it comes into view. Its table says the same in figures. */
export default function Chart({ data }: { data: ChartData }) {
  const formats = useFormats();
  const write = (value: number) =>
    data.unit === 'money'
      ? formatWholeMoney(value, formats.currency, formats).replace('-', '\u2212')
      : formatNumber(value, formats, 0);
  const isColumns = data.layout === 'columns';
  const figureOf = (key: string) => (row: ChartRow) => row.values[key] ?? 0;
  const figures = { tick, tickLine: false, axisLine: false, tickFormatter: write };
  return (
    <ResponsiveContainer width="100%" height={chartHeight(data)}>
      <ComposedChart
        data={data.rows}
        layout={isColumns ? 'horizontal' : 'vertical'}
        accessibilityLayer={false}
        margin={{ top: 8, right: 20, bottom: 0, left: 0 }}
        barGap={2}
        stackOffset="sign"
      >
        <CartesianGrid vertical={!isColumns} horizontal={isColumns} stroke="var(--separator)" />
        {isColumns ? (
          <>
            <XAxis {...names} dataKey="short" minTickGap={12} interval="equidistantPreserveEnd" />
            <YAxis {...figures} width="auto" allowDecimals={false} />
            <ReferenceLine y={0} stroke="var(--border)" />
          </>
        ) : (
          <>
            <XAxis {...figures} type="number" />
            <RowNames rows={data.rows} />
          </>
        )}
        <Tooltip
          content={<Hint data={data} />}
          cursor={{ fill: 'var(--surface-secondary)' }}
          isAnimationActive={false}
        />
        {data.series.map((series) => drawn(series, figureOf(series.key), isColumns))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** What the rows are called, on a phone in less room than on a desk, and in no more than the names need. */
function RowNames({ rows }: { rows: readonly ChartRow[] }) {
  const [room, letters] = (useChartWidth() ?? 0) < 440 ? [140, 20] : [214, 34];
  const nameOf = ({ label }: ChartRow) => shorten(label, letters);
  const width = Math.min(room, 24 + 7 * Math.max(...rows.map((row) => nameOf(row).length)));
  return <YAxis {...names} dataKey={nameOf} type="category" width={width} interval={0} />;
}

function drawn(series: Series, dataKey: (row: ChartRow) => number, isColumns: boolean) {
  const { key, label, colour } = series;
  if (series.drawn === 'table') return null;
  if (series.drawn === 'bar') {
    const radius: [number, number, number, number] = isColumns ? [3, 3, 0, 0] : [0, 3, 3, 0];
    return (
      <Bar
        key={key}
        dataKey={dataKey}
        name={label}
        fill={colour}
        stackId={series.stack}
        radius={series.stack ? 0 : radius}
        maxBarSize={isColumns ? 26 : 16}
        isAnimationActive={false}
      />
    );
  }
  return (
    <Line
      key={key}
      dataKey={dataKey}
      name={label}
      stroke={colour}
      strokeWidth={series.drawn === 'dashed' ? 1.5 : 2}
      strokeDasharray={series.drawn === 'dashed' ? '4 4' : undefined}
      dot={false}
      activeDot={{ r: 3 }}
      isAnimationActive={false}
    />
  );
}

function Hint({
  data,
  active,
  payload,
}: {
  data: ChartData;
  active?: boolean;
  payload?: readonly { payload?: ChartRow }[];
}) {
  const row = payload?.[0]?.payload;
  if (!active || !row) return null;
  return (
    <div className="rounded-xl bg-overlay px-3.5 py-2.5 text-sm shadow-overlay">
      <p className="font-medium">{row.label}</p>
      <ul className="mt-1.5 grid gap-1">
        {data.series.map(({ key, label, colour }) => (
          <li key={key} className="flex items-center justify-between gap-5">
            <span className="flex items-center gap-2 text-muted">
              <span className="size-2.5 rounded-[3px]" style={{ background: colour }} />
              {label}
            </span>
            <Figure value={row.values[key] ?? 0} unit={data.unit} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Figure({ value, unit }: { value: number; unit: ChartData['unit'] }) {
  const formats = useFormats();
  if (unit === 'money') return <Money amountCents={value} />;
  return <span className="tabular-nums">{formatNumber(value, formats, 0)}</span>;
}
