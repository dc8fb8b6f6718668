import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button';
import { classNames } from '../class-names';
import { Icon } from '../icon';
import {
  checkIcon,
  chevronDownIcon,
  downloadIcon,
  layoutDashboardIcon,
  listFilterIcon,
  menuIcon,
} from '../icons';
import type { ListLook } from './list-look-cookie';

/** The line above a list: search, how the list looks, and filters; on a phone all but the search is folded away. */
export function ListTools({
  search,
  filters,
  order,
  activeCount,
  look,
  onLook,
  columns,
  isExporting,
  onExport,
}: {
  search: ReactNode;
  filters: ReactNode;
  /** The choice of the order. */
  order: ReactNode;
  /** How many filters narrow the list. */
  activeCount: number;
  look: ListLook;
  onLook: (part: Partial<ListLook>) => void;
  /** What the table can show beside the name. */
  columns: readonly { key: string; label: string }[];
  isExporting: boolean;
  onExport: () => void;
}) {
  const t = useTranslations('List');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <search className="flex flex-wrap items-center gap-x-2 gap-y-3 print:hidden">
      {search}
      <Button
        look={activeCount > 0 ? 'secondary' : 'outline'}
        icon={listFilterIcon}
        aria-expanded={isOpen}
        aria-controls={`${id}-look ${id}`}
        onClick={() => setOpen(!isOpen)}
        className="shrink-0 md:hidden"
      >
        {t('filters', { count: activeCount })}
      </Button>
      <div
        id={`${id}-look`}
        className={classNames(
          'basis-full items-center gap-1 md:ms-auto md:basis-auto',
          isOpen ? 'flex' : 'hidden md:flex',
        )}
      >
        <span className="me-auto flex min-w-0 grow pe-1 md:me-0 md:grow-0">{order}</span>
        <ViewSwitch look={look} onLook={onLook} />
        {look.view === 'table' && <ColumnChoice look={look} onLook={onLook} columns={columns} />}
        <Button
          look="ghost"
          iconOnly
          icon={downloadIcon}
          pending={isExporting}
          aria-label={t('export')}
          title={t('export')}
          onClick={onExport}
          className="text-muted"
        />
      </div>
      <div
        id={id}
        className={classNames('basis-full flex-wrap items-center gap-2', isOpen ? 'flex' : 'hidden md:flex')}
      >
        {filters}
      </div>
    </search>
  );
}

function ViewSwitch({ look, onLook }: { look: ListLook; onLook: (part: Partial<ListLook>) => void }) {
  const t = useTranslations('List');
  return (
    <fieldset className="flex gap-1 rounded-xl bg-default p-1">
      <legend className="sr-only">{t('view')}</legend>
      {(
        [
          ['cards', layoutDashboardIcon],
          ['table', menuIcon],
        ] as const
      ).map(([view, icon]) => (
        <button
          key={view}
          type="button"
          aria-pressed={look.view === view}
          aria-label={t(view)}
          title={t(view)}
          onClick={() => onLook({ view })}
          className={classNames(
            'grid size-8 place-items-center rounded-lg transition-colors',
            look.view === view ? 'bg-segment text-segment-foreground shadow-surface' : 'text-muted',
          )}
        >
          <Icon icon={icon} />
        </button>
      ))}
    </fieldset>
  );
}

/** Boxes in a fold, so that several are set without opening it anew. */
function ColumnChoice({
  look,
  onLook,
  columns,
}: {
  look: ListLook;
  onLook: (part: Partial<ListLook>) => void;
  columns: readonly { key: string; label: string }[];
}) {
  const t = useTranslations('List');
  return (
    <details
      className="column-choice relative hidden md:block"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="button button--ghost button--md list-none text-muted">
        {t('columns')}
        <Icon icon={chevronDownIcon} />
      </summary>
      <fieldset className="absolute end-0 top-full z-30 mt-1 grid min-w-48 gap-1 rounded-xl bg-overlay p-3 shadow-overlay">
        <legend className="sr-only">{t('columns')}</legend>
        {columns.map(({ key, label }) => (
          <label
            key={key}
            className="flex cursor-pointer items-center gap-2.5 rounded-md px-1.5 py-1 text-sm"
          >
            <input
              type="checkbox"
              checked={look.columns.includes(key)}
              onChange={(event) =>
                onLook({
                  columns: columns
                    .map((column) => column.key)
                    .filter((other) => (other === key ? event.target.checked : look.columns.includes(other))),
                })
              }
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** One of a few, as a select whose label only a screen reader hears. */
export function FilterSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <span className="relative flex max-w-full min-w-36 grow sm:min-w-0 sm:grow-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className="input w-full appearance-none truncate pe-9 max-sm:field-sizing-content sm:max-w-56"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        icon={chevronDownIcon}
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
      />
    </span>
  );
}

/** Filters that are on or off, and the way back to none. */
export function FilterMarks<Mark extends string>({
  marks,
  label,
  only,
  onChange,
  onClear,
}: {
  marks: readonly Mark[];
  label: (mark: Mark) => string;
  /** Those that are on. */
  only: readonly Mark[];
  onChange: (only: Mark[]) => void;
  /** null where no filter narrows the list. */
  onClear: (() => void) | null;
}) {
  const t = useTranslations('List');
  return (
    <span className="flex flex-wrap items-center gap-2">
      {marks.map((mark) => {
        const isOn = only.includes(mark);
        return (
          <button
            key={mark}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange(marks.filter((other) => (other === mark ? !isOn : only.includes(other))))}
            className={classNames(
              'inline-flex h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm transition-colors',
              isOn
                ? 'border-transparent bg-accent-soft font-medium text-accent-soft-foreground'
                : 'border-border text-muted hover:text-foreground',
            )}
          >
            {isOn && <Icon icon={checkIcon} className="size-3.5" />}
            {label(mark)}
          </button>
        );
      })}
      {onClear && (
        <Button look="ghost" size="sm" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      )}
    </span>
  );
}
