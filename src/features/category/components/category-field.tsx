import { describedBy, FieldFrame, type FieldProps } from '@/components/form/field-frame';
import { useField } from '@/components/form/use-field';
import { Icon } from '@/components/icon';
import { chevronDownIcon } from '@/components/icons';
import type { BookingDirection, Jurisdiction } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { useCategoryName } from './category-words';

export type CategoryRow = Outputs['category']['list'][number];

/** The groups of one direction with the leaves that can be booked on; own ones beside the built-in ones. */
export function categoryGroups(
  all: readonly CategoryRow[],
  direction: BookingDirection | null,
  jurisdiction: Jurisdiction,
) {
  // The United States have no value added tax.
  const rows = all.filter((row) => jurisdiction !== 'US' || row.code !== 'vat_paid');
  return rows
    .filter((row) => row.parentId === null && (direction === null || row.direction === direction))
    .map((group) => ({ ...group, leaves: rows.filter((row) => row.parentId === group.id) }))
    .filter((group) => group.leaves.length > 0);
}

/** What it is for. One that was archived since stays chosen where it already is. */
export function CategoryField({
  direction,
  chosen,
  placeholder,
  onPick,
  ...frame
}: FieldProps & {
  /** Null offers those of both. */
  direction: BookingDirection | null;
  chosen?: { id: string; code: string | null; name: string | null } | undefined;
  placeholder: string;
  onPick?: (category: CategoryRow | null) => void;
}) {
  const nameOf = useCategoryName();
  const [[rows], [{ jurisdiction }]] = [
    trpc.category.list.useSuspenseQuery({}),
    trpc.portfolio.get.useSuspenseQuery(),
  ];
  const nameOfId = (id: string) => {
    const row = rows.find((one) => one.id === id) ?? (chosen?.id === id ? chosen : undefined);
    return row ? nameOf(row) : '';
  };
  const field = useField<HTMLSelectElement>(
    frame.name,
    ({ value }) => ({ ok: true, value: value === '' ? null : value }),
    {
      mine: ({ value }) => nameOfId(value),
      saved: chosen ? nameOf(chosen) : '',
      take: (element) => {
        element.value = chosen?.id ?? '';
        field.changed();
        onPick?.(null);
      },
      put: pick,
    },
  );
  function pick(element: HTMLSelectElement, id: string) {
    element.value = id;
    field.changed();
    onPick?.(rows.find((row) => row.id === id) ?? null);
  }

  const isArchived = chosen !== undefined && !rows.some((row) => row.id === chosen.id);
  return (
    <FieldFrame {...frame} id={field.id} problem={field.problem}>
      <span className="relative flex">
        <select
          ref={field.ref}
          id={field.id}
          name={frame.name ?? undefined}
          defaultValue={chosen?.id ?? ''}
          onChange={({ target }) => pick(target, target.value)}
          aria-invalid={field.problem ? true : undefined}
          aria-describedby={describedBy(field.id, frame.hint, field.problem)}
          data-invalid={field.problem ? true : undefined}
          className="input input--full-width appearance-none pe-9"
        >
          <option value="">{placeholder}</option>
          {isArchived && <option value={chosen.id}>{nameOf(chosen)}</option>}
          {categoryGroups(rows, direction, jurisdiction).map((group) => (
            <optgroup key={group.id} label={nameOf(group)}>
              {group.leaves.map((leaf) => (
                <option key={leaf.id} value={leaf.id}>
                  {jurisdiction === 'DE' && leaf.betrkvNo !== null && leaf.code !== null
                    ? `${leaf.betrkvNo}. ${nameOf(leaf)}`
                    : nameOf(leaf)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <Icon
          icon={chevronDownIcon}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
        />
      </span>
    </FieldFrame>
  );
}
