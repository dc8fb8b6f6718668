import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { type UnitKind, unitKinds } from '@/domain/vocabulary';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createUnitInput, updateUnitInput } from '../schema';
import { PeriodFields } from './period-fields';
import type { UnitRow } from './unit-state';

const field = fieldsOf<typeof createUnitInput>();

type Props = {
  propertyId: string;
  unit: UnitRow | null;
  onCreated?: ((unitId: string) => void) | undefined;
  onClose: () => void;
};

export function UnitForm({ unit, ...props }: Props) {
  return unit ? <EditUnitForm {...props} unit={unit} /> : <NewUnitForm {...props} />;
}

function NewUnitForm({ propertyId, onCreated, onClose }: Omit<Props, 'unit'>) {
  const t = useTranslations('Unit');
  const [id] = useState(newId);
  // Another one of a shared flat is a room, too.
  const [others] = trpc.unit.list.useSuspenseQuery({ propertyId });
  const isRoom = others.length > 0 && others.every((one) => one.kind === 'room');
  const [usual] = useState<UnitKind>(isRoom ? 'room' : 'apartment');
  const [kind, setKind] = useState(usual);
  const create = trpc.unit.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createUnitInput,
    fixed: { id, propertyId },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('created'));
      onCreated?.(id);
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <UnitFields unit={null} kind={kind} usual={usual} onKindChange={setKind} />
      <PeriodFields kind={kind} period={null} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function EditUnitForm({ unit, onClose }: Omit<Props, 'unit'> & { unit: UnitRow }) {
  const t = useTranslations('Unit');
  const [kind, setKind] = useState(unit.kind);
  const update = trpc.unit.update.useMutation();
  const form = useDomainForm({
    schema: updateUnitInput,
    fixed: { id: unit.id, version: unit.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <UnitFields unit={unit} kind={kind} usual={unit.kind} onKindChange={setKind} />
      <p className="text-xs text-muted">{t('periodElsewhere')}</p>
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function UnitFields({
  unit,
  kind: chosen,
  usual,
  onKindChange,
}: {
  unit: UnitRow | null;
  kind: UnitKind;
  usual: UnitKind;
  onKindChange: (kind: UnitKind) => void;
}) {
  const t = useTranslations('Unit');
  const labels = useTranslations('Labels');
  return (
    <>
      <FieldRow>
        <TextField
          name={field('name')}
          label={t('name')}
          hint={unit ? undefined : t('nameHint')}
          defaultValue={unit?.name}
          autoComplete="off"
        />
        <SelectField
          name={field('kind')}
          label={t('kind')}
          options={unitKinds.map((kind) => ({ value: kind, label: labels(`unitKind.${kind}`) }))}
          defaultValue={usual}
          onValueChange={(value) => onKindChange(unitKinds.find((kind) => kind === value) ?? 'other')}
        />
        <TextField
          name={field('floor')}
          label={t('floor')}
          optional
          defaultValue={unit?.floor}
          autoComplete="off"
        />
        {chosen !== 'room' && (
          <NumberField
            name={field('rooms10')}
            label={t('roomsLabel')}
            optional
            decimals={1}
            defaultScaled={unit?.rooms10}
          />
        )}
      </FieldRow>
      <MoneyField
        name={field('askingRentCents')}
        label={t('askingRent')}
        hint={t('askingRentHint')}
        optional
        defaultCents={unit?.askingRentCents}
      />
      <DateField
        name={field('availableFrom')}
        label={t('availableFrom')}
        hint={t('availableFromHint')}
        optional
        defaultDay={unit?.availableFrom}
      />
    </>
  );
}
