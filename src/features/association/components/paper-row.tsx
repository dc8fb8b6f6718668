import { useTranslations } from 'next-intl';
import { type ClipboardEvent, useId } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { chevronDownIcon, xIcon } from '@/components/icons';
import { useErrorWords } from '@/i18n/error-words';
import { type Column, type Fault, isPassedOn, type Place, type Row } from '../grid-rules';

const isFigure = (column: Place) => column !== 'name' && column !== 'key' && column !== 'kind';

/** A line of the paper: on a wide screen a row of cells under their names, else a card. */
export function PaperRow({
  row,
  number,
  columns,
  kinds,
  asksCo2,
  faults,
  onType,
  onKind,
  onLeave,
  onPaste,
  onRemove,
}: {
  row: Row;
  number: number;
  columns: readonly Column[];
  kinds: readonly { value: string; label: string }[];
  /** Heat in Germany: part of its CO₂ costs is the landlord's. */
  asksCo2: boolean;
  faults: readonly Fault[];
  onType: (column: Column | 'co2', text: string) => void;
  onKind: (kind: string) => void;
  onLeave: (column: Column | 'co2') => void;
  onPaste: (event: ClipboardEvent, column: Column) => void;
  onRemove: (() => void) | null;
}) {
  const t = useTranslations('Association');
  const words = useErrorWords();
  const id = useId();
  const label = (column: Place) => (
    <span className={classNames('hyphens-auto', number > 1 && column !== 'co2' && 'xl:sr-only')}>
      {t(`columns.${column}`)}
      <span className="sr-only"> {t('row', { number })}</span>
    </span>
  );
  const marks = (column: Place) => {
    const fault = faults.some((one) => one.column === column);
    return {
      'aria-invalid': fault ? true : undefined,
      'data-invalid': fault ? true : undefined,
      'aria-describedby': fault ? `${id}-${column}` : undefined,
    } as const;
  };
  const cell = (column: Column | 'co2', className: string) => (
    <label
      key={column}
      className={classNames('flex min-w-0 flex-col justify-end gap-1 text-sm font-medium', className)}
    >
      {label(column)}
      <input
        type="text"
        value={row.cells[column]}
        // No keyboard of figures alone: what is given back is below zero, and a phone's has no minus.
        autoComplete="off"
        placeholder={column === 'recoverable' && isPassedOn(row) ? '100' : undefined}
        disabled={column === 'recoverable' && !isPassedOn(row)}
        {...marks(column)}
        onChange={(event) => onType(column, event.target.value)}
        onBlur={() => onLeave(column)}
        onPaste={column === 'co2' ? undefined : (event) => onPaste(event, column)}
        className={classNames(
          'input input--full-width font-normal',
          isFigure(column) && 'text-end tabular-nums',
        )}
      />
    </label>
  );
  const rest = columns.filter((column) => column !== 'name');
  return (
    <li className="rounded-xl bg-surface-secondary p-3 xl:rounded-none xl:bg-transparent xl:p-0">
      <div
        className={classNames(
          'grid grid-cols-2 gap-2 sm:grid-cols-5',
          rest.includes('labour')
            ? 'xl:grid-cols-[minmax(0,1.8fr)_minmax(0,1.4fr)_minmax(0,1.1fr)_minmax(0,1.7fr)_minmax(0,1.1fr)_minmax(0,0.9fr)_minmax(0,0.9fr)_2rem]'
            : 'xl:grid-cols-[minmax(0,1.8fr)_minmax(0,1.4fr)_minmax(0,1.1fr)_minmax(0,1.7fr)_minmax(0,1.1fr)_minmax(0,0.9fr)_2rem]',
        )}
      >
        {cell('name', 'max-sm:col-span-2 sm:col-span-3 xl:col-span-1')}
        <label className="flex min-w-0 flex-col justify-end gap-1 text-sm font-medium max-sm:col-span-2 sm:col-span-2 xl:col-span-1">
          {label('kind')}
          <span className="relative flex">
            <select
              value={row.kind}
              {...marks('kind')}
              onChange={(event) => onKind(event.target.value)}
              className="input input--full-width appearance-none truncate pe-8 font-normal"
            >
              {kinds.map(({ value, label: text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
            <Icon
              icon={chevronDownIcon}
              className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-muted"
            />
          </span>
        </label>
        {/* A key is written out, such as “87.5 of 1,000 shares”: on a phone it needs the whole line. */}
        {rest.map((column) =>
          cell(column, column === 'key' || column === 'total' ? 'max-sm:col-span-2' : ''),
        )}
        {onRemove && (
          <Button
            look="ghost"
            size="sm"
            iconOnly
            icon={xIcon}
            aria-label={t('removeRow', { number })}
            className="self-end justify-self-end text-muted max-sm:col-start-2 sm:max-xl:col-start-5 xl:mb-0.5"
            onClick={onRemove}
          />
        )}
      </div>
      {asksCo2 && (
        <div className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-1">
          {cell('co2', 'w-44')}
          <p className="min-w-0 flex-1 basis-60 text-xs text-muted">{t('co2Hint')}</p>
        </div>
      )}
      {faults.length > 0 && (
        <ul className="mt-1.5 grid gap-0.5 text-sm text-danger">
          {faults.map(({ column, code }) => (
            <li key={column} id={`${id}-${column}`}>
              {t('fault', { column: t(`columns.${column}`), number, problem: words.field({ code }) })}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
