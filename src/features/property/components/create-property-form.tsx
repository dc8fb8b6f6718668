import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createPropertyInput } from '../schema';
import { PropertyFields } from './property-fields';
import { withNameFromAddress, withYear } from './property-values';

/** A new property with its one unit. `actions` are the buttons below; the dialog and the set-up have their own. */
export function CreatePropertyForm({
  country,
  onCreated,
  actions,
}: {
  /** ISO code proposed for the address. */
  country: string;
  onCreated: (property: { id: string; unitId: string }) => void;
  actions: ReactNode;
}) {
  const t = useTranslations('PropertyForm');
  // The ids make a repeated attempt the same request.
  const [fixed] = useState(() => ({ id: newId(), unitId: newId() }));
  const create = trpc.property.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createPropertyInput,
    fixed,
    prepare: (values) => withNameFromAddress(withYear(values)),
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('created'));
      onCreated(fixed);
    },
  });
  return (
    <DomainForm form={form}>
      <PropertyFields country={country} />
      {actions}
    </DomainForm>
  );
}
