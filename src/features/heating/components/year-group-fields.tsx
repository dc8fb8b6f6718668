import { useTranslations } from 'next-intl';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { NumberField } from '@/components/form/number-field';
import { showThenFocus } from '@/components/form/show-then-focus';
import { TextField } from '@/components/form/text-field';
import { rowText, useListComparison } from '@/components/form/use-list-comparison';
import { plusIcon, trash2Icon } from '@/components/icons';
import { formatDecimal } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import type { setYearInput } from '../schema';
import { PickList } from './pick-list';
import { servedUnits } from './year-estimate-fields';
import type { PlantYearView } from './year-form';

const field = fieldsOf<typeof setYearInput>();

type Group = { name: string; unitIds: string[]; heat?: number; hotWater?: number | null };
/** A group as it is being entered: its units stand beside its fields. */
export type GroupRow = { key: string; saved: Group | null; unitIds: string[] };

/** The groups of a year; one that was not entered begins with those of the year before, which were counted anew. */
export function useGroupRows(view: PlantYearView) {
  return useState<GroupRow[]>(() => rowsOf(savedIn(view)));
}

const savedIn = ({ year, known }: PlantYearView): Group[] => year?.groups ?? known?.groups ?? [];
const rowsOf = (groups: readonly Group[]): GroupRow[] =>
  groups.map((saved) => ({ key: newId(), saved, unitIds: saved.unitIds }));

/** What is sent of a group: a unit that is gone by now is of none. */
export const unitsServed = ({ unitIds }: GroupRow, units: readonly { unitId: string }[]): string[] =>
  unitIds.filter((id) => units.some(({ unitId }) => unitId === id));

/** Tells groups that somebody else has entered meanwhile from the rows here. */
function useGroupComparison(
  view: PlantYearView,
  list: RefObject<HTMLElement | null>,
  onRows: (rows: GroupRow[]) => void,
) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  const counted = (thousandths: number | null | undefined) =>
    thousandths == null ? '' : formatDecimal(thousandths, 3, formats);
  return useListComparison(field('groups'), {
    label: t('groups'),
    rows: () => [...(list.current?.children ?? [])],
    saved: savedIn(view).map(({ name, unitIds, heat, hotWater }) =>
      rowText([
        name,
        ...servedUnits(view.users).flatMap(({ unitId, unit }) => (unitIds.includes(unitId) ? [unit] : [])),
        counted(heat),
        view.plant.makesHotWater ? counted(hotWater) : '',
      ]),
    ),
    take: () => onRows(rowsOf(savedIn(view))),
  });
}

/** Users whose devices count in another way than the rest’s, each measured first by a meter for all of them (§ 5 (7) HeizkostenV). */
export function GroupFields({
  view,
  rows,
  onRows,
}: {
  view: PlantYearView;
  rows: readonly GroupRow[];
  onRows: (rows: GroupRow[]) => void;
}) {
  const t = useTranslations('Heating');
  const { plant, year, known, users } = view;
  const list = useRef<HTMLUListElement>(null);
  const { changed } = useGroupComparison(view, list, onRows);
  const change = (next: GroupRow[]) => {
    changed();
    onRows(next);
  };
  return (
    <Fold
      title={t('groups')}
      fields={rows.flatMap((_, index) => [
        field(`groups.${index}.name`),
        field(`groups.${index}.unitIds`),
        field(`groups.${index}.heat`),
        field(`groups.${index}.hotWater`),
      ])}
      defaultOpen={rows.length > 0}
    >
      <p className="max-w-prose text-sm text-muted">{t('groupsText')}</p>
      {rows.length > 0 && (
        <NumberField
          name={field('groupBp')}
          label={t('groupShare')}
          hint={t('groupShareHint')}
          unit="%"
          decimals={2}
          defaultScaled={year?.groupBp ?? known?.groupBp ?? 7_000}
          className="sm:w-1/2 sm:pe-2"
        />
      )}
      <ul ref={list} className="flex flex-col gap-6 empty:hidden">
        {rows.map((row, index) => (
          <li key={row.key} className="flex flex-col gap-4 border-t border-separator pt-4">
            <div className="flex items-end gap-2">
              <TextField
                name={field(`groups.${index}.name`)}
                label={t('groupName')}
                defaultValue={row.saved?.name}
                className="flex-1"
              />
              <Button
                look="ghost"
                iconOnly
                icon={trash2Icon}
                aria-label={t('groupRemove', { number: String(index + 1) })}
                className="text-muted"
                onClick={() => change(rows.filter(({ key }) => key !== row.key))}
              />
            </div>
            <PickList
              name={field(`groups.${index}.unitIds`)}
              label={t('groupUnits')}
              options={servedUnits(users).map(({ unitId, unit }) => ({ id: unitId, label: unit }))}
              picked={row.unitIds}
              onPicked={(unitIds) =>
                change(rows.map((one) => (one.key === row.key ? { ...one, unitIds } : one)))
              }
            />
            <FieldRow>
              <NumberField
                name={field(`groups.${index}.heat`)}
                label={t('groupHeat')}
                unit="kWh"
                decimals={3}
                defaultScaled={row.saved?.heat}
              />
              {plant.makesHotWater && (
                <NumberField
                  name={field(`groups.${index}.hotWater`)}
                  label={t('groupHotWater')}
                  unit="m³"
                  decimals={3}
                  optional
                  defaultScaled={row.saved?.hotWater}
                />
              )}
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
            () => change([...rows, { key: newId(), saved: null, unitIds: [] }]),
            () => list.current?.querySelector<HTMLElement>('li:last-child input'),
          )
        }
      >
        {t('groupAdd')}
      </Button>
    </Fold>
  );
}
