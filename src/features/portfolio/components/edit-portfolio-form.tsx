'use client';

import { useTranslations } from 'next-intl';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { prorationMethods } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { updatePortfolioInput } from '../schema';
import { PortfolioFields } from './portfolio-fields';

const field = fieldsOf<typeof updatePortfolioInput>();

/** The portfolio's name, rules and defaults; only its owners change them, the others see them. */
export function EditPortfolioForm({ timeZones }: { timeZones: readonly string[] }) {
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  return portfolio.role === 'owner' ? (
    <OwnersForm portfolio={portfolio} timeZones={timeZones} />
  ) : (
    <PortfolioFacts portfolio={portfolio} />
  );
}

type Portfolio = Outputs['portfolio']['get'];

function OwnersForm({ portfolio, timeZones }: { portfolio: Portfolio; timeZones: readonly string[] }) {
  const t = useTranslations('PortfolioForm');
  const labels = useTranslations('Labels');
  const words = useTranslations('Form');
  const update = trpc.portfolio.update.useMutation();
  const form = useDomainForm({
    schema: updatePortfolioInput,
    fixed: { version: portfolio.version },
    recordId: portfolio.id,
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <PortfolioFields defaults={portfolio} timeZones={timeZones}>
        <SelectField
          name={field('prorationMethod')}
          label={t('proration')}
          hint={t('prorationHint')}
          options={prorationMethods.map((method) => ({
            value: method,
            label: labels(`proration.${method}`),
          }))}
          defaultValue={portfolio.prorationMethod}
        />
      </PortfolioFields>
      <SubmitButton className="self-start">{words('save')}</SubmitButton>
    </DomainForm>
  );
}

function PortfolioFacts({ portfolio }: { portfolio: Portfolio }) {
  const t = useTranslations('PortfolioForm');
  const labels = useTranslations('Labels');
  const facts = [
    [t('name'), portfolio.name],
    [t('jurisdiction'), labels(`jurisdiction.${portfolio.jurisdiction}`)],
    [t('currency'), labels(`currency.${portfolio.currency}`)],
    [t('timeZone'), portfolio.timeZone.replaceAll('_', ' ')],
    [t('proration'), labels(`proration.${portfolio.prorationMethod}`)],
  ] as const;
  return (
    <div className="grid gap-5">
      <Notice>{t('ownersOnly')}</Notice>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="mt-0.5">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
