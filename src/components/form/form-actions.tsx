import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../button';
import { DialogActions } from '../dialog';
import { SubmitButton } from './submit-button';

/** The foot of a form in a dialog: away without it, or save; `children` says it where saving has another word. */
export function FormActions({
  onClose,
  canSave = true,
  disabled = false,
  children,
}: {
  onClose: () => void;
  /** There is nothing the form could save: it can only be left. */
  canSave?: boolean;
  /** Nothing is chosen yet that could be saved. */
  disabled?: boolean;
  children?: ReactNode;
}) {
  const words = useTranslations('Form');
  return (
    <DialogActions>
      <Button look="tertiary" onClick={onClose}>
        {words('cancel')}
      </Button>
      {canSave && <SubmitButton disabled={disabled}>{children ?? words('save')}</SubmitButton>}
    </DialogActions>
  );
}
