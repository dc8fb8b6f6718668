import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { FieldProblemText } from '@/components/form/field-frame';
import { fieldsOf } from '@/components/form/field-name';
import { useFormConnection } from '@/components/form/form-context';
import { SearchPicker } from '@/components/form/search-picker';
import { plusIcon } from '@/components/icons';
import { Skeleton } from '@/components/skeleton';
import { useDebounced } from '@/components/use-debounced';
import { UnitDialog } from '@/features/unit/components/unit-dialog';
import { isSingleUnit } from '@/features/unit/rules';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { addressLines } from '@/i18n/regions';
import { sumCents } from '@/lib/money';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { createLeaseInput } from '../schema';

const field = fieldsOf<typeof createLeaseInput>();

type Unit = Outputs['unit']['list'][number];

/** What the lease is about: a flat, or a flat and its garage, also of several properties. */
export function UnitPicker({
  propertyIds: initialPropertyIds,
  unitIds: initialUnitIds,
  onUnitsChange,
  onHousesChange,
  onAskingRentChange,
}: {
  /** Whose units are shown to begin with. */
  propertyIds: readonly string[];
  /** Chosen beforehand. */
  unitIds: readonly string[];
  onUnitsChange: (unitIds: string[]) => void;
  /** Where the chosen units are; where the houses shown are, as long as none is chosen. */
  onHousesChange: (countries: readonly string[]) => void;
  /** What is asked for the chosen units together; null where one of them says nothing. */
  onAskingRentChange: (cents: number | null) => void;
}) {
  const t = useTranslations('LeaseForm');
  const form = useFormConnection();
  const words = useErrorWords();
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const [search, setSearch] = useState('');
  const [propertyIds, setPropertyIds] = useState([...initialPropertyIds]);
  const [isAdding, setAdding] = useState(initialPropertyIds.length === 0);
  const [chosen, setChosen] = useState<Record<string, boolean>>(() =>
    Object.fromEntries(initialUnitIds.map((unitId) => [unitId, true])),
  );
  const asked = useDebounced(search);
  const properties = trpc.property.list.useQuery(
    { search: asked, limit: 20 },
    { placeholderData: keepPreviousData },
  );
  // Rows of an earlier search, kept until the next are there, say nothing about how many there are.
  const isEvery = search === '' && asked === '' && !properties.isPlaceholderData;
  const only = isEvery && properties.data?.rows.length === 1 ? properties.data.rows[0] : undefined;
  const shownIds = propertyIds.length === 0 && only ? [only.id] : propertyIds;
  const picked = Object.keys(chosen).filter((key) => chosen[key]);
  const lists = trpc.useQueries((api) => shownIds.map((propertyId) => api.unit.list({ propertyId })));
  const askingRent = askingRentOf(
    picked,
    lists.flatMap((list) => list.data ?? []),
  );

  const houses = trpc.useQueries((api) => shownIds.map((shownId) => api.property.get({ id: shownId })));
  const isChosen = lists.map((list) => list.data?.some((unit) => chosen[unit.id]) === true);
  const countries = houses
    .filter((_, index) => isChosen[index] || !isChosen.includes(true))
    .flatMap((house) => house.data?.country ?? [])
    .join(' ');
  const onHouses = useEffectEvent(onHousesChange);
  useEffect(() => {
    if (countries !== '') onHouses(countries.split(' '));
  }, [countries]);

  const onAskingRent = useEffectEvent(onAskingRentChange);
  useEffect(() => onAskingRent(askingRent), [askingRent]);

  useEffect(() =>
    form?.register(field('unitIds'), {
      element: () => box.current?.querySelector('input') ?? null,
      read: () => ({ ok: true, value: picked }),
    }),
  );

  function propose(change: Record<string, boolean>) {
    const next = { ...chosen, ...change };
    setChosen(next);
    onUnitsChange(Object.keys(next).filter((key) => next[key]));
  }
  function choose(change: Record<string, boolean>) {
    propose(change);
    form?.changed(field('unitIds'));
  }

  const fault = form?.problems.unitIds;
  const problem = fault && words.field(fault);
  const isSearching = isAdding && !(only && propertyIds.length === 0);
  return (
    <fieldset ref={box} className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{t('units')}</legend>
      {shownIds.map((shownId) => (
        <UnitsOfProperty
          key={shownId}
          propertyId={shownId}
          chosen={chosen}
          onPropose={propose}
          onChoose={choose}
        />
      ))}
      {isSearching ? (
        <SearchPicker
          id={`${id}-property`}
          label={shownIds.length === 0 ? t('property') : t('otherProperty')}
          placeholder={t('searchProperty')}
          emptyText={t('noProperty')}
          found={(properties.data?.rows ?? [])
            .filter((row) => !shownIds.includes(row.id))
            .map((row) => ({ id: row.id, label: row.name, note: addressLines(row).join(', ') }))}
          onSearch={setSearch}
          problem={shownIds.length === 0 ? problem : undefined}
          onPick={(property) => {
            setPropertyIds([...propertyIds, property.id]);
            setAdding(false);
          }}
        />
      ) : (
        (!only || propertyIds.length > 1) && (
          <Button
            look="ghost"
            size="sm"
            icon={plusIcon}
            className="-ms-2 h-auto min-h-8 max-w-full self-start py-1 text-start whitespace-normal text-muted"
            onClick={() => setAdding(true)}
          >
            {t('addProperty')}
          </Button>
        )
      )}
      <FieldProblemText id={id} problem={shownIds.length === 0 && isSearching ? undefined : problem} />
    </fieldset>
  );
}

function askingRentOf(unitIds: readonly string[], units: readonly Unit[]): number | null {
  const rents = unitIds.map((id) => units.find((unit) => unit.id === id)?.askingRentCents ?? null);
  const known = rents.filter((rent) => rent !== null);
  return known.length > 0 && known.length === rents.length ? sumCents(known) : null;
}

function UnitsOfProperty({
  propertyId,
  chosen,
  onPropose,
  onChoose,
}: {
  propertyId: string;
  chosen: Record<string, boolean>;
  /** Chosen by itself: nothing was entered that could be lost. */
  onPropose: (change: Record<string, boolean>) => void;
  onChoose: (change: Record<string, boolean>) => void;
}) {
  const t = useTranslations('LeaseForm');
  const property = trpc.property.get.useQuery({ id: propertyId });
  const units = trpc.unit.list.useQuery({ propertyId });
  const [isAdding, setAdding] = useState(false);
  const kind = property.data?.kind;
  const isUndecided =
    kind !== undefined &&
    isSingleUnit(kind) &&
    units.data?.length === 1 &&
    chosen[units.data[0]?.id ?? ''] === undefined;

  // The one unit of a single flat needs no choosing; a house with several is not let as one unless somebody says so.
  useEffect(() => {
    const [unit] = units.data ?? [];
    if (isUndecided && unit) onPropose({ [unit.id]: true });
  });

  if (!units.data || !property.data) return <Skeleton className="h-14 w-full" />;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">{property.data.name}</p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {units.data.map((unit) => (
          <li key={unit.id}>
            <label className="flex h-full cursor-pointer items-start gap-2.5 rounded-xl border border-border px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft">
              <input
                type="checkbox"
                checked={chosen[unit.id] ?? false}
                onChange={(event) => onChoose({ [unit.id]: event.target.checked })}
                className="mt-[3px] size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span className="block truncate text-sm font-medium">{unit.name}</span>
                <UnitState unit={unit} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      <Button
        look="ghost"
        size="sm"
        icon={plusIcon}
        className="-ms-2 h-auto min-h-8 max-w-full self-start py-1 text-start whitespace-normal text-muted"
        onClick={() => setAdding(true)}
      >
        {t('addUnit')}
      </Button>
      {isAdding && (
        <UnitDialog
          propertyId={propertyId}
          unit={null}
          open
          // Whoever adds a unit here lets it.
          onCreated={(unitId) => onChoose({ [unitId]: true })}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

/** Whether the unit is free, so that an overlap is seen before it is refused. */
function UnitState({ unit }: { unit: Unit }) {
  const t = useTranslations('LeaseForm');
  const formats = useFormats();
  const lease = unit.currentLease ?? unit.upcomingLease;
  const tenants = lease?.tenants.map((tenant) => tenant.name).join(', ') ?? '';
  const words = unit.isSold
    ? t('sold')
    : !lease
      ? unit.period?.ownUse
        ? t('ownUse')
        : t('free')
      : !unit.currentLease
        ? t('letFrom', { day: formatDate(lease.startsOn, formats), tenants })
        : lease.endsOn
          ? t('letUntil', { day: formatDate(lease.endsOn, formats), tenants })
          : t('letTo', { tenants });
  return <span className="block text-xs text-muted">{words}</span>;
}
