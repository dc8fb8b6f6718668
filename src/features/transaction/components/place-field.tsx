import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/button';
import { fieldsOf } from '@/components/form/field-name';
import { SearchPicker } from '@/components/form/search-picker';
import { SelectField } from '@/components/form/select-field';
import { xIcon } from '@/components/icons';
import { useDebounced } from '@/components/use-debounced';
import { addressLines } from '@/i18n/regions';
import { trpc } from '@/trpc/client';
import type { recordTransactionInput } from '../schema';

const field = fieldsOf<typeof recordTransactionInput>();

type Property = { id: string; name: string };

/** What something is booked on: the portfolio or one of its properties, and there the whole or a unit. */
export function PlaceField({
  property,
  isFixed,
  isNew = false,
  unitId,
  onPropertyChange,
  onUnitChange,
}: {
  property: Property | null;
  /** The property is given by the page or by what is booked already. */
  isFixed: boolean;
  /** Nobody has said yet where it belongs. Where there is one property it is of that one: at the portfolio its statement would miss it. */
  isNew?: boolean;
  unitId: string | null;
  onPropertyChange: (property: Property | null) => void;
  onUnitChange: (unitId: string | null) => void;
}) {
  const t = useTranslations('BookingForm');
  const id = useId();
  const [search, setSearch] = useState('');
  const asked = useDebounced(search);
  const found = trpc.property.list.useQuery(
    { search: asked, limit: 20 },
    { enabled: !isFixed, placeholderData: keepPreviousData },
  );
  const units = trpc.unit.list.useQuery(
    { propertyId: property?.id ?? '', archive: 'all' },
    { enabled: property !== null },
  );
  const [isOpen, setOpen] = useState(isNew && !isFixed);
  // What a search found is not all there is, nor what is shown until the next answer.
  const all = search === '' && asked === '' && !found.isPlaceholderData ? found.data?.rows : undefined;
  useEffect(() => {
    if (!isOpen || all === undefined) return;
    setOpen(false);
    const [only, other] = all;
    if (only && !other && property === null) onPropertyChange({ id: only.id, name: only.name });
  }, [isOpen, all, property, onPropertyChange]);
  const offered = units.data?.filter((unit) => unit.archivedAt === null || unit.id === unitId) ?? [];
  return (
    <>
      {!isFixed &&
        (property === null ? (
          <SearchPicker
            id={id}
            label={t('property')}
            placeholder={t('wholePortfolio')}
            emptyText={t('noProperty')}
            found={(found.data?.rows ?? []).map((row) => ({
              id: row.id,
              label: row.name,
              note: addressLines(row).join(', '),
            }))}
            onSearch={setSearch}
            onPick={(picked) => onPropertyChange({ id: picked.id, name: picked.label })}
          />
        ) : (
          <div className="flex min-w-0 flex-col gap-1.5">
            <span className="text-sm font-medium">{t('property')}</span>
            <span className="flex items-center justify-between gap-2 rounded-lg bg-surface-secondary py-1 ps-3 pe-1">
              <span className="truncate text-sm">{property.name}</span>
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={xIcon}
                aria-label={t('removeProperty')}
                onClick={() => {
                  onPropertyChange(null);
                  onUnitChange(null);
                }}
              />
            </span>
          </div>
        ))}
      {property !== null && offered.length > 1 && (
        <SelectField
          // Uncontrolled: a new property brings new units.
          key={property.id}
          name={field('unitId')}
          label={t('unit')}
          placeholder={t('wholeProperty')}
          options={offered.map((unit) => ({ value: unit.id, label: unit.name }))}
          defaultValue={unitId}
          onValueChange={(value) => onUnitChange(value === '' ? null : value)}
        />
      )}
    </>
  );
}
