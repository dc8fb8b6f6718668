import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { z } from 'zod';
import { type ColumnRole, columnRoles } from '@/bank/tables/roles';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import type { Outputs } from '@/trpc/outputs';
import { columnAnswer } from '../schema';

const field = fieldsOf<typeof columnAnswer>();

export type ColumnAnswer = z.output<typeof columnAnswer>;
export type TableQuestion = Extract<Outputs['bank']['import'], { kind: 'columns_unknown' }>['question'];

/** Parts of a booking that only some banks' own layouts have. */
const rare = ['payer', 'payee', 'original', 'charge', 'behalf'] as const;
const isOffered = (role: ColumnRole): role is Exclude<ColumnRole, (typeof rare)[number]> =>
  !rare.some((one) => one === role);
const offered = columnRoles.filter(isOffered);

const isRole = (value: string): value is ColumnRole => columnRoles.some((role) => role === value);

/** Shows what stands in the columns of a table and asks what each of them is. Open as long as it is mounted. */
export function ColumnsDialog({
  name,
  question,
  refusal,
  onAnswer,
  onClose,
}: {
  name: string;
  question: TableQuestion;
  /** Why it could not be read as it was answered last. */
  refusal: string | null;
  onAnswer: (answer: ColumnAnswer) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTranslations('Bank');
  const [roles, setRoles] = useState(question.roles);
  const form = useDomainForm({
    schema: columnAnswer,
    fixed: { roles },
    submit: (answer) => onAnswer({ ...answer, roles }),
  });
  const roleOptions = [
    { value: '', label: t('roles.none') },
    ...offered.map((role) => ({ value: role, label: t(`roles.${role}`) })),
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('columnsTitle')}
      description={t('columnsText', { name })}
    >
      <DomainForm form={form}>
        {refusal !== null && (
          <p role="alert" className="text-sm text-danger">
            {refusal}
          </p>
        )}
        <ul className="divide-y divide-separator rounded-xl border border-border">
          {question.columns.map((column, place) => {
            const title = column.name || t('columnNumber', { number: place + 1 });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <li key={place} className="grid gap-x-4 gap-y-2 px-3.5 py-2.5 sm:grid-cols-2">
                <span className="min-w-0 text-sm">
                  <span className="block font-medium break-words">{title}</span>
                  {column.samples.map((sample, index) => (
                    <span
                      // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same
                      key={index}
                      className="block truncate text-muted"
                    >
                      {sample}
                    </span>
                  ))}
                </span>
                <SelectField
                  name={null}
                  label={<span className="sr-only">{t('columnIs', { column: title })}</span>}
                  options={roleOptions}
                  defaultValue={question.roles[place] ?? ''}
                  onValueChange={(value) => setRoles(roles.with(place, isRole(value) ? value : null))}
                />
              </li>
            );
          })}
        </ul>
        <FieldRow>
          <SelectField
            name={field('dayOrder')}
            label={t('dayOrder')}
            options={(['dmy', 'mdy', 'ymd'] as const).map((value) => ({
              value,
              label: t(`dayOrders.${value}`),
            }))}
            defaultValue={question.dayOrder}
          />
          <SelectField
            name={field('decimal')}
            label={t('decimal')}
            options={[
              { value: ',', label: t('decimalComma') },
              { value: '.', label: t('decimalPoint') },
            ]}
            defaultValue={question.decimal}
          />
        </FieldRow>
        <p className="text-sm text-muted">{t('columnsNote')}</p>
        <FormActions onClose={onClose}>{t('columnsRead')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}
