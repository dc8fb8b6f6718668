import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateText } from '@/components/date-text';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { trpc } from '@/trpc/client';
import type { RentLine } from '../rules';
import { updateRentInput } from '../schema';
import { habitsOf } from '../usual-rules';
import { CarryOn } from './carry-on';
import type { Difference } from './posted-differences';
import { RentLinesField } from './rent-lines-field';
import type { AgreedRent } from './rent-list';

const field = fieldsOf<typeof updateRentInput>();

/** Changes a rent that was agreed. The first one begins with the lease. */
export function EditRentForm({
  leaseId,
  rent: opened,
  onClose,
  onChanged,
}: {
  leaseId: string;
  rent: AgreedRent;
  onClose: () => void;
  /** With the booked months that differ now. */
  onChanged: (differences: readonly Difference[]) => void;
}) {
  const t = useTranslations('AgreeRent');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [lease] = trpc.lease.get.useSuspenseQuery({ id: leaseId });
  const [rents] = trpc.rent.list.useSuspenseQuery({ leaseId });
  const rent = rents.find((row) => row.id === opened.id) ?? opened;
  const [validFrom, setValidFrom] = useState<string | null>(rent.validFrom);
  const [lines, setLines] = useState<RentLine[]>(() => [...rent.lines]);
  const isInitial = rent.reason === 'initial';
  const update = trpc.rent.update.useMutation();
  const form = useDomainForm({
    schema: updateRentInput,
    fixed: { id: rent.id, version: rent.version, ...(isInitial && { validFrom: rent.validFrom }) },
    prepare: (values) => ({ ...values, lines }),
    submit: (input) => update.mutateAsync(input),
    onSuccess: ({ differences }) => {
      showSuccess(t('changed'));
      onChanged(differences);
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      {isInitial ? (
        <p className="text-sm">
          {t('sinceStart')} <DateText day={rent.validFrom} />
        </p>
      ) : (
        <DateField
          name={field('validFrom')}
          label={t('validFrom')}
          defaultDay={rent.validFrom}
          onDayChange={setValidFrom}
        />
      )}
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">{t('lines')}</legend>
        <RentLinesField
          name={field('lines')}
          lines={lines}
          savedLines={rent.lines}
          jurisdiction={habitsOf(portfolio.jurisdiction, lease.units)}
          onLinesChange={setLines}
        />
      </fieldset>
      <CarryOn
        rents={rents.filter((row) => row.id !== rent.id)}
        after={validFrom}
        before={rent.lines}
        postedThrough={lease.postedThrough}
      />
      <TextField
        name={field('note')}
        label={t('note')}
        optional
        autoComplete="off"
        defaultValue={rent.note ?? undefined}
      />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}
