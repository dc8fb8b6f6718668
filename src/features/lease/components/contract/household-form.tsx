'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { NumberField } from '@/components/form/number-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { plusIcon, xIcon } from '@/components/icons';
import { showSuccess } from '@/components/toast';
import { maxDate } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { setHouseholdInput } from '../../schema';
import { type Contract, useContractRefresh } from './contract-refresh';

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
  const words = useTranslations('Form');
  type Row = { key: number; validFrom: string; persons: number | null };
  const [rows, setRows] = useState<Row[]>(() =>
    lease.household.length === 0
      ? [{ key: 0, validFrom: lease.startsOn, persons: null }]
      : lease.household.map((row, key) => ({ ...row, key })),
  );
  const [nextKey, setNextKey] = useState(rows.length);
  const refresh = useContractRefresh(lease.id);
  const set = trpc.lease.setHousehold.useMutation();
  const form = useDomainForm({
    schema: setHouseholdInput,
    fixed: { id: lease.id, version: lease.version },
    prepare: (values) => ({ ...values, household: values.household ?? [] }),
    submit: async (input) => {
      await set.mutateAsync(input);
      await refresh();
    },
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} reload={refresh} />
      <ul className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <li key={row.key} className="grid grid-cols-[minmax(0,1fr)_7rem_2rem] items-start gap-3">
            <DateField
              name={`household.${index}.validFrom`}
              label={t('householdFrom')}
              defaultDay={row.validFrom}
            />
            <NumberField
              name={`household.${index}.persons`}
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
          setRows([...rows, { key: nextKey, validFrom: maxDate(today, lease.startsOn), persons: null }]);
          setNextKey(nextKey + 1);
        }}
      >
        {t('addHousehold')}
      </Button>
      <DialogActions>
        <Button look="tertiary" onClick={onDone}>
          {words('cancel')}
        </Button>
        <SubmitButton>{words('save')}</SubmitButton>
      </DialogActions>
    </DomainForm>
  );
}
