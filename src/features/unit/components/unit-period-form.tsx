'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
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
  const [mode, setMode] = useState<'change' | 'correct'>('change');
  const setPeriod = trpc.unit.setPeriod.useMutation();
  const current = unit.period;
  const form = useDomainForm({
    schema: setUnitPeriodInput,
    fixed: {
      unitId: unit.id,
      // The day of the facts that hold now: saying it again replaces them.
      ...(mode === 'correct' && current ? { validFrom: current.validFrom } : {}),
    },
    submit: (input) => setPeriod.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      {current && changeFrom === undefined && (
        <ChoiceField
          label={t('mode.label')}
          hint={t(`mode.${mode}Hint`)}
          options={(['change', 'correct'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
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
