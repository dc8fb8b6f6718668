'use client';

import type { ReactNode } from 'react';
import { TextField } from '@/components/form/text-field';

/** Six digits that came by mail or text, or stand in an app. */
export function CodeField({
  label,
  hint,
  name = 'code',
  autoFocus = false,
}: {
  label: ReactNode;
  hint?: ReactNode;
  name?: string;
  autoFocus?: boolean;
}) {
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="123456"
      maxLength={12}
      autoFocus={autoFocus}
    />
  );
}
