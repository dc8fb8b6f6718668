'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import type { Fact } from '@/components/fact-list';
import { pencilIcon } from '@/components/icons';
import { Section } from '@/components/section';
import { countryOptions } from '@/i18n/country-options';
import { languageName } from '@/i18n/language-name';
import { addressLines } from '@/i18n/regions';
import { formatIban } from '@/lib/iban';
import { phoneHref } from '@/lib/phone';
import { TenantDialog } from './tenant-dialog';
import type { TenantValues } from './tenant-fields';
import { useTenant } from './use-tenant';

/** How to reach the tenant, and what else is known; what is not known is left out. */
export function MainSection({ served, canEdit }: { served: TenantValues; canEdit: boolean }) {
  const tenant = useTenant(served);
  const [isEditing, setEditing] = useState(false);
  const t = useTranslations('TenantPage');
  const form = useTranslations('TenantForm');
  const locale = useLocale();
  const country = countryOptions(locale, tenant.country).find((option) => option.value === tenant.country);
  const address = [...addressLines(tenant), country?.label].filter((line) => line !== undefined);
  const facts: (Fact | false)[] = [
    tenant.emails.length > 0 && {
      label: form('emails'),
      value: <Lines lines={tenant.emails} href={(email) => `mailto:${email}`} />,
    },
    tenant.phones.length > 0 && {
      label: form('phones'),
      value: <Lines lines={tenant.phones} href={phoneHref} />,
    },
    canEdit &&
      tenant.emails.length + tenant.phones.length === 0 && {
        label: t('contact'),
        value: (
          <button
            type="button"
            onClick={() => setEditing(true)}
            className="text-start text-accent hover:underline"
          >
            {t('addContact')}
          </button>
        ),
      },
    address.length > 0 && { label: t('address'), value: <Lines lines={address} /> },
    tenant.payerIbans.length > 0 && {
      label: t('payerIbans'),
      value: <Lines lines={tenant.payerIbans.map(formatIban)} />,
    },
    tenant.birthDate !== null && { label: form('birthDate'), value: <DateText day={tenant.birthDate} /> },
    { label: form('letterLanguage'), value: languageName(tenant.letterLanguage, locale) },
    tenant.emergencyContact !== null && { label: form('emergencyContact'), value: tenant.emergencyContact },
  ];
  return (
    <Section
      id="main"
      title={t('details')}
      actions={
        canEdit && (
          <Button look="tertiary" size="sm" icon={pencilIcon} onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        )
      }
    >
      {/* Wide enough for an e-mail address or an IBAN in one line. */}
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-8 gap-y-4">
        {facts
          .filter((fact) => fact !== false)
          .map((fact) => (
            <div key={fact.label} className="min-w-0">
              <dt className="text-sm text-muted">{fact.label}</dt>
              <dd className="mt-0.5">{fact.value}</dd>
            </div>
          ))}
      </dl>
      {tenant.notes && (
        <div className="mt-5 border-t border-separator pt-4">
          <p className="text-sm text-muted">{form('notes')}</p>
          <p className="mt-0.5 max-w-prose whitespace-pre-line">{tenant.notes}</p>
        </div>
      )}
      <TenantDialog open={isEditing} onOpenChange={setEditing} tenant={tenant} />
    </Section>
  );
}

function Lines({ lines, href }: { lines: readonly string[]; href?: (line: string) => string }) {
  return lines.map((line) => (
    <span key={line} className="block break-words tabular-nums">
      {href ? (
        <a href={href(line)} className="hover:underline">
          {line}
        </a>
      ) : (
        line
      )}
    </span>
  ));
}
