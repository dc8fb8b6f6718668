import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog, DialogActions } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createPlantInput, updatePlantInput } from '../schema';
import { Co2Fields, DutyFields } from './plant-co2-fields';
import { PlantFields } from './plant-fields';
import type { PlantRow, Plants } from './plant-section';

type Shared = PlantRow['sharedBy'];

/** Says what heats units of a property in common. Open as long as it is mounted. */
export function PlantDialog({
  plant,
  house,
  propertyId,
  onClose,
}: {
  plant: PlantRow | null;
  house: Plants;
  propertyId: string;
  onClose: () => void;
}) {
  const t = useTranslations('Heating');
  const words = useTranslations('Form');
  const [id] = useState(() => plant?.id ?? newId());
  const [sharedBy, setSharedBy] = useState<Shared>(plant?.sharedBy ?? 'devices');
  const [picked, setPicked] = useState({
    unitIds: house.units.map(({ id }) => id).filter((id) => plant?.unitIds.includes(id)),
    categoryIds: house.kinds.map(({ id }) => id).filter((id) => plant?.categoryIds.includes(id)),
  });
  const [isAsking, setAsking] = useState(false);
  const create = trpc.heating.create.useMutation({ retry: retryTransient });
  const update = trpc.heating.update.useMutation();
  const remove = trpc.heating.delete.useMutation({ retry: retryTransient });
  const done = () => {
    showSuccess(t('saved'));
    onClose();
  };
  // What is not asked for keeps what it was.
  const kept = (values: Record<string, unknown>) => ({ ...(plant ? fieldsOfPlant(plant) : {}), ...values });
  const adding = useDomainForm({
    schema: createPlantInput,
    fixed: { id, propertyId, sharedBy, ...picked },
    prepare: asMonth,
    submit: (input) => create.mutateAsync(input),
    onSuccess: done,
  });
  const editing = useDomainForm({
    schema: updatePlantInput,
    fixed: { id, version: plant?.version, sharedBy, ...picked },
    prepare: (values) => kept(asMonth(values)),
    submit: (input) => update.mutateAsync(input),
    onSuccess: done,
  });
  const form = plant ? editing : adding;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={plant ? t('edit') : t('newTitle')}
    >
      <DomainForm form={form}>
        {plant && <EditConflict form={form} />}
        <PlantFields
          {...{ plant, house, sharedBy, picked }}
          onSharedBy={setSharedBy}
          onPicked={(some) => setPicked((before) => ({ ...before, ...some }))}
        />
        <Co2Fields plant={plant} />
        <DutyFields plant={plant} />
        <DialogActions>
          {plant && (
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
      {plant && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={t('deleteTitle', { name: plant.name })}
          confirmLabel={t('delete')}
          confirm={async () => {
            await remove.mutateAsync({ id, version: plant.version });
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

function fieldsOfPlant({ id: _, version: __, propertyId: ___, ...fields }: PlantRow) {
  return fields;
}

/** The list of months answers in words. */
const asMonth = (values: Record<string, unknown>) => ({
  ...values,
  ...('startMonth' in values && {
    startMonth: values.startMonth === null ? null : Number(values.startMonth),
  }),
});
