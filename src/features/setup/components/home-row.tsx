import { useTranslations } from 'next-intl';
import { type ClipboardEvent, useId } from 'react';
import { classNames } from '@/components/class-names';
import type { UnitKind } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { type Column, type Fault, isFurther, type Row } from '../column-rules';
import { KindCell, VatChoice } from './home-kind';

/** Names are longer than days and amounts: two people of one flat want to be read. */
const isName = (column: Column) => column === 'place' || column === 'tenant';
const figures: readonly Column[] = ['net', 'costs', 'deposit', 'depositHeld', 'arrears', 'credit', 'area'];
const isFigure = (column: Column) => figures.includes(column);

/** One unit with its tenant: on a desk a line of cells under their names, on a phone a card. */
export function HomeRow({
  row,
  number,
  asked,
  faults,
  vatBp,
  onType,
  onLeave,
  onPaste,
  onChoose,
}: {
  row: Row;
  number: number;
  asked: readonly Column[];
  faults: readonly Fault[];
  /** The VAT that a rent may contain; null where nobody asks. */
  vatBp: (kind: UnitKind) => number | null;
  onType: (column: Column, text: string) => void;
  onLeave: (column: Column) => void;
  onPaste: (event: ClipboardEvent, column: Column) => void;
  onChoose: (choice: Partial<Pick<Row, 'kind' | 'hasVat'>>) => void;
}) {
  const t = useTranslations('Homes');
  const words = useErrorWords();
  const id = useId();
  const usual = asked.filter((column) => !isFurther(column));
  const further = asked.filter(isFurther);

  function cellOf(column: Column) {
    const fault = faults.find((one) => one.column === column);
    return (
      <label
        key={column}
        className={classNames(
          'flex min-w-0 flex-col justify-end gap-1 text-sm font-medium md:basis-0',
          isName(column) ? 'md:grow-[1.8]' : 'md:grow',
          // A day with strokes or dots, whole.
          column === 'startsOn' && 'md:min-w-28',
          column === 'email' && 'col-span-2',
        )}
      >
        <span className={classNames(number > 1 && !isFurther(column) && 'md:sr-only')}>
          {t(`columns.${column}`)}
          <span className="sr-only"> {t('row', { number })}</span>
        </span>
        <input
          type="text"
          value={row.cells[column]}
          inputMode={isFigure(column) ? 'decimal' : 'text'}
          autoComplete="off"
          aria-invalid={fault ? true : undefined}
          data-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-${column}` : undefined}
          onChange={(event) => onType(column, event.target.value)}
          onBlur={() => onLeave(column)}
          onPaste={(event) => onPaste(event, column)}
          className={classNames(
            'input input--full-width font-normal',
            isFigure(column) && 'text-end tabular-nums',
          )}
        />
      </label>
    );
  }

  return (
    <li className="rounded-xl bg-surface-secondary p-3 md:rounded-none md:bg-transparent md:p-0">
      <div className="grid gap-2 md:flex">
        {usual.map((column) => {
          return [
            // What a unit is stands behind its name, which says so until somebody chooses. Of one place the property does.
            column === 'tenant' && asked.includes('unit') && (
              <KindCell key="kind" row={row} number={number} onChoose={onChoose} />
            ),
            cellOf(column),
          ];
        })}
      </div>
      {further.length > 0 && (
        <div className="mt-2 grid grid-cols-2 gap-2 md:mb-3 md:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] md:ps-6">
          {further.map(cellOf)}
        </div>
      )}
      <VatChoice row={row} number={number} vatBp={vatBp} onChoose={onChoose} />
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
