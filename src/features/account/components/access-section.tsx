'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import type { PasswordPolicy } from '../password-rules';
import { EmailCodesDialog, EmailDialog } from './email-dialog';
import { PasswordDialog } from './password-dialog';
import { PhoneDialog } from './phone-dialog';

type Opened = 'email' | 'email-codes' | 'phone' | 'password';

/** Address, number and password of one's own account. */
export function AccessSection({
  email,
  newEmail,
  phone,
  takesPhone,
  policy,
}: {
  email: string | null;
  newEmail: string | null;
  phone: string | null;
  takesPhone: boolean;
  policy: PasswordPolicy;
}) {
  const t = useTranslations('Access');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Section id="access" title={t('title')} description={t('text')} flush>
      <ul className="divide-y divide-separator">
        <Row
          label={t('email')}
          value={email}
          change={t(email === null ? 'addEmail' : 'changeEmail')}
          action={t(email === null ? 'add' : 'change')}
          onChange={() => setOpened('email')}
        >
          {newEmail !== null && (
            <div className="mt-2 grid justify-items-start gap-2">
              <StatusChip tone="warning">{t('pending', { email: newEmail })}</StatusChip>
              <p className="max-w-prose text-sm text-muted">
                {email === null ? t('pendingOne') : t('pendingBoth', { email, newEmail })}
              </p>
              <Button look="outline" size="sm" onClick={() => setOpened('email-codes')}>
                {t('enterCodes')}
              </Button>
            </div>
          )}
        </Row>
        {(takesPhone || phone !== null) && (
          <Row
            label={t('phone')}
            value={phone}
            change={t(phone === null ? 'addPhone' : 'changePhone')}
            action={t(phone === null ? 'add' : 'change')}
            onChange={() => setOpened('phone')}
          />
        )}
        <Row
          label={t('password')}
          value={t('passwordHidden')}
          change={t('changePassword')}
          action={t('change')}
          onChange={() => setOpened('password')}
        />
      </ul>
      {opened === 'email' && <EmailDialog current={email} onClose={close} />}
      {opened === 'email-codes' && newEmail !== null && (
        <EmailCodesDialog current={email} changed={newEmail} onClose={close} />
      )}
      {opened === 'phone' && <PhoneDialog onClose={close} />}
      {opened === 'password' && (
        <PasswordDialog policy={policy} address={email ?? phone ?? ''} onClose={close} />
      )}
    </Section>
  );
}

function Row({
  label,
  value,
  change,
  action,
  onChange,
  children,
}: {
  label: string;
  value: string | null;
  /** What the button does, for those who hear it alone. */
  change: string;
  action: string;
  onChange: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations('Access');
  return (
    <li className="px-5 py-4 md:px-6">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="text-sm text-muted">{label}</p>
          {value === null ? (
            <p className="text-muted">{t('none')}</p>
          ) : (
            <p className="font-medium break-words">{value}</p>
          )}
        </div>
        <Button look="tertiary" size="sm" aria-label={change} onClick={onChange}>
          {action}
        </Button>
      </div>
      {children}
    </li>
  );
}
