import { useTranslations } from 'next-intl';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { rowText, useListComparison } from '@/components/form/use-list-comparison';
import { plusIcon, xIcon } from '@/components/icons';
import { showSuccess } from '@/components/toast';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { maxDate } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { setHouseholdInput } from '../../schema';
import type { Contract } from './contract';
import { nextKeyOf } from './range-rows';

const field = fieldsOf<typeof setHouseholdInput>();

/** How many persons live there, each number from a day on. */
export default function HouseholdForm({
  lease,
  today,
  onDone,
}: {
  lease: Contract;
  today: string;
  onDone: () => void;
}) {
  const t = useTranslations('Contract');
  type Row = { key: number; validFrom: string; persons: number | null };
  const [rows, setRows] = useState<Row[]>(() =>
    lease.household.length === 0
      ? [{ key: 0, validFrom: lease.startsOn, persons: null }]
      : lease.household.map((row, key) => ({ ...row, key })),
  );
  const box = useRef<HTMLUListElement>(null);
  const set = trpc.lease.setHousehold.useMutation();
  const form = useDomainForm({
    schema: setHouseholdInput,
    fixed: { id: lease.id, version: lease.version },
    prepare: (values) => ({ ...values, household: values.household ?? [] }),
    submit: async (input) => {
      await set.mutateAsync(input);
      await whenFresh();
    },
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <HouseholdComparison
        lease={lease}
        box={box}
        onTake={() =>
          setRows(lease.household.map((row, index) => ({ ...row, key: nextKeyOf(rows) + index })))
        }
      />
      <ul ref={box} className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <li key={row.key} className="grid grid-cols-[minmax(0,1fr)_7rem_2.25rem] items-start gap-3">
            <DateField
              name={field(`household.${index}.validFrom`)}
              label={t('householdFrom')}
              defaultDay={row.validFrom}
            />
            <NumberField
              name={field(`household.${index}.persons`)}
              label={t('personsField')}
              defaultScaled={row.persons}
            />
            <Button
              look="ghost"
              size="sm"
              iconOnly
              icon={xIcon}
              className="mt-8 text-muted"
              aria-label={t('removeLine', { line: String(index + 1) })}
              onClick={() => setRows(rows.filter((other) => other.key !== row.key))}
            />
          </li>
        ))}
      </ul>
      <Button
        look="ghost"
        size="sm"
        icon={plusIcon}
        className="-ms-2 self-start text-muted"
        onClick={() => {
          const validFrom = maxDate(today, lease.startsOn);
          setRows([...rows, { key: nextKeyOf(rows), validFrom, persons: null }]);
        }}
      >
        {t('addHousehold')}
      </Button>
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}

/** Tells numbers somebody else has entered meanwhile from the lines here. */
function HouseholdComparison({
  lease,
  box,
  onTake,
}: {
  lease: Contract;
  box: RefObject<HTMLElement | null>;
  onTake: () => void;
}) {
  const t = useTranslations('Contract');
  const formats = useFormats();
  useListComparison(field('household'), {
    label: t('parts.household'),
    rows: () => [...(box.current?.children ?? [])],
    saved: lease.household.map((row) => rowText([formatDate(row.validFrom, formats), String(row.persons)])),
    take: onTake,
  });
  return null;
}
