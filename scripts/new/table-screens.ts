import type { Names } from './plan.ts';

/** What stands below the meters of a unit: its rows, and a way to add, change and remove one. */
export const listOf = ({ kebab, camel, pascal }: Names) => `import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { Icon } from '@/components/icon';
import { ellipsisIcon, pencilIcon, plusIcon, trash2Icon } from '@/components/icons';
import { Menu } from '@/components/menu';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { showSuccess } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { Edit${pascal}Form, New${pascal}Form, type ${pascal}Row } from './${kebab}-form';

type Doing = { what: 'add' } | { what: 'edit' | 'delete'; row: ${pascal}Row };

export function ${pascal}List({ unitId, canEdit }: { unitId: string; canEdit: boolean }) {
  const t = useTranslations('${pascal}');
  const words = useErrorWords();
  const [doing, setDoing] = useState<Doing | null>(null);
  const rows = trpc.${camel}.list.useQuery({ unitId });
  const done = () => setDoing(null);
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">{t('title')}</h3>
        {canEdit && (
          <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setDoing({ what: 'add' })}>
            {t('add')}
          </Button>
        )}
      </div>
      {rows.error && <Notice tone="danger">{words.failure(rows.error)}</Notice>}
      {rows.isLoading && <Skeleton className="h-12 w-full rounded-xl" />}
      {rows.data?.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      {rows.data && rows.data.length > 0 && (
        <ul aria-label={t('title')} className="divide-y divide-separator rounded-xl border border-border">
          {rows.data.map((row) => (
            <${pascal}Line key={row.id} row={row} onDo={canEdit ? setDoing : null} />
          ))}
        </ul>
      )}
      {(doing?.what === 'add' || doing?.what === 'edit') && (
        <Dialog open onOpenChange={done} title={t(doing.what === 'add' ? 'newTitle' : 'editTitle')}>
          {doing.what === 'add' ? (
            <New${pascal}Form unitId={unitId} onDone={done} />
          ) : (
            <Edit${pascal}Form seen={doing.row} onDone={done} />
          )}
        </Dialog>
      )}
      {doing?.what === 'delete' && <DeleteQuestion row={doing.row} onClose={done} />}
    </section>
  );
}

function ${pascal}Line({ row, onDo }: { row: ${pascal}Row; onDo: ((doing: Doing) => void) | null }) {
  const common = useTranslations('RecordList');
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-3">
      <span className="min-w-0">
        <span className="block font-medium">{row.name}</span>
        {row.note && <span className="block text-sm whitespace-pre-line text-muted">{row.note}</span>}
      </span>
      {onDo && (
        <Menu
          label={common('actionsOf', { name: row.name })}
          size="sm"
          iconOnly
          trigger={<Icon icon={ellipsisIcon} />}
          groups={[
            [
              {
                id: 'edit',
                label: common('edit'),
                icon: pencilIcon,
                onSelect: () => onDo({ what: 'edit', row }),
              },
            ],
            [
              {
                id: 'delete',
                label: common('delete'),
                icon: trash2Icon,
                tone: 'danger',
                onSelect: () => onDo({ what: 'delete', row }),
              },
            ],
          ]}
        />
      )}
    </li>
  );
}

function DeleteQuestion({ row, onClose }: { row: ${pascal}Row; onClose: () => void }) {
  const t = useTranslations('${pascal}');
  const common = useTranslations('RecordList');
  const erase = trpc.${camel}.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={common('deleteQuestion', { name: row.name })}
      confirmLabel={common('delete')}
      confirm={async () => {
        await erase.mutateAsync({ id: row.id, version: row.version });
        showSuccess(common('deleted'));
      }}
    >
      {t('deleteText')}
    </ConfirmDialog>
  );
}
`;

export const formOf = ({ camel, pascal }: Names) => `import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { TextareaField } from '@/components/form/textarea-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { create${pascal}Input, update${pascal}Input } from '../schema';

const field = fieldsOf<typeof create${pascal}Input>();

export type ${pascal}Row = Outputs['${camel}']['list'][number];
type Done = { onDone: () => void };

/** As in \`${camel}Fields\`. */
function ${pascal}Fields({ seen }: { seen: ${pascal}Row | null }) {
  const t = useTranslations('${pascal}');
  return (
    <>
      <TextField name={field('name')} label={t('name')} maxLength={200} defaultValue={seen?.name} />
      <TextareaField name={field('note')} label={t('note')} optional maxLength={10_000} defaultValue={seen?.note} />
    </>
  );
}

export function New${pascal}Form({ unitId, onDone }: Done & { unitId: string }) {
  const t = useTranslations('${pascal}');
  const [id] = useState(newId);
  const create = trpc.${camel}.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: create${pascal}Input,
    fixed: { id, unitId },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });
  return (
    <DomainForm form={form}>
      <${pascal}Fields seen={null} />
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}

export function Edit${pascal}Form({ seen, onDone }: Done & { seen: ${pascal}Row }) {
  const t = useTranslations('${pascal}');
  const update = trpc.${camel}.update.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: update${pascal}Input,
    fixed: { id: seen.id, version: seen.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onDone();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <${pascal}Fields seen={seen} />
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}
`;
