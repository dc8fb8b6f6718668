'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import { mailIcon } from '@/components/icons';

/** Says where to look for the mail, without saying whether the address has an account. */
export function SentNotice({ email, text }: { email: string; text: string }) {
  const t = useTranslations('AuthPages');
  return (
    <div role="status" className="mb-6 flex gap-3 rounded-xl bg-accent-soft p-4 text-accent-soft-foreground">
      <Icon icon={mailIcon} className="mt-0.5 size-5" />
      <div className="min-w-0 text-sm">
        <p className="font-medium">{t('mailSent', { email })}</p>
        <p className="mt-0.5">{text}</p>
      </div>
    </div>
  );
}
