import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import type { phoneForm } from '../credential-schema';
import { changePhone, confirmPhone } from '../security-actions';
import { AuthForm } from './auth-form';
import { CodeField } from './code-field';
import { SentNotice } from './sent-notice';
import { useDialogAction } from './use-dialog-action';

const field = fieldsOf<typeof phoneForm>();

/** A number to sign in with; a code sent to it proves that it is one's own. */
export function PhoneDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Access');
  const form = useTranslations('Form');
  const done = { done: t('phoneChanged'), onDone: onClose };
  const asking = useDialogAction(changePhone, done);
  const confirming = useDialogAction(confirmPhone, done);
  const { step, address } = asking.state;
  const cancel = (
    <Button look="tertiary" onClick={onClose}>
      {form('cancel')}
    </Button>
  );
  return (
    <Dialog open onOpenChange={onClose} title={t('phoneTitle')} size="sm">
      {step === 'code' && address !== undefined ? (
        <>
          <SentNotice channel="phone" title={t('textSent', { phone: address })} text={t('phoneCodeSent')} />
          <AuthForm run={confirming} hidden={{ phone: address }}>
            <CodeField label={t('textCode')} autoFocus />
            <DialogActions>
              {cancel}
              <SubmitButton>{t('confirm')}</SubmitButton>
            </DialogActions>
          </AuthForm>
        </>
      ) : (
        <AuthForm run={asking} guarded>
          <TextField
            name={field('phone')}
            type="tel"
            label={t('newPhone')}
            hint={t('phoneHint')}
            autoComplete="tel"
            inputMode="tel"
            autoFocus
          />
          <DialogActions>
            {cancel}
            <SubmitButton>{t('sendCode')}</SubmitButton>
          </DialogActions>
        </AuthForm>
      )}
    </Dialog>
  );
}
