import { useTranslations } from 'next-intl';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextareaField } from '@/components/form/textarea-field';
import {
  type DueRule,
  dueRules,
  type Jurisdiction,
  type ProrationMethod,
  prorationMethods,
} from '@/domain/vocabulary';
import { offeredDueRules } from '@/features/rent/usual-rules';
import type { createLeaseInput } from '../schema';

const field = fieldsOf<typeof createLeaseInput>();

const isOneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

/** When the rent is due, and how a month is divided that is not whole. */
export type Due = { rule: DueRule; day: number | null; method: ProrationMethod };

/** When the rent of a new lease is due, and what few of them need. */
export function DueFields({
  due,
  onDueChange,
  jurisdiction,
  keptRule,
  persons,
}: {
  due: Due;
  onDueChange: (change: Partial<Due>) => void;
  /** Whose habits it follows. */
  jurisdiction: Jurisdiction;
  /** Of the contract before: offered, whatever is usual. */
  keptRule: DueRule | undefined;
  persons: number | null | undefined;
}) {
  const t = useTranslations('LeaseForm');
  const labels = useTranslations('Labels');
  const proration = useTranslations('Proration');
  return (
    <>
      <FieldRow>
        <SelectField
          key={jurisdiction}
          name={field('dueRule')}
          label={t('dueRule')}
          options={offeredDueRules(jurisdiction, keptRule ?? due.rule).map((value) => ({
            value,
            label: labels(`dueRule.${value}`),
          }))}
          defaultValue={due.rule}
          onValueChange={(value) => onDueChange({ rule: isOneOf(dueRules, value) ?? due.rule })}
        />
        {due.rule === 'day_of_month' && (
          <NumberField
            key={jurisdiction}
            name={field('dueDay')}
            label={t('dueDay')}
            defaultScaled={due.day}
            onScaledChange={(day) => onDueChange({ day })}
          />
        )}
      </FieldRow>
      <Fold
        title={t('more')}
        fields={[field('prorationMethod'), field('persons'), field('signedOn'), field('notes')]}
      >
        <SelectField
          name={field('prorationMethod')}
          label={t('proration')}
          hint={due.method === 'thirty_days' ? proration('thirtyDays') : t('prorationHint')}
          options={prorationMethods.map((value) => ({ value, label: labels(`proration.${value}`) }))}
          defaultValue={due.method}
          onValueChange={(value) => onDueChange({ method: isOneOf(prorationMethods, value) ?? due.method })}
        />
        <FieldRow>
          <NumberField name={field('persons')} label={t('persons')} optional defaultScaled={persons} />
          <DateField name={field('signedOn')} label={t('signedOn')} optional />
        </FieldRow>
        <TextareaField name={field('notes')} label={t('notes')} optional />
      </Fold>
    </>
  );
}
