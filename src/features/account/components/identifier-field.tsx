import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { TextField } from '@/components/form/text-field';
import type { signInForm } from '../credential-schema';

const field = fieldsOf<typeof signInForm>();

/** Who signs in or up: an address, or a number too where the server takes those. */
export function IdentifierField({
  takesPhone,
  address = null,
}: {
  takesPhone: boolean;
  /** Filled in for who came by an invitation. */
  address?: string | null;
}) {
  const t = useTranslations('AuthPages');
  return (
    <TextField
      name={field('identifier')}
      type={takesPhone ? 'text' : 'email'}
      label={takesPhone ? t('identifier') : t('email')}
      defaultValue={address}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
    />
  );
}
