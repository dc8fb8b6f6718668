'use client';

import { Toast, toast } from '@heroui/react/toast';

export { toast };

/** The messages on top of each other, loaded with the first of them. */
export function ToastStack({ label }: { label: string }) {
  return <Toast.Provider placement="bottom end" width={340} aria-label={label} className="toasts" />;
}
