import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from './lazy-part';
import { Waiting } from './waiting';

// A page is read far more often than a dialog is opened.
const DialogWindow = lazyPart(() =>
  import('./dialog-window').then((module) => ({ default: module.DialogWindow })),
);

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  role?: 'dialog' | 'alertdialog';
  /** Hides the page wholly and cannot be closed: nothing behind it may be seen. */
  covers?: boolean;
  children: ReactNode;
};

/**
 * A dialog over the page: from below on a phone, centred elsewhere. Its content is mounted only while open, so
 * a form in it starts fresh each time. `role="alertdialog"` for a question that must be answered.
 */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={<Waiting />}>
      <DialogWindow {...props} />
    </Suspense>
  );
}

/** The buttons at the end of a dialog's form: the primary one last, at the end of the line. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>;
}
