'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { getPathname } from '@/i18n/navigation';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { choosePortfolio } from '../actions';
import { createPortfolioInput } from '../schema';
import { PortfolioFields } from './portfolio-fields';
import { useProposedPlace } from './use-proposed-place';
import { useRegionalFormats } from './use-regional-formats';

const field = fieldsOf<typeof createPortfolioInput>();

/** Founds a portfolio, makes it the current one and goes on with its set-up. */
export function CreatePortfolioForm({
  landlordName,
  timeZones,
}: {
  /** Proposed: the name of the account. */
  landlordName: string;
  timeZones: readonly string[];
}) {
  const t = useTranslations('PortfolioForm');
  const language = useLocale();
  const [id] = useState(newId);
  const create = trpc.portfolio.create.useMutation({ retry: retryTransient });
  const keepRegionalFormats = useRegionalFormats();
  const place = useProposedPlace();

  const form = useDomainForm({
    schema: createPortfolioInput,
    fixed: { id },
    submit: async (input) => {
      await create.mutateAsync(input);
      await choosePortfolio(id);
      await keepRegionalFormats();
    },
    onSuccess: () => {
      // A whole new page: the frame, the formats and every answer belong to a portfolio.
      window.location.assign(getPathname({ href: '/dashboard/setup', locale: language }));
    },
  });
  return (
    <DomainForm form={form}>
      <PortfolioFields
        key={Object.values(place).join(' ')}
        defaults={{ name: t('defaultName'), ...place }}
        timeZones={timeZones}
        isNew
      >
        <TextField
          name={field('landlordName')}
          label={t('landlordName')}
          hint={t('landlordNameHint')}
          optional
          defaultValue={landlordName}
          autoComplete="name"
        />
      </PortfolioFields>
      <SubmitButton className="self-start">{t('create')}</SubmitButton>
    </DomainForm>
  );
}
