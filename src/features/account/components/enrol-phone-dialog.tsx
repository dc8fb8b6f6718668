import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import type { phoneFactorForm } from '../credential-schema';
import type { EnrolmentState } from '../form-schema';
import { enrolPhone, finishEnrolment } from '../security-actions';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeField } from './code-field';
import type { EnrolDialogProps } from './enrol-app-dialog';
import { SentNotice } from './sent-notice';
import { useDialogAction } from './use-dialog-action';

const field = fieldsOf<typeof phoneFactorForm>();

/** Sets up a phone that codes are sent to. */
export function EnrolPhoneDialog({ count, onClose, onDone }: EnrolDialogProps) {
  const t = useTranslations('Factors');
  const form = useTranslations('Form');
  const beginning = useAuthAction<EnrolmentState>(enrolPhone);
  const finishing = useDialogAction<EnrolmentState>(finishEnrolment, { done: t('added'), onDone });
  const { factorId, challengeId, address } = beginning.state;
  const cancel = (
    <Button look="tertiary" onClick={onClose}>
      {form('cancel')}
    </Button>
  );
  return (
    <Dialog open onOpenChange={onClose} title={t('addPhone')} size="sm">
      {factorId === undefined || challengeId === undefined ? (
        <AuthForm run={beginning}>
          <p className="text-sm text-muted">{t('phoneText')}</p>
          <TextField
            name={field('phone')}
            type="tel"
            label={t('phone')}
            hint={t('phoneHint')}
            autoComplete="tel"
            inputMode="tel"
          />
          <TextField
            name={field('name')}
            label={t('name')}
            hint={t('nameHint')}
            defaultValue={
              count === 0 ? t('kind.phone') : t('numbered', { kind: t('kind.phone'), count: count + 1 })
            }
            longest={200}
          />
          <DialogActions>
            {cancel}
            <SubmitButton>{t('sendCode')}</SubmitButton>
          </DialogActions>
        </AuthForm>
      ) : (
        <>
          <SentNotice
            channel="phone"
            title={t('textSent', { phone: address ?? '' })}
            text={t('phoneCodeSent')}
          />
          <AuthForm run={finishing} hidden={{ factorId, challengeId }}>
            <CodeField label={t('textCode')} autoFocus />
            <DialogActions>
              {cancel}
              <SubmitButton>{t('turnOn')}</SubmitButton>
            </DialogActions>
          </AuthForm>
        </>
      )}
    </Dialog>
  );
}
