import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import type { recoveryForm } from '../credential-schema';
import { enterWithRecoveryCode } from '../recovery-code-actions';
import { AuthForm, useAuthAction } from './auth-form';

/** What codes look like: letters and digits of no language. */
const sample = ['K7QM', '2XRT', '9HVB'].join('-');

const field = fieldsOf<typeof recoveryForm>();

/** For whoever has lost every second factor and kept a recovery code. */
export function RecoveryForm({ next }: { next: string }) {
  const t = useTranslations('AuthPages');
  const run = useAuthAction(enterWithRecoveryCode);
  return (
    <AuthForm run={run} next={next}>
      <TextField
        name={field('recoveryCode')}
        label={t('mfa.recoveryCode')}
        hint={t('mfa.recoveryHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={sample}
        longest={60}
        autoFocus
      />
      <SubmitButton className="w-full">{t('mfa.recover')}</SubmitButton>
    </AuthForm>
  );
}
