import { useTranslations } from 'next-intl';
import type { PasswordPolicy } from '../password-rules';
import { NewPasswordField } from './new-password-field';

/** The password of a new account, typed by whoever proves the address: see `takePossession`. */
export function PasswordAgain({ policy }: { policy: PasswordPolicy }) {
  const t = useTranslations('AuthPages');
  return (
    <div>
      <NewPasswordField label={t('password')} policy={policy} />
      <p className="mt-2.5 text-xs text-muted">{t('passwordAgain')}</p>
    </div>
  );
}
