import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { noteLetterInput } from '../schema';
import type { LetterRow } from './letter-list';

const field = fieldsOf<typeof noteLetterInput>();

/** Asks when a letter went, what shows it, and what came back. */
export function NoteDialog({ row, onClose }: { row: LetterRow; onClose: () => void }) {
  const t = useTranslations('Outbox');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('noteTitle')}
      description={t('noteText')}
    >
      <NoteForm row={row} onClose={onClose} />
    </Dialog>
  );
}

function NoteForm({ row, onClose }: { row: LetterRow; onClose: () => void }) {
  const t = useTranslations('Outbox');
  const note = trpc.outbox.note.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: noteLetterInput,
    fixed: { id: row.id, version: row.version },
    submit: (input) => note.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('noted'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <FieldRow>
        <DateField name={field('sentOn')} label={t('sentOn')} defaultDay={row.sentOn} />
        <TextField
          name={field('proof')}
          label={t('proof')}
          hint={t('proofHint')}
          defaultValue={row.proof ?? ''}
          optional
        />
      </FieldRow>
      <DateField name={field('answeredOn')} label={t('answered')} defaultDay={row.answeredOn} optional />
      <TextareaField name={field('answer')} label={t('answer')} defaultValue={row.answer ?? ''} optional />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}
