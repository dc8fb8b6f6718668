import { type Column, choicesOf, imports, namingOf } from './columns.ts';
import type { Names } from './plan.ts';

/** What tells rows apart: a text alone, a day with the next that says something, since two rows may be of one day. */
function calledBy(columns: readonly Column[]): Column[] {
  const naming = namingOf(columns);
  if (!naming.isDay) return [naming];
  const others = columns.filter(({ name, kindName }) => name !== naming.name && kindName !== 'notes');
  const isWord = ({ kindName }: Column) => kindName === 'text' || kindName === 'choice';
  const next = others.find((one) => isWord(one) && !one.isOptional) ?? others.find(isWord) ?? others[0];
  return next ? [naming, next] : [naming];
}

/** Each as an expression that is nothing where there is nothing to say. */
const said = (column: Column) => {
  const value = column.kind.shown(column);
  return column.isOptional && value !== `row.${column.name}`
    ? `row.${column.name} !== null && ${value}`
    : value;
};
const joined = (columns: readonly Column[]) =>
  columns.length === 1 && columns[0] && !columns[0].isOptional
    ? said(columns[0])
    : `[${columns.map(said).join(', ')}]${columns.some(({ isOptional }) => isOptional) ? '.filter(Boolean)' : ''}.join(' · ')`;

/** What the expressions of some columns ask for. */
const hooks = ({ pascal }: Names, columns: readonly Column[]) =>
  [
    columns.some((one) => one.kind.sentence(one) !== null) && `const t = useTranslations('${pascal}');`,
    choicesOf(columns).length > 0 && "const labels = useTranslations('Labels');",
    columns.some(({ kind }) => '@/i18n/formats-provider' in kind.shownImports) &&
      'const formats = useFormats();',
  ]
    .filter((line) => line !== false)
    .join('\n');

/** What stands below the meters of a unit: its rows, and a way to add, change and remove one. */
export function listOf(names: Names, columns: readonly Column[]): string {
  const { kebab, camel, pascal } = names;
  const naming = namingOf(columns);
  const called = calledBy(columns);
  const rest = columns.filter(({ name }) => !called.some((one) => one.name === name));
  const notes = rest.filter(({ kindName }) => kindName === 'notes');
  const facts = rest.filter((one) => !notes.includes(one));
  const own = imports(...[...called, ...facts].map(({ kind }) => kind.shownImports));
  const nameOf = naming.isDay ? 'nameOf(row)' : `row.${naming.name}`;
  const nameLine = naming.isDay ? `\n  const nameOf = use${pascal}Name();` : '';
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

type Unit = { id: string; name: string };
type Of = {
  unit: Unit;
  canEdit: boolean;
  /** Shows its form instead of the dialog the list stands in, until it is told to show nothing. */
  onInstead: (shown: ReactNode) => void;
};
type Doing = Record<'edit' | 'delete', (row: ${pascal}Row) => void>;

export function ${pascal}List({ unit, canEdit, onInstead }: Of) {
  const t = useTranslations('${pascal}');
  const words = useErrorWords();
  const [leaving, setLeaving] = useState<${pascal}Row | null>(null);
  const rows = trpc.${camel}.list.useQuery({ unitId: unit.id });
  const write = (seen: ${pascal}Row | null) =>
    onInstead(<${pascal}Dialog unit={unit} seen={seen} onDone={() => onInstead(null)} />);
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

function ${pascal}Dialog({ unit, seen, onDone }: { unit: Unit; seen: ${pascal}Row | null; onDone: () => void }) {
  const t = useTranslations('${pascal}');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone()}
      title={t(seen ? 'editTitle' : 'newTitle')}
      description={unit.name}
    >
      {seen ? <Edit${pascal}Form seen={seen} onDone={onDone} /> : <New${pascal}Form unitId={unit.id} onDone={onDone} />}
    </Dialog>
  );
}

${
  naming.isDay
    ? `/** In its heading, its menu and the question before it is deleted. */
function use${pascal}Name() {
  ${hooks(names, called)}
  return (row: ${pascal}Row) => ${joined(called)};
}

`
    : ''
}function ${pascal}Line({ row, doing }: { row: ${pascal}Row; doing: Doing | null }) {
  const common = useTranslations('RecordList');${nameLine}
  ${hooks(names, facts)}${facts.length > 0 ? `\n  const facts = ${joined(facts)};` : ''}
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium">{${nameOf}}</p>
        ${facts.length > 0 ? `{facts && <p className="text-sm text-muted">{facts}</p>}` : ''}
        ${notes.map(({ name }) => `{row.${name} && <p className="text-sm whitespace-pre-line text-muted">{row.${name}}</p>}`).join('\n')}
      </div>
      {doing && (
        <Menu
          label={common('actionsOf', { name: ${nameOf} })}
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
  const common = useTranslations('RecordList');${nameLine}
  const erase = trpc.${camel}.delete.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={common('deleteQuestion', { name: ${nameOf} })}
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

/** Two short fields share a row, where they follow each other. */
function rowsOf(columns: readonly Column[]): Column[][] {
  const rows: Column[][] = [];
  for (const column of columns) {
    const last = rows.at(-1);
    if (last?.length === 1 && ![...last, column].some(({ kindName }) => kindName === 'notes'))
      last.push(column);
    else rows.push([column]);
  }
  return rows;
}

export function formOf({ camel, pascal }: Names, columns: readonly Column[]): string {
  const choices = choicesOf(columns);
  const own = imports(
    { '@/domain/vocabulary': choices.map(({ list }) => list) },
    { '@/components/form/field-row': rowsOf(columns).some((row) => row.length > 1) ? ['FieldRow'] : [] },
    ...columns.map(({ kind }) => kind.fieldImports),
  );
  const drawn = rowsOf(columns).map((row) => {
    const fields = row.map((column) => column.kind.field(column)).join('\n');
    return row.length > 1 ? `<FieldRow>${fields}</FieldRow>` : fields;
  });
  const fields = drawn.length === 1 ? drawn.join('') : `<>${drawn.join('\n')}</>`;
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
