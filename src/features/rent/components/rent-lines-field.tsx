import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { Button } from '@/components/button';
import { FieldProblemText } from '@/components/form/field-frame';
import { type FieldName, within } from '@/components/form/field-name';
import { useFormConnection } from '@/components/form/form-context';
import { MoneyField } from '@/components/form/money-field';
import { showThenFocus } from '@/components/form/show-then-focus';
import { Icon } from '@/components/icon';
import { chevronDownIcon, plusIcon, xIcon } from '@/components/icons';
import { Money } from '@/components/money';
import {
  type Jurisdiction,
  type RentComponent,
  type SettlementKind,
  settlementKinds,
} from '@/domain/vocabulary';
import { useLineName } from '@/features/rent-account/components/line-words';
import { useErrorWords } from '@/i18n/error-words';
import { formatAmount, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { sumCents } from '@/lib/money';
import type { RentLine } from '../rules';
import type { rentLineInput } from '../schema';
import { usualParts } from '../usual-rules';
import { RentVatField } from './rent-vat-field';

type Row = Omit<RentLine, 'amountCents'> & { key: number; amountCents: number | null };

/** Costs a tenant pays on top, either settled once a year or never. */
const isSettled = (component: RentComponent) => component === 'operating_costs' || component === 'heating';
const addable = ['operating_costs', 'heating', 'parking', 'furniture', 'other'] as const;

const emptyRow = (component: RentComponent, key: number, vatRateBp = 0): Row => ({
  key,
  component,
  settlement: isSettled(component) ? 'advance' : 'none',
  vatRateBp,
  amountCents: null,
});

const isTaxed = (lines: readonly { vatRateBp: number }[]) => lines.some(({ vatRateBp }) => vatRateBp > 0);

const linesOf = (rows: readonly Row[]): RentLine[] =>
  rows.flatMap(({ component, settlement, vatRateBp, amountCents }) =>
    amountCents === null ? [] : [{ component, settlement, vatRateBp, amountCents }],
  );

/**
 * The parts of a monthly rent with their sum. Parts left empty do not belong to the rent. The parent keeps the
 * lines and puts them into the form's input (`prepare`); the amounts register for reading and problems only.
 */
export function RentLinesField({
  name,
  lines,
  netCents = null,
  savedLines,
  jurisdiction,
  onLinesChange,
}: {
  name: FieldName<readonly z.input<typeof rentLineInput>[]>;
  lines?: readonly RentLine[];
  /** Proposed where no lines are known. */
  netCents?: number | null;
  /** What the record holds, where one is edited. */
  savedLines?: readonly RentLine[];
  /** Whose habits the lease follows. */
  jurisdiction: Jurisdiction;
  onLinesChange: (lines: RentLine[]) => void;
}) {
  const t = useTranslations('RentLines');
  const lineName = useLineName();
  const form = useFormConnection();
  const words = useErrorWords();
  const formats = useFormats();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const nextKey = useRef(100);
  const [rows, setRows] = useState<Row[]>(() =>
    lines && lines.length > 0
      ? lines.map((line, key) => ({ ...line, key }))
      : usualParts(jurisdiction).map((component, key) => ({
          ...emptyRow(component, key),
          ...(component === 'net' && { amountCents: netCents }),
        })),
  );

  const rateBp = rows[0]?.vatRateBp ?? 0;
  const [hasVat, setHasVat] = useState(() => isTaxed(rows));
  // Elsewhere whoever lets with VAT lets every part of it so; in Austria a flat bears 10 %, its heating and garage 20 %
  // (§ 10 (2) no. 3 lit. a UStG 1994).
  const [hadRates] = useState(() => new Set(rows.map((row) => row.vatRateBp)).size > 1);
  const isByPart = jurisdiction === 'AT' || hadRates;
  // The United States know none on rent.
  const canHaveVat = hasVat || jurisdiction !== 'US';

  const textOf = (some: readonly RentLine[]) =>
    some
      .map((line) => {
        const vat =
          line.vatRateBp > 0 ? ` (${t('inclVat', { rate: formatPercent(line.vatRateBp, formats) })})` : '';
        return `${lineName(line)}: ${formatAmount(line.amountCents, formats)}${vat}`;
      })
      .join('\n');

  useEffect(() =>
    form?.register(name, {
      element: () => box.current?.querySelector('input') ?? null,
      read: () => ({ ok: true, value: undefined }),
      ...(savedLines && {
        compare: {
          label: () => t('total'),
          mine: () => textOf(linesOf(rows)),
          saved: () => textOf(savedLines),
          take: () => {
            nextKey.current += 100;
            change(savedLines.map((line, index) => ({ ...line, key: nextKey.current + index })));
            setHasVat(isTaxed(savedLines));
            setTaken((before) => before + 1);
          },
        },
      }),
    }),
  );

  /** So often were the saved lines taken: what was typed over the rate goes with it. */
  const [taken, setTaken] = useState(0);
  function change(next: Row[]) {
    setRows(next);
    form?.changed(name);
    onLinesChange(linesOf(next));
  }

  const lastInput = () => [...(box.current?.querySelectorAll('input') ?? [])].at(-1);
  const at = within(name);
  const fault = form?.problems[name];
  const filled = rows.filter((row) => row.amountCents !== null);
  // Where no part is filled in, what is missing is said where the first of them is entered.
  const [unfilled] = filled.length === 0 ? rows : [];
  // In the United States nobody agrees on what is settled once a year.
  const missing = addable.filter(
    (component) =>
      !rows.some((row) => row.component === component) && (jurisdiction !== 'US' || !isSettled(component)),
  );
  return (
    <div ref={box} className="flex flex-col gap-3">
      {rows.map((row) => {
        const place = filled.indexOf(row);
        return (
          <div
            key={row.key}
            className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-start gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,1fr)_9.5rem_2.25rem]"
          >
            <RowName row={row} onSettlement={(settlement) => change(replace(rows, row, { settlement }))} />
            <MoneyField
              name={place < 0 ? null : at(`${place}.amountCents`)}
              label={lineName(row)}
              listName={row === unfilled ? name : undefined}
              defaultCents={row.amountCents}
              onCentsChange={(amountCents) => change(replace(rows, row, { amountCents }))}
              className="[&>label]:sr-only"
            />
            {row.component === 'net' ? (
              <span />
            ) : (
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={xIcon}
                aria-label={t('remove', { name: lineName(row) })}
                className="mt-1 text-muted"
                onClick={() => change(rows.filter((other) => other !== row))}
              />
            )}
            {hasVat && isByPart && (
              <RentVatField
                key={taken}
                name={place < 0 ? null : at(`${place}.vatRateBp`)}
                part={lineName(row)}
                lines={linesOf([row])}
                rateBp={row.vatRateBp}
                onRateChange={(vatRateBp) => change(replace(rows, row, { vatRateBp }))}
              />
            )}
          </div>
        );
      })}
      <FieldProblemText id={id} problem={fault && !unfilled ? words.field(fault) : undefined} />
      {hasVat && !isByPart && (
        <RentVatField
          key={taken}
          name={at('0.vatRateBp')}
          lines={linesOf(rows)}
          rateBp={rateBp}
          onRateChange={(vatRateBp) => change(rows.map((row) => ({ ...row, vatRateBp })))}
        />
      )}
      <AddParts
        missing={missing}
        onAdd={(component) => {
          nextKey.current += 1;
          const row = emptyRow(component, nextKey.current, rateBp);
          showThenFocus(() => setRows([...rows, row]), lastInput);
        }}
        onAddVat={canHaveVat && !hasVat ? () => showThenFocus(() => setHasVat(true), lastInput) : null}
      />
      <p className="grid grid-cols-[minmax(0,1fr)_9.5rem_2.25rem] gap-x-2 border-t border-separator pt-3 font-semibold">
        <span>{t('total')}</span>
        <Money amountCents={sumCents(filled.map((row) => row.amountCents ?? 0))} className="pe-10 text-end" />
      </p>
    </div>
  );
}

const replace = (rows: readonly Row[], row: Row, change: Partial<Row>): Row[] =>
  rows.map((other) => (other === row ? { ...row, ...change } : other));

/** The parts that the rent does not have yet, and the tax on all of them. */
function AddParts({
  missing,
  onAdd,
  onAddVat,
}: {
  missing: readonly RentComponent[];
  onAdd: (component: RentComponent) => void;
  onAddVat: (() => void) | null;
}) {
  const t = useTranslations('RentLines');
  const lineName = useLineName();
  if (missing.length === 0 && !onAddVat) return null;
  const look = { look: 'ghost', size: 'sm', icon: plusIcon, className: 'text-muted' } as const;
  return (
    <div className="flex flex-wrap gap-1">
      {missing.map((component) => (
        <Button key={component} {...look} onClick={() => onAdd(component)}>
          {lineName(emptyRow(component, 0))}
        </Button>
      ))}
      {onAddVat && (
        <Button {...look} onClick={onAddVat}>
          {t('vat')}
        </Button>
      )}
    </div>
  );
}

/** The part's name; for costs on top a choice between the advance and the lump sum. */
function RowName({ row, onSettlement }: { row: Row; onSettlement: (settlement: SettlementKind) => void }) {
  const t = useTranslations('RentLines');
  const lineName = useLineName();
  if (!isSettled(row.component))
    return <span className="col-span-2 text-sm sm:col-span-1 sm:py-2">{lineName(row)}</span>;
  const { component } = row;
  const kinds =
    row.settlement === 'none' ? settlementKinds : settlementKinds.filter((kind) => kind !== 'none');
  return (
    <span className="relative col-span-2 flex min-w-0 justify-self-start sm:col-span-1">
      <select
        aria-label={t('settlement')}
        value={row.settlement}
        onChange={(event) => onSettlement(kinds.find((kind) => kind === event.target.value) ?? 'advance')}
        className="w-full min-w-0 cursor-pointer appearance-none truncate rounded-md bg-transparent pe-6 text-sm sm:py-2"
      >
        {kinds.map((settlement) => (
          <option key={settlement} value={settlement}>
            {lineName({ component, settlement })}
          </option>
        ))}
      </select>
      <Icon
        icon={chevronDownIcon}
        className="pointer-events-none absolute inset-y-0 end-1 my-auto text-muted"
      />
    </span>
  );
}
