import { sumCents } from '../../lib/money.ts';

/** A line of a statement with its bills, as far as it says who may see them. */
export type BilledLine = {
  key: string;
  sharedCents: number;
  bills: readonly {
    /** Whom alone it is for; null: everybody. */
    billedTo: readonly string[] | null;
    partCents: number;
    notRecoverableCents: number;
  }[];
};

/**
 * The bills of a line that a lease may see: those the statement rests on for it (§ 556 (4), § 259 (1) BGB), so of costs billed
 * to single leases only its own. What others have used of a shared plant belongs to them (BGH 7 Feb 2018, VIII ZR 189/17).
 */
export const billsFor = <Line extends Pick<BilledLine, 'bills'>>(
  { bills }: Line,
  leaseId: string,
): Line['bills'][number][] => bills.filter(({ billedTo }) => billedTo === null || billedTo.includes(leaseId));

/** What a lease's part of a line is a part of, in cents: of costs billed to single leases its own bills, not the others'. */
export const totalFor = (line: BilledLine, leaseId: string): number =>
  line.key === 'direct'
    ? sumCents(billsFor(line, leaseId).map((bill) => bill.partCents - bill.notRecoverableCents))
    : line.sharedCents;
