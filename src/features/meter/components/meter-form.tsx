import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { WarningHint } from '@/components/warning-hint';
import { type MeterKind, type MeterMeasure, meterKinds, meterMeasures } from '@/domain/vocabulary';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { meterBeside, readingAfter, readingBefore, successorBeside, usualMeasure } from '../rules';
import { createMeterInput, recordReadingInput, updateMeterInput } from '../schema';
import { useMeterName } from './meter-words';
import { ReadingHint } from './reading-hint';

const field = fieldsOf<typeof createMeterInput>();
const edited = fieldsOf<typeof updateMeterInput>();
const read = fieldsOf<typeof recordReadingInput>();

export type MeterRow = Outputs['meter']['list'][number];
type Done = { onDone: () => void };

/** What a meter says of itself, as in `meterFields`. */
function MeterFields({ meter }: { meter: MeterRow | null }) {
  const t = useTranslations('Handover');
  const words = useTranslations('Meter');
  const labels = useTranslations('Labels');
  const [proposed, setProposed] = useState<MeterMeasure>(meter?.measure ?? 'kwh');
  const [kind, setKind] = useState<MeterKind>(meter?.kind ?? 'electricity');
  return (
    <>
      <FieldRow>
        <SelectField
          name={field('kind')}
          label={t('meterKind')}
          options={meterKinds.map((value) => ({ value, label: labels(`meterKind.${value}`) }))}
          defaultValue={meter?.kind ?? ('electricity' satisfies MeterKind)}
          onValueChange={(value) => {
            const chosen = meterKinds.find((one) => one === value);
            if (chosen) setKind(chosen);
            if (chosen && !meter) setProposed(usualMeasure[chosen]);
          }}
        />
        <SelectField
          key={proposed}
          name={field('measure')}
          label={t('meterMeasure')}
          options={meterMeasures.map((value) => ({ value, label: labels(`meterMeasure.${value}`) }))}
          defaultValue={proposed}
        />
      </FieldRow>
      <FieldRow>
        <TextField name={field('number')} label={t('meterNumber')} optional defaultValue={meter?.number} />
        <TextField
          name={field('location')}
          label={t('meterLocation')}
          optional
          defaultValue={meter?.location}
        />
      </FieldRow>
      {kind === 'heat_cost_allocator' && (
        <NumberField
          name={field('factorThousandths')}
          label={words('factor')}
          hint={words('factorHint')}
          decimals={3}
          optional
          defaultScaled={meter?.factorThousandths}
        />
      )}
    </>
  );
}

const isHeatMeter = ({ kind }: MeterRow) => kind === 'heat' || kind === 'heat_cost_allocator';

function CalibratedUntil({ day }: { day: string | null }) {
  const t = useTranslations('Meter');
  return (
    <DateField
      name={edited('calibratedUntil')}
      label={t('calibratedUntil')}
      hint={t('calibratedUntilHint')}
      optional
      defaultDay={day}
    />
  );
}

export function NewMeterForm({ unitId, onDone }: Done & { unitId: string }) {
  const t = useTranslations('Meter');
  const [id] = useState(newId);
  const create = trpc.meter.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createMeterInput,
    fixed: { id, unitId },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });
  return (
    <DomainForm form={form}>
      <MeterFields meter={null} />
      <CalibratedUntil day={null} />
      <CheckboxField name={field('isShared')} label={t('isShared')} />
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}

export function EditMeterForm({
  meter,
  meters,
  onDone,
}: Done & { meter: MeterRow; meters: readonly MeterRow[] }) {
  const t = useTranslations('Meter');
  const formats = useFormats();
  const nameOf = useMeterName();
  const [removedOn, setRemovedOn] = useState(meter.removedOn);
  const update = trpc.meter.update.useMutation();
  const form = useDomainForm({
    schema: updateMeterInput,
    fixed: { id: meter.id, version: meter.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });
  const next = removedOn === null ? null : successorBeside(meters, meter, removedOn);
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <MeterFields meter={meter} />
      <FieldRow>
        <CalibratedUntil day={meter.calibratedUntil} />
        <DateField
          name={edited('removedOn')}
          label={t('removedOn')}
          hint={t('removedOnHint')}
          optional
          defaultDay={meter.removedOn}
          onDayChange={setRemovedOn}
        />
      </FieldRow>
      {next && (
        <WarningHint>
          {t('readAlready', { name: nameOf(next.meter), day: formatDate(next.firstReadOn, formats) })}
        </WarningHint>
      )}
      {!isHeatMeter(meter) && (
        <CheckboxField
          name={edited('isByDays')}
          label={t('isByDays')}
          hint={t('isByDaysHint')}
          defaultChecked={meter.isByDays}
        />
      )}
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}

export function ReadingForm({
  meter,
  meters,
  today,
  onDone,
}: Done & { meter: MeterRow; meters: readonly MeterRow[]; today: string }) {
  const t = useTranslations('Meter');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const nameOf = useMeterName();
  const [id] = useState(newId);
  const [readOn, setReadOn] = useState<string | null>(today);
  const [reading, setReading] = useState<number | null>(null);
  const record = trpc.meter.recordReading.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: recordReadingInput,
    fixed: { id, meterId: meter.id },
    submit: (input) => record.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('recorded'));
      onDone();
    },
  });
  const beside = readOn === null ? null : meterBeside(meters, meter, readOn);
  return (
    <DomainForm form={form}>
      <FieldRow>
        <DateField name={read('readOn')} label={t('readOn')} defaultDay={today} onDayChange={setReadOn} />
        <NumberField
          name={read('readingThousandths')}
          label={t('reading')}
          decimals={3}
          unit={labels(`meterMeasure.${meter.measure}`)}
          onScaledChange={setReading}
          autoFocus
        />
      </FieldRow>
      <ReadingHint
        previous={readOn === null ? null : readingBefore(meter.readings, readOn)}
        next={readOn === null ? null : readingAfter(meter.readings, readOn)}
        reading={reading}
        measure={meter.measure}
      />
      {beside && (
        <WarningHint>
          {t('beside', { name: nameOf(beside), day: formatDate(beside.removedOn, formats) })}
        </WarningHint>
      )}
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}
