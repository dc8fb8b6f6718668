import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { SearchPicker } from '@/components/form/search-picker';
import { useDomainForm } from '@/components/form/use-domain-form';
import { plusIcon } from '@/components/icons';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { addressLines } from '@/i18n/regions';
import { firstOfMonth, maxDate, minDate, monthOf, shiftMonth } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { setUnitsInput } from '../../schema';
import { type Contract, recordsOf } from './contract';
import { nextKeyOf, RangeRows } from './range-rows';

const field = fieldsOf<typeof setUnitsInput>();

/** What the lease is about, from when to when: a garage that comes later, a cellar given back. */
export default function UnitsForm({
  lease,
  today,
  onDone,
}: {
  lease: Contract;
  today: string;
  onDone: () => void;
}) {
  const t = useTranslations('Contract');
  const saved = lease.units.map((unit) => ({
    id: unit.id,
    label: unit.name === unit.propertyName ? unit.name : `${unit.propertyName}, ${unit.name}`,
    fromOn: unit.fromOn,
    // The unit's end is written out; to the end of the lease it is left open.
    toOn: unit.toOn === lease.endsOn ? null : unit.toOn,
  }));
  const [rows, setRows] = useState(() => saved.map((row, key) => ({ key, ...row })));
  const set = trpc.lease.setUnits.useMutation();
  const form = useDomainForm({
    schema: setUnitsInput,
    fixed: { id: lease.id, version: lease.version },
    prepare: (values) => ({
      ...values,
      units: recordsOf(values.units).map((range, index) => ({ ...range, unitId: rows[index]?.id })),
    }),
    submit: async (input) => {
      await set.mutateAsync(input);
      await whenFresh();
    },
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });
  const nextMonth = firstOfMonth(shiftMonth(monthOf(today), 1));
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <RangeRows name={field('units')} label={t('parts.units')} rows={rows} saved={saved} onRows={setRows} />
      <AddUnit
        propertyId={lease.units[0]?.propertyId}
        without={rows.map((row) => row.id)}
        onAdd={(unit) => {
          const fromOn = minDate(maxDate(nextMonth, lease.startsOn), lease.endsOn);
          setRows([...rows, { ...unit, key: nextKeyOf(rows), fromOn, toOn: null }]);
        }}
      />
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}

/** The other units of the property, and those of others found by search. */
function AddUnit({
  propertyId,
  without,
  onAdd,
}: {
  propertyId: string | undefined;
  without: readonly string[];
  onAdd: (unit: { id: string; label: string }) => void;
}) {
  const t = useTranslations('Contract');
  const fields = useTranslations('LeaseForm');
  const id = useId();
  const [search, setSearch] = useState('');
  const [otherId, setOtherId] = useState<string | null>(null);
  const [isSearching, setSearching] = useState(false);
  const shownId = otherId ?? propertyId ?? '';
  const units = trpc.unit.list.useQuery({ propertyId: shownId }, { enabled: shownId !== '' });
  const property = trpc.property.get.useQuery({ id: shownId }, { enabled: shownId !== '' });
  const properties = trpc.property.list.useQuery(
    { search: useDebounced(search), limit: 20 },
    { placeholderData: keepPreviousData },
  );
  const addable = (units.data ?? []).filter((unit) => !without.includes(unit.id));
  return (
    <section className="flex flex-col gap-2">
      <h4 className="text-sm font-medium">{t('addUnit')}</h4>
      {addable.length === 0 ? (
        <p className="text-sm text-muted">{t('noOtherUnit')}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {addable.map((unit) => (
            <Button
              key={unit.id}
              size="sm"
              icon={plusIcon}
              onClick={() =>
                onAdd({
                  id: unit.id,
                  label:
                    property.data && property.data.name !== unit.name
                      ? `${property.data.name}, ${unit.name}`
                      : unit.name,
                })
              }
            >
              {unit.name}
            </Button>
          ))}
        </div>
      )}
      {isSearching ? (
        <SearchPicker
          id={`${id}-property`}
          label={fields('otherProperty')}
          placeholder={fields('searchProperty')}
          emptyText={fields('noProperty')}
          found={(properties.data?.rows ?? [])
            .filter((row) => row.id !== shownId)
            .map((row) => ({ id: row.id, label: row.name, note: addressLines(row).join(', ') }))}
          onSearch={setSearch}
          onPick={(picked) => {
            setOtherId(picked.id);
            setSearching(false);
          }}
          autoFocus
        />
      ) : (
        <Button
          look="ghost"
          size="sm"
          icon={plusIcon}
          className="-ms-2 self-start text-muted"
          onClick={() => setSearching(true)}
        >
          {fields('addProperty')}
        </Button>
      )}
    </section>
  );
}
