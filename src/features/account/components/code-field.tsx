import type { ReactNode } from 'react';
import { type FieldName, fieldsOf } from '@/components/form/field-name';
import { TextField } from '@/components/form/text-field';
import type { verifyCodeForm } from '../credential-schema';

const field = fieldsOf<typeof verifyCodeForm>();

/** Six digits that came by mail or text, or stand in an app. */
export function CodeField({
  label,
  hint,
  name = field('code'),
  autoFocus = false,
}: {
  label: ReactNode;
  hint?: ReactNode;
  name?: FieldName;
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
      autoFocus={autoFocus}
    />
  );
}
