import { useTranslations } from 'next-intl';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { trpc } from '@/trpc/client';
import { updatePropertyInput } from '../schema';
import { PropertyFields } from './property-fields';
import { withNameFromAddress, withYear } from './property-values';
import { SecondaryFields } from './secondary-fields';
import type { PropertyDetails } from './use-property';

export function EditPropertyForm({
  part,
  property,
  onClose,
}: {
  part: 'main' | 'secondary';
  property: PropertyDetails;
  onClose: () => void;
}) {
  const t = useTranslations('PropertyForm');
  const update = trpc.property.update.useMutation();
  const form = useDomainForm({
    schema: updatePropertyInput,
    // The procedure takes the whole property; each part changes its own fields and sends the rest as it is.
    fixed: updatableFields(property),
    prepare: (values) =>
      part === 'main'
        ? withNameFromAddress(withYear(values))
        : { ...values, statementStartMonth: Number(values.statementStartMonth) },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      {part === 'main' ? (
        <PropertyFields values={property} country={property.country} />
      ) : (
        <SecondaryFields property={property} />
      )}
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function updatableFields(property: PropertyDetails) {
  const {
    owners: _owners,
    valuations: _valuations,
    units: _units,
    arrearsCents: _arrears,
    archivedAt: _archived,
    coverDocumentId: _cover,
    createdAt: _created,
    updatedAt: _updated,
    ...fields
  } = property;
  return fields;
}
