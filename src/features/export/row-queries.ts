import type { SharedCost } from '@/db/schema/cost-sharing';
import type { ServiceAmount } from '@/db/schema/heating';
import type { FrozenStatement } from '@/features/statement/sent-queries';
import { commonDays } from './day-rules';
import type { Person } from './person-queries';
import type { ExportedRow } from './tables-queries';

/** Of a line that somebody else paid, or that is others’ as well, neither words nor whole amounts. */
export function withoutBankWords(row: ExportedRow, { lineIds }: Person): ExportedRow {
  if (lineIds.includes(String(row.id))) return row;
  const words = { name: null, on_behalf_of: null, account: null, text: null, given_references: null };
  return { ...row, ...words, returned: null, batch_count: null, amount_cents: null, entry_cents: null };
}

/** What came in for a lease of several people is known to all of them; who paid it and in which words, to who did. */
export const ownWords = (row: ExportedRow, { ownPaymentIds }: Person): ExportedRow =>
  ownPaymentIds.includes(String(row.id))
    ? row
    : { ...row, payer_tenant_id: null, reference: null, note: null };

/** Of a statement of the whole house, what it said to the person’s leases and rested on for them. */
export function ownStatement(row: ExportedRow, { told }: Person): ExportedRow {
  const { view, input } = row.snapshot as Partial<FrozenStatement>;
  const isTold = (leaseId: string) =>
    told.some((one) => one.statementId === row.id && one.leaseId === leaseId);
  const leases = view?.leases?.filter((one) => isTold(one.leaseId)) ?? [];
  const given = input?.leases?.filter((one) => isTold(one.id)) ?? [];
  return { ...row, snapshot: { view: { leases }, input: { leases: given } } };
}

type Leases = Pick<Person, 'soleIds' | 'shared'>;
type Days = Parameters<typeof commonDays>[0];

/** Whether something of these days is the person’s: of a lease with others only what touches theirs. */
const isOfDays = ({ soleIds, shared }: Leases, leaseId: string, days: Days) =>
  soleIds.includes(leaseId) ||
  shared.some((time) => time.leaseId === leaseId && commonDays(time, days) !== null);

/** What was set by hand for the person’s leases. */
export function ownSharing(row: ExportedRow, person: Leases): ExportedRow | null {
  const costs = (row.costs as SharedCost[]).flatMap(({ categoryId, key, periods }) => {
    const own = periods.flatMap(({ from, to, byHand }) => {
      const amounts = byHand?.amounts.filter(({ leaseId }) => isOfDays(person, leaseId, { from, to })) ?? [];
      return byHand && amounts.length > 0 ? [{ from, to, byHand: { reason: byHand.reason, amounts } }] : [];
    });
    return own.length > 0 ? [{ categoryId, key, periods: own }] : [];
  });
  return costs.length > 0 ? { ...row, costs } : null;
}

/** What a metering service reckoned for the person’s leases. */
export function ownAmounts(row: ExportedRow, person: Leases): ExportedRow | null {
  const days = { from: String(row.period_from), to: String(row.period_to) };
  const amounts = (row.amounts as ServiceAmount[]).filter(
    ({ leaseId }) => leaseId !== null && isOfDays(person, leaseId, days),
  );
  return amounts.length > 0 ? { ...row, amounts } : null;
}
