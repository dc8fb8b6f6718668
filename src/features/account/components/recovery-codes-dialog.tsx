import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { Dialog, DialogActions } from '@/components/dialog';
import { FormActions } from '@/components/form/form-actions';
import { downloadIcon, printerIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import type { RecoveryCodesState } from '../form-schema';
import { makeRecoveryCodes } from '../recovery-code-actions';
import { AuthForm } from './auth-form';
import { useDialogAction } from './use-dialog-action';

/** Makes new codes; asks first where that ends others. */
export function MakeCodesDialog({
  left,
  onMade,
  onClose,
}: {
  left: number;
  onMade: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useTranslations('RecoveryCodes');
  const run = useDialogAction<RecoveryCodesState>(makeRecoveryCodes, {
    done: t('made'),
    onDone: ({ recoveryCodes = [] }) => onMade(recoveryCodes),
  });
  return (
    <Dialog open onOpenChange={onClose} title={t('makeTitle')} size="sm">
      <AuthForm run={run}>
        <p className="text-sm text-muted">{left === 0 ? t('makeText') : t('replaceText', { left })}</p>
        <FormActions onClose={onClose}>{t('make')}</FormActions>
      </AuthForm>
    </Dialog>
  );
}

/** The codes, this once: to copy, to save, to print. */
export function ShowCodesDialog({
  codes,
  address,
  onClose,
}: {
  codes: readonly string[];
  /** Whose they are, for the paper in a drawer. */
  address: string;
  onClose: () => void;
}) {
  const t = useTranslations('RecoveryCodes');
  const heading = t('heading', { address });
  const asText = () => `${heading}\n\n${codes.join('\n')}\n\n${t('use')}\n`;
  return (
    <Dialog open onOpenChange={onClose} title={t('showTitle')} size="sm">
      <div className="grid gap-5">
        <Notice tone="warning" title={t('onceTitle')}>
          {t('onceText')}
        </Notice>
        <div className="print-sheet rounded-xl bg-surface-secondary px-4 py-4">
          <p className="print-only mb-4 font-medium">{heading}</p>
          <ol className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono text-sm font-medium" data-testid="codes">
            {codes.map((code) => (
              <li key={code} className="whitespace-nowrap select-all">
                {code}
              </li>
            ))}
          </ol>
          <p className="print-only mt-4 text-sm">{t('use')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={asText()} done={t('copied')} size="sm">
            {t('copy')}
          </CopyButton>
          <Button
            look="secondary"
            size="sm"
            icon={downloadIcon}
            onClick={() => saveFile(new Blob([asText()], { type: 'text/plain' }), `${t('fileName')}.txt`)}
          >
            {t('download')}
          </Button>
          <Button look="secondary" size="sm" icon={printerIcon} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
        <DialogActions>
          <Button onClick={onClose}>{t('kept')}</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
