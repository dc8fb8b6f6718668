import type { Outputs } from '@/trpc/outputs';

export type LeaseDeposits = Outputs['deposit']['list']['leases'][number];
export type Deposit = LeaseDeposits['deposits'][number];
export type Movement = Deposit['movements'][number];
type HoldBackProposal = { amountCents: number; heldUntil: string | null; reason: string };
/** What is being done with a deposit, each with its dialog. */
export type Doing =
  | { kind: 'agree' }
  | { kind: 'edit'; deposit: Deposit }
  | { kind: 'record'; lease: LeaseDeposits; deposit: Deposit; proposal?: HoldBackProposal }
  | { kind: 'undo'; movement: Movement }
  | { kind: 'remove'; deposit: Deposit };

/** Received, or moved here from another lease. */
export const receivedCents = ({ balance }: Deposit) =>
  balance.receivedCents + Math.max(0, balance.movedCents);

/** Agreed, and neither received nor moved here from another lease. */
export const missingCents = (deposit: Deposit) => Math.max(0, deposit.agreedCents - receivedCents(deposit));
