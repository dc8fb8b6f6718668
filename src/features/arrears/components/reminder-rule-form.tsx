'use client';

import { useTranslations } from 'next-intl';
import { FactList } from '@/components/fact-list';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { useUndo } from '@/components/use-undo';
import { byItselfSteps, reminderSteps } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { setReminderRuleInput } from '../schema';

const field = fieldsOf<typeof setReminderRuleInput>();
const dayFields = {
  friendly: field('friendlyDays'),
  first: field('firstDays'),
  second: field('secondDays'),
  last: field('lastDays'),
};

type Rule = Outputs['reminderRule']['get'];

/** When and for what the portfolio reminds: a form for those who send reminders, facts for the others. */
export function ReminderRuleForm({ canEdit }: { canEdit: boolean }) {
  const [rule] = trpc.reminderRule.get.useSuspenseQuery();
  return canEdit ? <RuleForm rule={rule} /> : <RuleFacts rule={rule} />;
}

function RuleForm({ rule }: { rule: Rule }) {
  const t = useTranslations('ReminderRule');
  const tones = useTranslations('Reminder');
  const words = useTranslations('Form');
  const offerUndo = useUndo();
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const set = trpc.reminderRule.set.useMutation();
  const form = useDomainForm({
    schema: setReminderRuleInput,
    fixed: { version: rule.version },
    ...(rule.id !== null && { recordId: rule.id }),
    submit: (input) => set.mutateAsync(input),
    onSuccess: ({ version }) => {
      const { id: _, version: __, switchedOnBy: ___, restedUpTo: ____, ...before } = rule;
      if (version === rule.version) return;
      offerUndo(t('saved'), () => set.mutateAsync({ ...before, version }));
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-medium">{t('steps')}</legend>
        <p className="text-sm text-muted">{t('stepsText')}</p>
        <FieldRow>
          {reminderSteps.map((step) => (
            <NumberField
              key={step}
              name={dayFields[step]}
              label={tones(step)}
              unit={t('days')}
              defaultScaled={rule[`${step}Days`]}
              optional
            />
          ))}
        </FieldRow>
      </fieldset>
      <FieldRow>
        <NumberField
          name={field('betweenDays')}
          label={t('between')}
          hint={t('betweenHint')}
          unit={t('days')}
          defaultScaled={rule.betweenDays}
        />
        <NumberField
          name={field('payWithinDays')}
          label={t('payWithin')}
          hint={t('payWithinHint')}
          unit={t('days')}
          defaultScaled={rule.payWithinDays}
        />
        <MoneyField
          name={field('leastCents')}
          label={t('least')}
          hint={t('leastHint')}
          defaultCents={rule.leastCents}
        />
        <MoneyField
          name={field('feeCents')}
          label={t('fee')}
          hint={t(jurisdiction === 'DE' ? 'feeHint' : 'feeHintAbroad')}
          defaultCents={rule.feeCents}
        />
      </FieldRow>
      <CheckboxField
        name={field('withInterest')}
        label={t('interest')}
        hint={t('interestHint')}
        defaultChecked={rule.withInterest}
      />
      <ByItselfField rule={rule} />
      <SubmitButton className="self-start">{words('save')}</SubmitButton>
    </DomainForm>
  );
}

/** What goes without anybody looking at it: nothing, until somebody says so in their own name. */
function ByItselfField({ rule }: { rule: Rule }) {
  const t = useTranslations('ReminderRule');
  const by = rule.switchedOnBy;
  return (
    <div className="grid gap-2">
      <SelectField
        name={field('byItselfUpTo')}
        label={t('byItself')}
        hint={t('byItselfHint')}
        defaultValue={rule.byItselfUpTo ?? ''}
        options={[
          { value: '', label: t('upTo.none') },
          ...byItselfSteps.map((step) => ({ value: step, label: t(`upTo.${step}`) })),
        ]}
      />
      <p className="text-sm text-muted">{t('neverLast')}</p>
      {rule.restedUpTo !== null && (
        <Notice tone="warning" title={t('rests')}>
          {t('restsText', { before: t(`upTo.${rule.restedUpTo}`) })}
        </Notice>
      )}
      {by &&
        rule.restedUpTo === null &&
        (rule.byItselfUpTo === null ? (
          <Notice>{by.name ? t('stopped', { name: by.name }) : t('stoppedUnknown')}</Notice>
        ) : (
          <p className="text-sm text-muted">
            {by.name ? t('inNameOf', { name: by.name }) : t('inNameOfUnknown')}
          </p>
        ))}
    </div>
  );
}

function RuleFacts({ rule }: { rule: Rule }) {
  const t = useTranslations('ReminderRule');
  const tones = useTranslations('Reminder');
  const words = useTranslations('Form');
  const inDays = (count: number | null) => (count === null ? t('leftOut') : t('count', { count }));
  return (
    <FactList
      facts={[
        ...reminderSteps.map((step) => ({ label: tones(step), value: inDays(rule[`${step}Days`]) })),
        { label: t('between'), value: inDays(rule.betweenDays) },
        { label: t('payWithin'), value: inDays(rule.payWithinDays) },
        { label: t('least'), value: <Money amountCents={rule.leastCents} /> },
        { label: t('interest'), value: words(rule.withInterest ? 'yes' : 'no') },
        { label: t('fee'), value: <Money amountCents={rule.feeCents} /> },
        { label: t('byItself'), value: t(`upTo.${rule.byItselfUpTo ?? 'none'}`) },
      ]}
    />
  );
}
