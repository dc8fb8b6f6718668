import type { ActionProblems } from '@/components/form/action-form';
import type { PathIn } from '@/components/form/field-name';
import type * as schemas from './credential-schema';

type Schemas = typeof schemas;
type InputOf<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } } ? Input : never;
/** What any of the account's forms sends. */
export type AuthFieldName = { [Name in keyof Schemas]: PathIn<InputOf<Schemas[Name]>> }[keyof Schemas];

/** Where a code went. */
export type Channel = 'email' | 'phone';

export type AuthFormState = ActionProblems & {
  /** Code under `AuthErrors`. */
  failure?: string;
  /**
   * code: a message was sent and its code can be typed · unconfirmed: the address or number must be confirmed
   * first · half: see confirmLink · nonce: a code was sent to prove who asks · leave: the way goes on elsewhere ·
   * done: nothing is left to do
   */
  step?: 'code' | 'unconfirmed' | 'half' | 'nonce' | 'leave' | 'done';
  /** Of `leave`: an address of another site. */
  leadsTo?: string;
  /** Address or number, as it was understood. */
  address?: string;
  channel?: Channel;
  resent?: boolean;
};

/** New recovery codes, to show this once. */
export type RecoveryCodesState = AuthFormState & { recoveryCodes?: string[] };

/** A second factor that is being set up. */
export type EnrolmentState = AuthFormState & {
  factorId?: string;
  /** Of a factor whose code is sent. */
  challengeId?: string;
  /** What an authenticator app reads: the picture, and the same to type. */
  qrCode?: string;
  secret?: string;
} & RecoveryCodesState;

/** The answer to a second factor at sign-in. */
export type ChallengeState = AuthFormState & { factorId?: string; challengeId?: string };
