'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState, useSyncExternalStore } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { jurisdictions } from '@/domain/vocabulary';
import { browserRegion } from '@/i18n/browser/browser-region';
import { getPathname } from '@/i18n/navigation';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { choosePortfolio } from '../actions';
import { proposeFormats, proposePlace } from '../proposal-rules';
import { createPortfolioInput } from '../schema';
import { PortfolioFields } from './portfolio-fields';

const field = fieldsOf<typeof createPortfolioInput>();

const neverChanges = () => () => {};

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
  const utils = trpc.useUtils();
  const saveProfile = trpc.account.updateProfile.useMutation();
  // Only the browser knows where it stands; as text, so that the same answer is the same value.
  const place = useSyncExternalStore(
    neverChanges,
    () => Object.values(proposePlace(language, browserRegion())).join(' '),
    () => Object.values(proposePlace(language)).join(' '),
  );
  const [code, timeZone = 'UTC'] = place.split(' ');
  const jurisdiction = jurisdictions.find((one) => one === code) ?? 'other';

  /** Days and numbers as they are written where the browser comes from, unless somebody chose otherwise. */
  async function keepRegionalFormats() {
    const formats = proposeFormats(language, browserRegion().locale);
    if (!formats) return;
    const {
      displayName,
      language: chosen,
      dateFormat,
      numberFormat,
    } = await utils.account.getProfile.fetch();
    if (dateFormat !== null || numberFormat !== null) return;
    await saveProfile.mutateAsync({ displayName, language: chosen, ...formats });
  }

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
        key={place}
        defaults={{ name: t('defaultName'), jurisdiction, timeZone }}
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
          maxLength={200}
        />
      </PortfolioFields>
      <SubmitButton className="self-start">{t('create')}</SubmitButton>
    </DomainForm>
  );
}
