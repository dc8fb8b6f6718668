import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { phoneHref } from '@/lib/phone';
import type { Operator } from '@/lib/server/env';
import { Notice } from '../notice';

/** Name, address and ways to reach whoever runs this installation; says so when nothing is configured. */
export function OperatorDetails({ operator }: { operator: Operator }) {
  const t = useTranslations('Operator');
  const { name, address, email, phone, register, vatId } = operator;
  if (!name && !email && address.length === 0) return <Notice>{t('missing')}</Notice>;
  return (
    <address className="rounded-2xl bg-surface p-5 not-italic shadow-surface md:p-6">
      {name && <strong className="block font-semibold">{name}</strong>}
      {address.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {email && (
          <Entry label={t('email')}>
            <a href={`mailto:${email}`}>{email}</a>
          </Entry>
        )}
        {phone && (
          <Entry label={t('phone')}>
            <a href={phoneHref(phone)}>{phone}</a>
          </Entry>
        )}
        {register && <Entry label={t('register')}>{register}</Entry>}
        {vatId && <Entry label={t('vatId')}>{vatId}</Entry>}
      </dl>
    </address>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
