import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { Explained } from '@/domain/trace';
import type { NoticeCircumstance } from '@/domain/vocabulary';
import { findLetKinds, isGermanLease } from '@/features/legal/law-queries';
import { premisesOf } from '@/features/legal/rules';
import { listLeaseTenants } from '@/features/occupancy/party-queries';
import { addDays, firstOfMonth, lastOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { holidaysBetween } from '../rent/holiday-rules';
import { findLeaseStates } from '../rent/queries';
import { circumstancesOf, fitting, type NoticePeriod, needsReason, noticePeriod } from './notice-rules';
import type { noticePeriodInput } from './schema';

export type StatutoryNotice = Explained<NoticePeriod> & {
  /** Since when these tenants have had one of these units, over several leases. */
  letSince: string;
  /** What may be said of the premises that makes another period; the one assumed among them. */
  circumstances: readonly NoticeCircumstance[];
  circumstance: NoticeCircumstance;
  /** Whether a landlord needs a reason. */
  needsReason: boolean;
  /** Of a room it may be one in a student residence, where none is needed (§ 549 (3) BGB). */
  hasRoom: boolean;
};

/**
 * When a notice received on a day ends the lease by German law; null elsewhere, where only the contract and the
 * user know.
 */
export async function getNoticePeriod(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof noticePeriodInput>,
): Promise<StatutoryNotice | null> {
  const [row] = await tx
    .select({ startsOn: lease.startsOn })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, input.id)));
  if (!row) throw new DomainError('not_found');
  if (!(await isGermanLease(tx, scope, input.id))) return null;
  const { receivedOn, noticeBy: by } = input;
  const letSince = await findLetSince(tx, scope, input.id, row.startsOn);
  const kinds = await findLetKinds(tx, scope, input.id);
  const premises = premisesOf(kinds);
  const isOfPeople = (await listLeaseTenants(tx, scope, [input.id])).some(({ kind }) => kind === 'person');
  const state = (await findLeaseStates(tx, scope, [input.id])).get(input.id);
  const month = monthOf(receivedOn);
  const holidays = holidaysBetween(state, firstOfMonth(month), lastOfMonth(shiftMonth(month, 3)));
  const circumstance = fitting({ premises, by, circumstance: input.circumstance });
  return {
    ...noticePeriod({ by, receivedOn, letSince, premises, circumstance, holidays }),
    letSince,
    // No company dies.
    circumstances: circumstancesOf(premises, by).filter((one) => one !== 'heirs' || isOfPeople),
    circumstance,
    needsReason: needsReason({ premises, by, circumstance }),
    hasRoom: kinds.includes('room'),
  };
}

/**
 * The first day of an unbroken chain of leases of these tenants for one of these units: a follow-up lease does not
 * begin the landlord's period anew.
 */
async function findLetSince(tx: Tx, scope: Scope, leaseId: string, startsOn: string): Promise<string> {
  const ofPortfolio = within(leaseUnit, scope);
  const units = tx
    .select({ id: leaseUnit.unitId })
    .from(leaseUnit)
    .where(and(ofPortfolio, eq(leaseUnit.leaseId, leaseId)));
  const tenants = tx
    .select({ id: leaseTenant.tenantId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.leaseId, leaseId)));
  const sameUnit = tx
    .select({ id: leaseUnit.leaseId })
    .from(leaseUnit)
    .where(and(ofPortfolio, isAmong(leaseUnit.unitId, units)));
  const sameTenant = tx
    .select({ id: leaseTenant.leaseId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), isAmong(leaseTenant.tenantId, tenants)));
  const earlier = await tx
    .select({ startsOn: lease.startsOn, endsOn: lease.endsOn })
    .from(lease)
    .where(
      and(
        within(lease, scope),
        isNull(lease.voidedAt),
        isAmong(lease.id, sameUnit),
        isAmong(lease.id, sameTenant),
      ),
    );
  let since = startsOn;
  for (const row of earlier.toSorted((a, b) => (a.startsOn < b.startsOn ? 1 : -1))) {
    if (row.startsOn < since && row.endsOn !== null && row.endsOn >= addDays(since, -1)) since = row.startsOn;
  }
  return since;
}
