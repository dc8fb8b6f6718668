import type { ActionProblems } from '@/components/form/action-form';

export type AuthFormState = ActionProblems & {
  /** Code under `AuthErrors`. */
  failure?: string;
  /** code: a mail was sent and its code can be typed · unconfirmed: the address must be confirmed first · half: see confirmLink */
  step?: 'code' | 'unconfirmed' | 'half';
  email?: string;
  resent?: boolean;
};
