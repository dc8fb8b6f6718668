import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/button';
import { DateField } from '@/components/form/date-field';
import { FieldProblemText } from '@/components/form/field-frame';
import { type FieldName, within } from '@/components/form/field-name';
import { useFormConnection } from '@/components/form/form-context';
import { rowText, useListComparison } from '@/components/form/use-list-comparison';
import { xIcon } from '@/components/icons';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';

type Days = { fromOn: string; toOn?: string | null | undefined };
export type RangeRow = { key: number; id: string; label: string; fromOn: string; toOn: string | null };

/** A key no row has yet. */
export const nextKeyOf = (rows: readonly { key: number }[]): number =>
  Math.max(-1, ...rows.map((row) => row.key)) + 1;

/** Tenants or units of a lease, each with its first and last day; an empty last day follows the lease's. */
export function RangeRows({
  name,
  label,
  rows,
  saved,
  onRows,
}: {
  name: FieldName<readonly Days[]>;
  label: string;
  rows: readonly RangeRow[];
  /** What the lease holds. */
  saved: readonly Omit<RangeRow, 'key'>[];
  onRows: (rows: RangeRow[]) => void;
}) {
  const t = useTranslations('Contract');
  const form = useFormConnection();
  const words = useErrorWords();
  const formats = useFormats();
  const id = useId();
  const box = useRef<HTMLUListElement>(null);

  // The list as a whole: for what is wrong with none of its rows but with all of them together.
  useEffect(() =>
    form?.register(name, {
      element: () => box.current?.querySelector('input') ?? null,
      read: () => ({ ok: true, value: undefined }),
    }),
  );

  const day = (value: string | null) => (value === null ? '' : formatDate(value, formats));
  const list = useListComparison(name, {
    label,
    rows: () => [...(box.current?.children ?? [])],
    saved: saved.map((row) => rowText([row.label, day(row.fromOn), day(row.toOn)])),
    take: () => {
      const firstKey = nextKeyOf(rows);
      onRows(saved.map((row, index) => ({ ...row, key: firstKey + index })));
    },
  });

  const fault = form?.problems[name];
  return (
    <div className="flex flex-col gap-2">
      <ul ref={box} className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li key={row.key} className="rounded-xl border border-border p-3.5">
            <p className="flex items-center justify-between gap-3 pb-2">
              <span data-row-label="" className="min-w-0 truncate font-medium">
                {row.label}
              </span>
              {rows.length > 1 && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={xIcon}
                  className="-my-1 text-muted"
                  aria-label={t('remove', { name: row.label })}
                  onClick={() => {
                    list.changed();
                    onRows(rows.filter((other) => other !== row));
                  }}
                />
              )}
            </p>
            <div className="grid grid-cols-2 gap-3">
              <DateField name={within(name)(`${index}.fromOn`)} label={t('fromOn')} defaultDay={row.fromOn} />
              <DateField
                name={within(name)(`${index}.toOn`)}
                label={t('toOn')}
                defaultDay={row.toOn}
                optional
              />
            </div>
          </li>
        ))}
      </ul>
      <FieldProblemText id={id} problem={fault && words.field(fault)} />
      <p className="text-xs text-muted">{t('toOnHint')}</p>
    </div>
  );
}
