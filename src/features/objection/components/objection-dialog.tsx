import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextareaField } from '@/components/form/textarea-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useRefresh } from '@/i18n/use-refresh';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { PickList } from '../../heating/components/pick-list';
import { createObjectionInput, updateObjectionInput } from '../schema';
import type { ObjectionRow, Told } from './objection-list';

const field = fieldsOf<typeof createObjectionInput>();

/** Writes down what a tenant has said against a statement, and what they were answered. Open as long as it is mounted. */
export function ObjectionDialog({
  row,
  told,
  today,
  onClose,
}: {
  row: ObjectionRow | null;
  told: readonly Told[];
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('Objections');
  const words = useTranslations('Form');
  const refresh = useRefresh();
  const [id] = useState(() => row?.id ?? newId());
  const newest = told.filter(({ version }) => version === null);
  const [of, setOf] = useState(row?.statementLeaseId ?? newest[0]?.statementLeaseId ?? '');
  const [lineIds, setLineIds] = useState(row?.lineIds ?? []);
  const create = trpc.objection.create.useMutation({ retry: retryTransient });
  const update = trpc.objection.update.useMutation();
  const done = () => {
    showSuccess(t('saved'));
    onClose();
    refresh();
  };
  const adding = useDomainForm({
    schema: createObjectionInput,
    fixed: { id, lineIds },
    submit: (input) => create.mutateAsync(input),
    onSuccess: done,
  });
  const editing = useDomainForm({
    schema: updateObjectionInput,
    fixed: { id, version: row?.version, lineIds },
    submit: (input) => update.mutateAsync(input),
    onSuccess: done,
  });
  const form = row ? editing : adding;
  const lines = told.find(({ statementLeaseId }) => statementLeaseId === of)?.lines ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(row ? 'edit' : 'newTitle')}>
      <DomainForm form={form}>
        {row && <EditConflict form={form} />}
        {!row && (
          <SelectField
            name={field('statementLeaseId')}
            label={t('lease')}
            options={told.map(({ statementLeaseId, name, version }) => ({
              value: statementLeaseId,
              label: version === null ? name : `${name} · ${t('ofVersion', { version: String(version) })}`,
            }))}
            defaultValue={of}
            onValueChange={(value) => {
              setOf(value);
              setLineIds([]);
            }}
          />
        )}
        <DateField name={field('receivedOn')} label={t('receivedOn')} defaultDay={row?.receivedOn ?? today} />
        <TextareaField name={field('text')} label={t('what')} defaultValue={row?.text ?? ''} />
        {lines.length > 0 && (
          <PickList
            key={of}
            label={t('lines')}
            hint={t('linesHint')}
            options={lines}
            picked={lineIds}
            onPicked={setLineIds}
          />
        )}
        <DateField
          name={field('answeredOn')}
          label={t('answeredOn')}
          defaultDay={row?.answeredOn ?? null}
          optional
        />
        <TextareaField name={field('answer')} label={t('answer')} defaultValue={row?.answer ?? ''} optional />
        <DialogActions>
          {row && <Remove row={row} onClose={onClose} />}
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <SubmitButton>{words('save')}</SubmitButton>
        </DialogActions>
      </DomainForm>
    </Dialog>
  );
}

/** Away at once, and back by one click as long as the notice stands. */
function Remove({ row, onClose }: { row: ObjectionRow; onClose: () => void }) {
  const t = useTranslations('Objections');
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const create = trpc.objection.create.useMutation({ retry: retryTransient });
  const remove = trpc.objection.delete.useMutation({ retry: retryTransient });
  return (
    <Button
      look="tertiary"
      pending={remove.isPending}
      onClick={() =>
        remove.mutate(
          { id: row.id, version: row.version },
          {
            onSuccess: () => {
              const { version: _, isLate: __, ...said } = row;
              offerUndo(t('deleted'), async () => {
                await create.mutateAsync({ ...said, id: newId() });
                refresh();
              });
              onClose();
              refresh();
            },
          },
        )
      }
    >
      {t('delete')}
    </Button>
  );
}
