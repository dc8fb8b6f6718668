import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import type { CalendarDate } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { setUnitPeriodInput } from '../schema';
import { PeriodFields } from './period-fields';
import type { UnitWithPeriod } from './unit-state';

const field = fieldsOf<typeof setUnitPeriodInput>();

export function UnitPeriodForm({
  unit,
  changeFrom,
  onClose,
}: {
  unit: UnitWithPeriod;
  changeFrom?: CalendarDate;
  onClose: () => void;
}) {
  const t = useTranslations('Unit');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const current = unit.period;
  // What is said for the first time has been so all along, unless somebody knows better: last year is settled by it.
  const isFirst = isUnsaid(current) && changeFrom === undefined;
  const [mode, setMode] = useState<'change' | 'correct'>(isFirst ? 'correct' : 'change');
  const setPeriod = trpc.unit.setPeriod.useMutation();
  const form = useDomainForm({
    schema: setUnitPeriodInput,
    fixed: {
      unitId: unit.id,
      // The day of the facts that hold now: saying it again replaces them.
      ...(mode === 'correct' && current ? { validFrom: current.validFrom, version: current.version } : {}),
    },
    recordId: unit.id,
    state: current && `${current.validFrom} ${current.version}`,
    submit: (input) => setPeriod.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      {current && changeFrom === undefined && (
        <ChoiceField
          label={t(isFirst ? 'first.label' : 'mode.label')}
          hint={isFirst ? undefined : t(`mode.${mode}Hint`)}
          options={(isFirst ? (['correct', 'change'] as const) : (['change', 'correct'] as const)).map(
            (value) => ({
              value,
              label: t(isFirst ? `first.${value}` : `mode.${value}`),
            }),
          )}
          value={mode}
          onValueChange={setMode}
        />
      )}
      {mode === 'change' && (
        <DateField
          name={field('validFrom')}
          label={t('validFrom')}
          defaultDay={changeFrom ?? portfolio.today}
        />
      )}
      <PeriodFields period={current} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

/** Neither area nor share nor use is known. */
const isUnsaid = (period: UnitWithPeriod['period']) =>
  period !== null && period.areaSqm100 === null && period.coOwnershipNumerator === null && !period.ownUse;
