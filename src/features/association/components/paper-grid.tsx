import { useTranslations } from 'next-intl';
import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { FieldProblemText } from '@/components/form/field-frame';
import { fieldsOf } from '@/components/form/field-name';
import { useFormConnection } from '@/components/form/form-context';
import { showThenFocus } from '@/components/form/show-then-focus';
import { plusIcon } from '@/components/icons';
import { useErrorWords } from '@/i18n/error-words';
import { newId } from '@/lib/new-id';
import { readClipboard, withPasted } from '@/lib/pasted-cells';
import {
  asksCo2,
  type Column,
  columnsOf,
  emptyRow,
  type Fault,
  type Row,
  readRows,
  withProposal,
} from '../grid-rules';
import type { setAssociationYearInput } from '../schema';
import { PaperRow } from './paper-row';
import { useKindOptions } from './use-kind-options';
import { usePaperCells } from './use-paper-cells';
import type { AssociationYearView } from './year-form';

const field = fieldsOf<typeof setAssociationYearInput>();

/** The lines of an association's paper, a row each; cells of a spreadsheet can be pasted into it. */
export function PaperGrid({
  rows,
  saved,
  view,
  onRowsChange,
}: {
  rows: readonly Row[];
  /** As they are kept; somebody else may have changed them meanwhile. */
  saved: readonly Row[];
  view: AssociationYearView;
  onRowsChange: (rows: readonly Row[]) => void;
}) {
  const kinds = view.kinds.filter(({ isArchived }) => !isArchived);
  const t = useTranslations('Association');
  const form = useFormConnection();
  const words = useErrorWords();
  const { readers, tidy, tidyRow } = usePaperCells();
  const id = useId();
  const box = useRef<HTMLUListElement>(null);
  const [faults, setFaults] = useState<Fault[]>([]);
  const columns = columnsOf(saved, view.isGerman);

  useEffect(() =>
    form?.register(field('lines'), {
      element: () => placeOf(box.current, columns, readRows(rows, readers, view).faults[0]),
      read: () => {
        const read = readRows(rows, readers, view);
        setFaults(read.faults);
        return read.faults.length > 0 ? { ok: false, code: 'rows' } : { ok: true, value: read.lines };
      },
      compare: {
        label: () => t('paper'),
        mine: () => inWords(rows),
        saved: () => inWords(saved),
        take: () => change(saved),
      },
    }),
  );

  function change(next: readonly Row[]) {
    form?.changed(field('lines'));
    onRowsChange(next);
  }
  const set = (index: number, some: (row: Row) => Row) =>
    change(rows.map((row, at) => (at === index ? some(row) : row)));

  function type(index: number, column: Column | 'co2', text: string) {
    setFaults(faults.filter((fault) => fault.row !== index || fault.column !== column));
    set(index, (row) => {
      const typed = { ...row, cells: { ...row.cells, [column]: text } };
      return column === 'name' ? withProposal(typed, kinds) : typed;
    });
  }

  function paste(event: ClipboardEvent, index: number, column: Column) {
    const pasted = readClipboard(event.clipboardData.getData('text/plain'));
    if (pasted === null) return;
    event.preventDefault();
    setFaults([]);
    const all = withPasted(rows, columns, { row: index, column }, pasted, () => emptyRow(newId()));
    change(all.map((row) => withProposal(tidyRow(row), kinds)));
  }

  const options = useKindOptions(view.kinds);
  const fault = form?.problems.lines;
  return (
    <div className="grid gap-2">
      <ul ref={box} className="grid gap-3 xl:gap-2">
        {rows.map((row, index) => (
          <PaperRow
            key={row.id}
            row={row}
            number={index + 1}
            columns={columns}
            kinds={options.filter(({ value, isArchived }) => !isArchived || value === row.kind)}
            asksCo2={asksCo2(row, view)}
            faults={faults.filter((one) => one.row === index)}
            onType={(column, text) => type(index, column, text)}
            onKind={(kind) => set(index, (one) => ({ ...one, kind, isKindChosen: true }))}
            onLeave={(column) => {
              const text = row.cells[column];
              if (tidy(column, text) !== text) type(index, column, tidy(column, text));
            }}
            onPaste={(event, column) => paste(event, index, column)}
            onRemove={
              rows.length === 1
                ? null
                : () => {
                    setFaults([]);
                    change(rows.filter((_, at) => at !== index));
                  }
            }
          />
        ))}
      </ul>
      <Button
        look="ghost"
        size="sm"
        icon={plusIcon}
        className="-ms-2 self-start justify-self-start"
        onClick={() => {
          showThenFocus(
            () => change([...rows, emptyRow(newId())]),
            () => box.current?.querySelector<HTMLElement>('li:last-child input'),
          );
        }}
      >
        {t('addRow')}
      </Button>
      <FieldProblemText id={id} problem={fault && words.field(fault)} />
    </div>
  );
}

const inWords = (rows: readonly Row[]) =>
  rows
    .filter(({ cells }) => cells.name !== '')
    .map(({ cells }) => [cells.name, cells.own, cells.recoverable].filter(Boolean).join(' '))
    .join(', ');

/** Where the first thing that is wrong was typed; it may not be marked yet. */
function placeOf(
  box: HTMLElement | null,
  columns: readonly Column[],
  fault: Fault | undefined,
): HTMLElement | null {
  const row = box?.children[fault?.row ?? 0];
  if (fault?.column === 'kind') return row?.querySelector('select') ?? null;
  const inputs = row?.querySelectorAll('input') ?? [];
  // What stands in no column is the landlord's part of CO₂, the last of its row.
  const at = columns.findIndex((column) => column === (fault?.column ?? 'name'));
  return inputs[at < 0 ? inputs.length - 1 : at] ?? null;
}
