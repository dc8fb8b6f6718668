import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { Notice } from '@/components/notice';
import { useRenew } from '@/trpc/client';
import type { emailCodesForm, emailForm } from '../credential-schema';
import { changeEmail, confirmEmailChange } from '../security-actions';
import { AuthForm } from './auth-form';
import { CodeField } from './code-field';
import { useDialogAction } from './use-dialog-action';

const field = fieldsOf<typeof emailForm>();
const codeField = fieldsOf<typeof emailCodesForm>();

/** Asks for the new address and says what happens next: two mails, two confirmations. */
export function EmailDialog({ current, onClose }: { current: string | null; onClose: () => void }) {
  const t = useTranslations('Access');
  const renew = useRenew();
  const run = useDialogAction(changeEmail, { done: t('emailChanged'), onDone: onClose });
  const { step, address = '' } = run.state;

  function close() {
    // The page behind still shows what held before.
    if (step === 'code') void renew('session');
    onClose();
  }

  return (
    <Dialog open onOpenChange={close} title={t(current === null ? 'addEmail' : 'changeEmail')} size="sm">
      {step === 'code' ? (
        <div className="grid gap-5">
          <Notice tone="success" live title={t('mailsSent')}>
            {current === null ? t('pendingOne') : t('pendingBoth', { email: current, newEmail: address })}
          </Notice>
          <DialogActions>
            <Button look="primary" onClick={close}>
              {t('understood')}
            </Button>
          </DialogActions>
        </div>
      ) : (
        <AuthForm run={run} guarded>
          <TextField
            name={field('email')}
            type="email"
            label={t('newEmail')}
            hint={current === null ? t('emailHintOne') : t('emailHint', { email: current })}
            autoComplete="email"
            inputMode="email"
            autoFocus
          />
          <FormActions onClose={close}>{t('sendMails')}</FormActions>
        </AuthForm>
      )}
    </Dialog>
  );
}

/** Takes the codes of the mails about a change of address; each half counts when it comes. */
export function EmailCodesDialog({
  current,
  changed,
  onClose,
}: {
  current: string | null;
  changed: string;
  onClose: () => void;
}) {
  const t = useTranslations('Access');
  const run = useDialogAction(confirmEmailChange, { done: t('emailChanged'), onDone: onClose });
  const again = useDialogAction(changeEmail, { done: t('emailChanged'), onDone: onClose });
  return (
    <Dialog open onOpenChange={onClose} title={t('codesTitle')} description={t('codesText')} size="sm">
      <AuthForm run={run} hidden={{ current: current ?? '', changed }}>
        {run.state.step === 'half' && (
          <Notice tone="success" live>
            {t('halfDone')}
          </Notice>
        )}
        {current !== null && (
          <CodeField name={codeField('currentCode')} label={t('codeOf', { email: current })} />
        )}
        <CodeField name={codeField('changedCode')} label={t('codeOf', { email: changed })} />
        <FormActions onClose={onClose}>{t('confirm')}</FormActions>
      </AuthForm>
      <AuthForm run={again} hidden={{ email: changed }} className="mt-4 border-t border-separator pt-4">
        {again.state.step === 'code' && (
          <Notice tone="success" live>
            {t('mailsSent')}
          </Notice>
        )}
        <SubmitButton look="ghost" size="sm" className="self-start">
          {t('sendMailsAgain')}
        </SubmitButton>
      </AuthForm>
    </Dialog>
  );
}
