import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { showThenFocus } from '@/components/form/show-then-focus';
import { rowText, useListComparison } from '@/components/form/use-list-comparison';
import { plusIcon, trash2Icon } from '@/components/icons';
import { formatAmount, formatDate, formatDecimal, formatMoney, isSignBehind } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import type { setYearInput } from '../schema';
import type { PlantYearView } from './year-form';

const field = fieldsOf<typeof setYearInput>();
type Bill = NonNullable<PlantYearView['year']>['co2Bills'][number];
type Row = { key: string; bill: Bill | null };
const rowsOf = (saved: readonly Bill[]): Row[] => saved.map((bill) => ({ key: newId(), bill }));

/** Bills beside the first: another supplier, a price that changed within the year, each for its own days. */
export function Co2Bills({ saved }: { saved: readonly Bill[] }) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  const list = useRef<HTMLUListElement>(null);
  const [rows, setRows] = useState<Row[]>(() => rowsOf(saved));
  const money = (cents: number) =>
    isSignBehind(formats) ? formatAmount(cents, formats) : formatMoney(cents, formats.currency, formats);
  const { changed } = useListComparison(field('co2Bills'), {
    label: t('co2FurtherAll'),
    rows: () => [...(list.current?.children ?? [])],
    saved: saved.map(({ grams, costCents, from, to }) =>
      rowText([
        formatDecimal(grams, 3, formats),
        money(costCents),
        formatDate(from, formats),
        formatDate(to, formats),
      ]),
    ),
    take: () => setRows(rowsOf(saved)),
  });
  function remove(key: string) {
    changed();
    setRows(rows.filter((row) => row.key !== key));
  }
  return (
    <>
      <ul ref={list} className="flex flex-col gap-6 empty:hidden">
        {rows.map(({ key, bill }, index) => (
          <li key={key} className="flex flex-col gap-4 border-t border-separator pt-4">
            <p className="flex items-center justify-between gap-4 text-sm font-medium">
              {t('co2Further', { number: String(index + 2) })}
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={trash2Icon}
                aria-label={t('co2FurtherRemove', { number: String(index + 2) })}
                className="text-muted"
                onClick={() => remove(key)}
              />
            </p>
            <FieldRow>
              <NumberField
                name={field(`co2Bills.${index}.grams`)}
                label={t('co2FurtherKg')}
                unit="kg"
                decimals={3}
                defaultScaled={bill?.grams}
              />
              <MoneyField
                name={field(`co2Bills.${index}.costCents`)}
                label={t('co2FurtherCost')}
                defaultCents={bill?.costCents}
              />
              <DateField
                name={field(`co2Bills.${index}.from`)}
                label={t('billFrom')}
                defaultDay={bill?.from}
              />
              <DateField name={field(`co2Bills.${index}.to`)} label={t('billTo')} defaultDay={bill?.to} />
            </FieldRow>
          </li>
        ))}
      </ul>
      <Button
        look="ghost"
        size="sm"
        icon={plusIcon}
        className="-ms-2 self-start text-muted"
        onClick={() =>
          showThenFocus(
            () => setRows([...rows, { key: newId(), bill: null }]),
            () => list.current?.querySelector<HTMLElement>('li:last-child input'),
          )
        }
      >
        {t('co2FurtherAdd')}
      </Button>
    </>
  );
}
