import { type Column, choicesOf, imports, namingOf } from './columns.ts';
import type { Names } from './plan.ts';

/** What stands below the meters of a unit: its rows, and a way to add, change and remove one. */
export function listOf({ kebab, camel, pascal }: Names, columns: readonly Column[]): string {
  const naming = namingOf(columns);
  const others = columns.filter(({ name }) => name !== naming.name);
  const isChoice = choicesOf(others).length > 0;
  const called = naming.isDay ? `formatDate(row.${naming.name}, formats)` : `row.${naming.name}`;
  const formatsLine = '\n  const formats = useFormats();';
  const own = imports(
    naming.isDay
      ? {
          '@/components/date-text': ['DateText'],
          '@/i18n/formats': ['formatDate'],
          '@/i18n/formats-provider': ['useFormats'],
        }
      : {},
    ...others.map(({ kind }) => kind.shownImports),
  );
  const needsWords = others.some((column) => column.kind.sentence(column) !== null);
  const needsFormats =
    naming.isDay || others.some(({ kind }) => '@/i18n/formats-provider' in kind.shownImports);
  const words = `${needsWords ? `\n  const t = useTranslations('${pascal}');` : ''}${isChoice ? "\n  const labels = useTranslations('Labels');" : ''}${needsFormats ? formatsLine : ''}`;
  const shown = others.map((column) => {
    const value = column.kind.shown(column);
    const part = value.startsWith('<') ? value : `<span>${value}</span>`;
    return column.isOptional ? `{row.${column.name} !== null && ${part}}` : part;
  });
  return `import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
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
${own}import { Edit${pascal}Form, New${pascal}Form, type ${pascal}Row } from './${kebab}-form';

type Of = {
  unitId: string;
  canEdit: boolean;
  /** Shows its form instead of the dialog the list stands in, until it is told to show nothing. */
  onInstead: (shown: ReactNode) => void;
};
type Doing = Record<'edit' | 'delete', (row: ${pascal}Row) => void>;

export function ${pascal}List({ unitId, canEdit, onInstead }: Of) {
  const t = useTranslations('${pascal}');
  const words = useErrorWords();
  const [leaving, setLeaving] = useState<${pascal}Row | null>(null);
  const rows = trpc.${camel}.list.useQuery({ unitId });
  const write = (seen: ${pascal}Row | null) =>
    onInstead(<${pascal}Dialog unitId={unitId} seen={seen} onDone={() => onInstead(null)} />);
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{t('title')}</h3>
        {canEdit && (
          <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => write(null)}>
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
            <${pascal}Line key={row.id} row={row} doing={canEdit ? { edit: write, delete: setLeaving } : null} />
          ))}
        </ul>
      )}
      {leaving && <DeleteQuestion row={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

function ${pascal}Dialog({ unitId, seen, onDone }: { unitId: string; seen: ${pascal}Row | null; onDone: () => void }) {
  const t = useTranslations('${pascal}');
  return (
    <Dialog open onOpenChange={(open) => !open && onDone()} title={t(seen ? 'editTitle' : 'newTitle')}>
      {seen ? <Edit${pascal}Form seen={seen} onDone={onDone} /> : <New${pascal}Form unitId={unitId} onDone={onDone} />}
    </Dialog>
  );
}

function ${pascal}Line({ row, doing }: { row: ${pascal}Row; doing: Doing | null }) {
  const common = useTranslations('RecordList');${words}
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-3">
      <span className="min-w-0">
        <span className="block font-medium">${naming.isDay ? `<DateText day={row.${naming.name}} />` : `{row.${naming.name}}`}</span>
        ${shown.length > 0 ? `<span className="flex flex-wrap gap-x-1.5 text-sm text-muted *:min-w-0 *:not-last:after:content-['_·']">${shown.join('\n')}</span>` : ''}
      </span>
      {doing && (
        <Menu
          label={common('actionsOf', { name: ${called} })}
          size="sm"
          iconOnly
          trigger={<Icon icon={ellipsisIcon} />}
          groups={[
            [
              {
                id: 'edit',
                label: common('edit'),
                icon: pencilIcon,
                onSelect: () => doing.edit(row),
              },
            ],
            [
              {
                id: 'delete',
                label: common('delete'),
                icon: trash2Icon,
                tone: 'danger',
                onSelect: () => doing.delete(row),
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
  const common = useTranslations('RecordList');${naming.isDay ? formatsLine : ''}
  const erase = trpc.${camel}.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={${naming.isDay ? 't' : 'common'}('deleteQuestion', { name: ${called} })}
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
}

export function formOf({ camel, pascal }: Names, columns: readonly Column[]): string {
  const choices = choicesOf(columns);
  const own = imports(
    { '@/domain/vocabulary': choices.map(({ list }) => list) },
    ...columns.map(({ kind }) => kind.fieldImports),
  );
  const drawn = columns.map((column) => column.kind.field(column)).join('\n      ');
  const fields = columns.length === 1 ? drawn : `<>${drawn}</>`;
  const labels = choices.length > 0 ? "\n  const labels = useTranslations('Labels');" : '';
  return `import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
${own}import { useDomainForm } from '@/components/form/use-domain-form';
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
  const t = useTranslations('${pascal}');${labels}
  return (
    ${fields}
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
}
