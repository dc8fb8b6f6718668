'use client';

import { useTranslations } from 'next-intl';
import { TextField } from '@/components/form/text-field';

/** Who signs in or up: an address, or a number too where the server takes those. */
export function IdentifierField({ takesPhone }: { takesPhone: boolean }) {
  const t = useTranslations('AuthPages');
  return (
    <TextField
      name="identifier"
      type={takesPhone ? 'text' : 'email'}
      label={takesPhone ? t('identifier') : t('email')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
    />
  );
}
