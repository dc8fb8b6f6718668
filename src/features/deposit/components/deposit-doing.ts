import type { Outputs } from '@/trpc/outputs';

export type LeaseDeposits = Outputs['deposit']['list']['leases'][number];
export type Deposit = LeaseDeposits['deposits'][number];
export type Movement = Deposit['movements'][number];
type HoldBackProposal = { amountCents: number; heldUntil: string | null; reason: string };
/** What is being done with a deposit, each with its dialog. */
export type Doing =
  | { kind: 'agree' }
  | { kind: 'edit'; deposit: Deposit }
  | { kind: 'record'; deposit: Deposit; proposal?: HoldBackProposal }
  | { kind: 'undo'; movement: Movement }
  | { kind: 'remove'; deposit: Deposit };

/** Agreed, and neither received nor moved here from another lease. */
export const missingCents = ({ agreedCents, balance }: Deposit) =>
  Math.max(0, agreedCents - balance.receivedCents - Math.max(0, balance.movedCents));
