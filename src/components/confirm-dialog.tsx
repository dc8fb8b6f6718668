import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { isTypedName } from '@/lib/typed-name';
import { Button } from './button';
import { Dialog, DialogActions } from './dialog';
import { useRecords } from './form/records';
import { Notice } from './notice';

/**
 * Asks before something that cannot be taken back lightly. With `typedName` the user types that name first.
 * Stays open and says why when `confirm` fails; closes when it succeeds and the page behind shows it.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  confirm,
  tone = 'danger',
  typedName,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children?: ReactNode;
  confirmLabel: ReactNode;
  /** Gets what was typed, for the server to compare again. */
  confirm: (typed: string) => Promise<unknown>;
  tone?: 'danger' | 'primary';
  typedName?: string;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} size="sm" role="alertdialog">
      <Question {...{ onOpenChange, children, confirmLabel, confirm, tone, typedName }} />
    </Dialog>
  );
}

function Question({
  onOpenChange,
  children,
  confirmLabel,
  confirm,
  tone,
  typedName,
}: {
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
  confirmLabel: ReactNode;
  confirm: (typed: string) => Promise<unknown>;
  tone: 'danger' | 'primary';
  typedName: string | undefined;
}) {
  const t = useTranslations('Form');
  const words = useErrorWords();
  const records = useRecords();
  const id = useId();
  const busy = useRef(false);
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const ready = typedName === undefined || isTypedName(typed, typedName);

  async function run() {
    if (!ready || busy.current) return;
    busy.current = true;
    setPending(true);
    setFailure(null);
    try {
      await confirm(typed);
      await records?.whenFresh();
      onOpenChange(false);
    } catch (error) {
      // The next attempt must know the latest version.
      await records?.whenFresh();
      setFailure(error);
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void run();
      }}
    >
      {failure !== null && (
        <Notice tone="danger" live>
          {words.failure(failure)}
        </Notice>
      )}
      <div className="text-sm text-muted">{children}</div>
      {typedName !== undefined && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {t('typeToConfirm', { name: typedName })}
          </label>
          <input
            id={id}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            className="input input--full-width"
          />
        </div>
      )}
      <DialogActions>
        <Button look="tertiary" onClick={() => onOpenChange(false)}>
          {t('cancel')}
        </Button>
        <Button look={tone} type="submit" pending={pending} disabled={!ready}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
