import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { statedDifference, stillStands } from '@/ledger';
import type { CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import type { House } from '../occupancy/house-queries';
import { readCase } from './input-queries';
import type { StatementCase } from './rules';
import { findSent, listTold, listVersions, type Sent, type Told, viewOfSent } from './sent-queries';
import { isChanged, type StatementView, viewOf, withGone } from './view-rules';

type LeaseResult = StatementView['leases'][number];

/** What a corrected version says to a lease of what it was told before. */
export type Corrects = {
  /** The day of the version whose letter holds until now. */
  sentOn: CalendarDate;
  /** What is on the account of all versions before, as far as this one leaves it there; negative is a credit. */
  standingCents: number;
  isChanged: boolean;
};

/** A period as it stands today, beside the versions of its statement that were sent. */
export async function readNow(
  tx: Tx,
  scope: Scope,
  house: House,
  period: Period,
  slips: readonly string[] = [],
) {
  const versions = await listVersions(tx, scope, house.id, period);
  const told = await listTold(tx, scope, versions);
  const last = await findSent(tx, scope, versions.at(-1)?.id);
  const found = withSlips(await readCase(tx, scope, house, period, { stated: told }), slips);
  const computed = viewOf(found);
  const gone = [...told].flatMap(([leaseId, stated]) => {
    const party = last?.letters.get(leaseId)?.party;
    const isThere = computed.leases.some((one) => one.leaseId === leaseId);
    return party && !isThere && stillStands(stated) ? [{ leaseId, party }] : [];
  });
  const view = withGone(computed, gone);
  return { versions, told, last, found, view, correction: correctionOf(last, told) };
}

/** Of which leases somebody says that the first statement had an obvious slip. */
const withSlips = (found: StatementCase, slips: readonly string[]): StatementCase => ({
  ...found,
  input: {
    ...found.input,
    leases: found.input.leases.map((lease) =>
      slips.includes(lease.id) && lease.firstResultCents !== null ? { ...lease, isObviousSlip: true } : lease,
    ),
  },
});

/** Says of each lease what it corrects; null of a first statement, and of a lease that is told for the first time. */
function correctionOf(last: Sent | null, told: ReadonlyMap<string, Told>) {
  const before = last && viewOfSent(last);
  return (result: LeaseResult): Corrects | null => {
    const own = told.get(result.leaseId);
    if (!before || !own) return null;
    const claimedCents = result.claimableCents ?? 0;
    const { differenceCents } = statedDifference(claimedCents, own);
    return {
      sentOn: own.toldOn ?? own.firstOn,
      standingCents: claimedCents - differenceCents,
      isChanged: isChanged(before, result) || (result.isSettled && differenceCents !== 0),
    };
  };
}

/** Whether a lease of a corrected version gets a letter of it. */
export const hasLetter = (corrects: Corrects | null | undefined): boolean => corrects?.isChanged !== false;
