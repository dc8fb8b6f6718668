import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { trpc } from '@/trpc/client';
import { archiveUnitInput } from '../schema';
import type { UnitRow } from './unit-state';

const field = fieldsOf<typeof archiveUnitInput>();
type Unit = Pick<UnitRow, 'id' | 'version' | 'name'>;

/** Puts a unit away, from today or since it was joined with another; open as long as it is mounted. */
export function ArchiveUnitDialog({
  unit,
  onDone,
  onClose,
}: {
  unit: Unit;
  onDone: (archived: Unit) => void;
  onClose: () => void;
}) {
  const t = useTranslations('Unit');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const archive = trpc.unit.archive.useMutation();
  const form = useDomainForm({
    schema: archiveUnitInput,
    fixed: { id: unit.id, version: unit.version },
    submit: (input) => archive.mutateAsync(input),
    onSuccess: () => {
      onClose();
      onDone(unit);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('archiveQuestion', { name: unit.name })}
      description={t('archiveText')}
    >
      <DomainForm form={form}>
        <DateField
          name={field('on')}
          label={t('archiveOn')}
          hint={t('archiveOnHint')}
          defaultDay={portfolio.today}
        />
        <FormActions onClose={onClose}>{t('archive')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}
