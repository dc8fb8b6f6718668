import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import type { factorForm } from '../credential-schema';
import type { EnrolmentState } from '../form-schema';
import { enrolApp, finishEnrolment } from '../security-actions';
import { AuthForm, useAuthAction } from './auth-form';
import { CodeField } from './code-field';
import { useDialogAction } from './use-dialog-action';

const field = fieldsOf<typeof factorForm>();

export type EnrolDialogProps = {
  /** How many of the kind there are. */
  count: number;
  onClose: () => void;
  onDone: (answer: EnrolmentState) => void;
};

/** Sets up an authenticator app: a name, then a picture to scan and the first code. */
export function EnrolAppDialog({ count, onClose, onDone }: EnrolDialogProps) {
  const t = useTranslations('Factors');
  const form = useTranslations('Form');
  const beginning = useAuthAction<EnrolmentState>(enrolApp);
  const finishing = useDialogAction<EnrolmentState>(finishEnrolment, { done: t('added'), onDone });
  const { factorId, qrCode, secret } = beginning.state;
  const cancel = (
    <Button look="tertiary" onClick={onClose}>
      {form('cancel')}
    </Button>
  );
  return (
    <Dialog open onOpenChange={onClose} title={t('addApp')} size="sm">
      {factorId === undefined || secret === undefined ? (
        <AuthForm run={beginning}>
          <p className="text-sm text-muted">{t('appText')}</p>
          <TextField
            name={field('name')}
            label={t('name')}
            hint={t('nameHint')}
            defaultValue={
              count === 0 ? t('kind.totp') : t('numbered', { kind: t('kind.totp'), count: count + 1 })
            }
            longest={200}
          />
          <DialogActions>
            {cancel}
            <SubmitButton>{t('continue')}</SubmitButton>
          </DialogActions>
        </AuthForm>
      ) : (
        <AuthForm run={finishing} hidden={{ factorId }}>
          <p className="text-sm">{t('scan')}</p>
          {/* Black on white in the dark scheme, too: cameras want it so. */}
          {/* biome-ignore lint/performance/noImgElement: an inline picture that nothing has to optimise */}
          <img
            src={qrCode}
            alt={t('qrCode')}
            className="size-48 self-center rounded-xl bg-white p-3 ring-1 ring-border"
          />
          <div className="rounded-xl bg-surface-secondary px-3.5 py-3 text-sm">
            <p className="text-muted">{t('secretText')}</p>
            <p className="mt-1 font-mono text-sm font-medium break-all select-all" data-testid="totp-secret">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </p>
          </div>
          <CodeField label={t('appCode')} autoFocus />
          <DialogActions>
            {cancel}
            <SubmitButton>{t('turnOn')}</SubmitButton>
          </DialogActions>
        </AuthForm>
      )}
    </Dialog>
  );
}
