import type { OneOfEach } from '../one-of-each.ts';

export type Rung = 'verified' | 'signedIn' | 'member' | 'manager' | 'owner';

export type ProcedureCase = {
  /** The least that may call it. */
  rung: Rung;
  /** A valid input for these rows; ids of new rows are fresh. None for a procedure without input. */
  input?: (ids: OneOfEach['ids'], names: OneOfEach) => Record<string, unknown>;
};

export const seen = (id: string) => ({ id, version: 1 });
export const lines = [{ component: 'net', amountCents: 80_000, settlement: 'none' }];
