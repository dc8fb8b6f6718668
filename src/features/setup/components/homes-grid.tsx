import { useTranslations } from 'next-intl';
import { type ClipboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { FieldProblemText } from '@/components/form/field-frame';
import { fieldsOf } from '@/components/form/field-name';
import { useFormConnection } from '@/components/form/form-context';
import { plusIcon } from '@/components/icons';
import { useErrorWords } from '@/i18n/error-words';
import { readTable } from '@/lib/pasted-cells';
import type { Column, Fault, Readers, Row } from '../column-rules';
import { readRows, severalTimes } from '../grid-rules';
import { isHeadRow } from '../head-rules';
import type { enterHomesInput } from '../schema';
import { HomeRow } from './home-row';
import { useTidyRow } from './use-tidy-row';

const field = fieldsOf<typeof enterHomesInput>();

/** Rows of a spreadsheet, and what their columns are called where that came along. */
export type Table = { head: string[] | null; rows: string[][] };

/** Units with their tenants, a row each; cells of a spreadsheet can be pasted into it. */
export function HomesGrid({
  rows,
  asked,
  canGrow,
  known,
  openQuestion,
  newRow,
  onRowsChange,
  onTablePasted,
}: {
  rows: readonly Row[];
  asked: readonly Column[];
  canGrow: boolean;
  /** What is known besides of how cells are written. */
  known: Pick<Readers, 'vatBp' | 'today' | 'country' | 'firstMonth'>;
  /** Where somebody has yet to say which way round a balance is. */
  openQuestion: RefObject<HTMLElement | null> | null;
  newRow: () => Row;
  onRowsChange: (rows: Row[]) => void;
  onTablePasted: (table: Table, at: { row: number; column: Column }) => void;
}) {
  const t = useTranslations('Homes');
  const form = useFormConnection();
  const words = useErrorWords();
  const { readers: written, tidy } = useTidyRow();
  const readers = { ...written, ...known };
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [faults, setFaults] = useState<Fault[]>([]);

  useEffect(() =>
    form?.register(field('places'), {
      element: () => {
        if (openQuestion) return openQuestion.current?.querySelector('button') ?? null;
        const [first = { row: 0, column: asked[0] ?? 'tenant' }] = readRows(rows, asked, readers).faults;
        const inputs = box.current?.querySelectorAll<HTMLElement>('input[type=text]') ?? [];
        return inputs[first.row * asked.length + asked.indexOf(first.column)] ?? null;
      },
      read: () => {
        const read = readRows(rows, asked, readers);
        setFaults(read.faults);
        if (openQuestion) return { ok: false, code: 'balance_unclear' };
        return read.faults.length > 0 ? { ok: false, code: 'rows' } : { ok: true, value: read.homes };
      },
    }),
  );

  function change(next: Row[]) {
    form?.changed(field('places'));
    onRowsChange(next);
  }

  function type(index: number, column: Column, text: string) {
    setFaults(faults.filter((fault) => fault.row !== index || fault.column !== column));
    change(rows.map((row, at) => (at === index ? { ...row, cells: { ...row.cells, [column]: text } } : row)));
  }

  function paste(event: ClipboardEvent, row: number, column: Column) {
    const table = readTable(event.clipboardData.getData('text/plain'), isHeadRow);
    if (table === null) return;
    event.preventDefault();
    setFaults([]);
    form?.changed(field('places'));
    onTablePasted(table, { row, column });
  }

  const fault = form?.problems.places;
  return (
    <div ref={box} className="grid gap-2">
      <ul className="grid gap-3 md:gap-2">
        {rows.map((row, index) => (
          <HomeRow
            key={row.ids.unit}
            row={row}
            number={index + 1}
            asked={asked}
            vatBp={known.vatBp}
            faults={faults.filter((one) => one.row === index)}
            onType={(column, text) => type(index, column, text)}
            onLeave={(column) => {
              const text = row.cells[column];
              if (tidy(column, text) !== text) type(index, column, tidy(column, text));
            }}
            onPaste={(event, column) => paste(event, index, column)}
            onChoose={(choice) => change(rows.map((one, at) => (at === index ? { ...one, ...choice } : one)))}
          />
        ))}
      </ul>
      {canGrow && (
        <Button
          look="ghost"
          size="sm"
          icon={plusIcon}
          className="-ms-2 self-start justify-self-start"
          onClick={() => change([...rows, newRow()])}
        >
          {t('addRow')}
        </Button>
      )}
      {severalTimes(rows).map((name) => (
        <p key={name} className="text-sm">
          {t('oneTenant', { name })}
        </p>
      ))}
      <p className="text-xs text-muted">
        {t('pasteHint')} {asked.includes('unit') && t('kindHint')}
      </p>
      <FieldProblemText id={id} problem={fault && words.field(fault)} />
    </div>
  );
}
