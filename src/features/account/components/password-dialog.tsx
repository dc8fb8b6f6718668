import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { Notice } from '@/components/notice';
import type { passwordForm } from '../credential-schema';
import type { AuthFormState } from '../form-schema';
import type { PasswordPolicy } from '../password-rules';
import { changePassword } from '../security-actions';
import { AuthForm } from './auth-form';
import { CodeField } from './code-field';
import { NewPasswordField } from './new-password-field';
import { useDialogAction } from './use-dialog-action';

const field = fieldsOf<typeof passwordForm>();

/** A new password; where the sign-in is long ago, a code is asked for before it is changed. */
export function PasswordDialog({
  policy,
  address,
  onClose,
}: {
  policy: PasswordPolicy;
  /** Whose password it is, and where the code goes. */
  address: string;
  onClose: () => void;
}) {
  const t = useTranslations('Access');
  // Kept for the second step: an action's form forgets what was typed.
  const [password, setPassword] = useState('');
  const send = async (before: AuthFormState, data: FormData) => {
    const typed = data.get('password');
    setPassword(typeof typed === 'string' ? typed : '');
    return changePassword(before, data);
  };
  const run = useDialogAction(send, { done: t('passwordChanged'), onDone: onClose });
  const asksCode = run.state.step === 'nonce' && run.state.problems?.password === undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('passwordTitle')}
      description={asksCode ? undefined : t('passwordText')}
      size="sm"
    >
      <AuthForm key={String(asksCode)} run={run} guarded hidden={asksCode ? { password } : {}}>
        {asksCode ? (
          <>
            <Notice live title={t('nonceTitle', { address })}>
              {t('nonceText')}
            </Notice>
            <CodeField name={field('nonce')} label={t('nonceCode')} autoFocus />
          </>
        ) : (
          <>
            {/* Lets a password manager know whose password this is. */}
            <input type="text" name="username" autoComplete="username" value={address} readOnly hidden />
            <NewPasswordField label={t('newPassword')} policy={policy} />
          </>
        )}
        <FormActions onClose={onClose}>{t('savePassword')}</FormActions>
      </AuthForm>
    </Dialog>
  );
}
