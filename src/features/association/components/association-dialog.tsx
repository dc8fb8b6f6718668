import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog, DialogActions } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createAssociationInput, updateAssociationInput } from '../schema';
import type { AssociationRow, Associations } from './association-section';

const field = fieldsOf<typeof createAssociationInput>();

/** Names the owners' association of a flat. Open as long as it is mounted. */
export function AssociationDialog({
  association,
  units,
  propertyId,
  onClose,
}: {
  association: AssociationRow | null;
  /** Units without one. */
  units: Associations['units'];
  propertyId: string;
  onClose: () => void;
}) {
  const t = useTranslations('Association');
  const words = useTranslations('Form');
  const [id] = useState(() => association?.id ?? newId());
  const [isAsking, setAsking] = useState(false);
  const create = trpc.association.create.useMutation({ retry: retryTransient });
  const update = trpc.association.update.useMutation();
  const remove = trpc.association.delete.useMutation({ retry: retryTransient });
  const done = () => {
    showSuccess(t('saved'));
    onClose();
  };
  const [only] = units;
  const adding = useDomainForm({
    schema: createAssociationInput,
    fixed: { id, propertyId, ...(units.length === 1 && { unitId: only?.id }) },
    submit: (input) => create.mutateAsync(input),
    onSuccess: done,
  });
  const editing = useDomainForm({
    schema: updateAssociationInput,
    fixed: { id, version: association?.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: done,
  });
  const form = association ? editing : adding;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={association ? t('edit') : t('newTitle')}>
      <DomainForm form={form}>
        {association && <EditConflict form={form} />}
        <TextField
          name={field('name')}
          label={t('name')}
          hint={t('nameHint')}
          defaultValue={association?.name}
        />
        {!association && units.length > 1 && (
          <SelectField
            name={field('unitId')}
            label={t('unit')}
            options={units.map(({ id: value, name }) => ({ value, label: name }))}
          />
        )}
        <TextField
          name={field('manager')}
          label={t('manager')}
          hint={t('managerHint')}
          optional
          defaultValue={association?.manager}
        />
        <DialogActions>
          {association && (
            <Button look="tertiary" onClick={() => setAsking(true)}>
              {t('delete')}
            </Button>
          )}
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <SubmitButton>{words('save')}</SubmitButton>
        </DialogActions>
      </DomainForm>
      {association && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={t('deleteTitle', { name: association.name })}
          confirmLabel={t('delete')}
          confirm={async () => {
            await remove.mutateAsync({ id, version: association.version });
            showSuccess(t('deleted'));
            onClose();
          }}
        >
          {t('deleteText')}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
