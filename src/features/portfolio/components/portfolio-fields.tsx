import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { currencies, type Jurisdiction, jurisdictions } from '@/domain/vocabulary';
import { proposeCurrency } from '../proposal-rules';
import type { createPortfolioInput } from '../schema';
import { ZoneField } from './zone-field';

const field = fieldsOf<typeof createPortfolioInput>();

/** The name and the country's rules; a new portfolio also chooses its currency, which then stays. */
export function PortfolioFields({
  defaults,
  timeZones,
  isNew = false,
  children,
}: {
  defaults: { name: string; jurisdiction: Jurisdiction; timeZone: string };
  /** From the server, so that both sides offer the same list. */
  timeZones: readonly string[];
  isNew?: boolean;
  /** A field beside the last one. */
  children?: ReactNode;
}) {
  const t = useTranslations('PortfolioForm');
  const labels = useTranslations('Labels');
  const [jurisdiction, setJurisdiction] = useState<string>(defaults.jurisdiction);
  return (
    <>
      <TextField
        name={field('name')}
        label={t('name')}
        hint={isNew ? t('nameHint') : undefined}
        defaultValue={defaults.name}
        autoComplete="off"
      />
      <FieldRow>
        <SelectField
          name={field('jurisdiction')}
          label={t('jurisdiction')}
          hint={jurisdiction === 'DE' ? t('germanRules') : t('noRules')}
          options={jurisdictions.map((code) => ({ value: code, label: labels(`jurisdiction.${code}`) }))}
          defaultValue={defaults.jurisdiction}
          onValueChange={setJurisdiction}
        />
        {isNew && (
          <SelectField
            // Proposed anew with the country.
            key={jurisdiction}
            name={field('currency')}
            label={t('currency')}
            hint={t('currencyHint')}
            options={currencies.map((code) => ({ value: code, label: labels(`currency.${code}`) }))}
            defaultValue={proposeCurrency(jurisdiction)}
          />
        )}
        <ZoneField value={defaults.timeZone} timeZones={timeZones} />
        {children}
      </FieldRow>
    </>
  );
}
