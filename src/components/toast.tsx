'use client';

import { Toast, toast } from '@heroui/react/toast';

/** Where toasts appear; once, in the frame of the signed-in pages. */
export function ToastRegion({ label }: { label: string }) {
  return <Toast.Provider placement="bottom end" width={340} aria-label={label} className="toasts" />;
}

/** Says that something worked. What failed belongs where it was asked for, not into a toast. */
export function showSuccess(message: string): void {
  toast.success(message);
}

/** Says that something was taken away, with a button that brings it back. */
export function showUndoable(message: string, undoLabel: string, undo: () => void): void {
  toast.success(message, { actionProps: { children: undoLabel, onPress: undo }, timeout: 8000 });
}

/** Says that something failed which has no place of its own on the page, such as an undo. */
export function showFailure(message: string): void {
  toast.danger(message, { timeout: 8000 });
}
