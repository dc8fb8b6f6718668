import 'server-only';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease, leaseTenant, leaseUnit, openItem, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { isOverdue, listInterestCharged, listRentClaims } from '@/ledger';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { findGermanLeases } from '../legal/law-queries';
import { findBaseRates, findOwnInterestRates } from '../legal/queries';
import { lumpSums } from './margin-rules';
import { defaultInterest, type InterestTerms, interestByRent } from './rules';
import type { interestInput, lateInterestInput } from './schema';

/**
 * Default interest of a lease up to a day (default today): on its rents, whose due day the calendar fixes; other
 * charges need a reminder first and bear none here. What was charged as interest already is taken off. In Germany
 * by statute, elsewhere at the user's own rate, asked for or entered in the settings; without one there is nothing to
 * say.
 */
export async function getInterest(tx: Tx, scope: Scope, input: Asked & { leaseId: string }) {
  await assertExists(tx, scope, lease, input.leaseId);
  return (await interestOf(tx, scope, [input.leaseId], input))(input.leaseId);
}

/** The same without its parts and how it came about, which grow with the years: what a list shows of each lease. */
export async function getInterestSum(tx: Tx, scope: Scope, input: z.output<typeof interestInput>) {
  const { isGerman, isStatutory, through, claims, chargedCents, restCents, interest, firstRateOn } =
    await getInterest(tx, scope, input);
  const assumed = (interest?.result.parts ?? []).filter((part) => part.isAssumed);
  return {
    isGerman,
    chargedCents,
    restCents,
    /** § 288 (5) BGB: where the tenant is no consumer; only shown. */
    lumpSum: isStatutory && input.debtorIsBusiness ? lumpSums({ claims, through }) : null,
    /** null where the rate is not known. */
    interestCents: interest === null ? null : interest.result.interestCents,
    /** How much of it is on days whose base rate is not known yet: an estimate, which cannot be charged. */
    estimatedCents: interest?.result.estimatedCents ?? 0,
    /** The last day of what can be charged. */
    claimableThrough: interest?.result.claimableThrough ?? null,
    /** How many rents were late before there was a base rate, on which no interest is reckoned; and the day of the first. */
    unreckoned: interest?.result.unreckoned.length ?? 0,
    firstRateOn,
    /** For which days a base rate not known yet was reckoned with, and which. */
    assumed: assumed.map(({ from, to, baseRateBp }) => ({ from, to, baseRateBp })),
  };
}

type Asked = Pick<z.output<typeof interestInput>, 'through' | 'isBusiness' | 'ownRateBp'>;

/** The same for several leases, with as many queries as for one. */
async function interestOf(tx: Tx, scope: Scope, leaseIds: readonly string[], asked: Asked) {
  const through = asked.through ?? scope.today;
  const german = await findGermanLeases(tx, scope, leaseIds);
  const [statutory, own, claimed, charged, contracts] = await Promise.all([
    german.size > 0 ? findTerms(tx, scope, asked, true) : null,
    german.size < new Set(leaseIds).size ? findTerms(tx, scope, asked, false) : null,
    listRentClaims(tx, scope, leaseIds, through),
    listInterestCharged(tx, scope, leaseIds),
    tx
      .select({ id: lease.id, on: sql<CalendarDate>`coalesce(${lease.signedOn}, ${lease.startsOn})` })
      .from(lease)
      .where(and(within(lease, scope), isAmong(lease.id, [...leaseIds]))),
  ]);
  const contractOf = new Map(contracts.map((row) => [row.id, row.on]));
  return (leaseId: string) => {
    const isGerman = german.has(leaseId);
    const terms = isGerman ? statutory : own;
    const contractOn = contractOf.get(leaseId);
    const claims = (claimed.get(leaseId) ?? []).map(({ leaseId: _, ...claim }) => ({
      ...claim,
      ...(contractOn && { contractOn }),
    }));
    const chargedParts = charged.get(leaseId) ?? [];
    const chargedCents = sumCents(chargedParts.map((part) => part.cents));
    if (terms === null) {
      return {
        isGerman,
        isStatutory: false,
        through,
        chargedCents,
        restCents: 0,
        claims,
        interest: null,
        firstRateOn: null,
      };
    }
    const interest = defaultInterest({ claims, through, terms });
    const bearing = new Set(interest.result.parts.map((part) => part.claimId));
    return {
      isGerman,
      isStatutory: terms.kind === 'statutory',
      through,
      chargedCents,
      restCents: Math.max(0, interest.result.claimableCents - chargedCents),
      claims: claims.filter((claim) => bearing.has(claim.id)),
      interest,
      firstRateOn: terms.kind === 'statutory' ? (terms.baseRates[0]?.validFrom ?? null) : null,
    };
  };
}

async function findTerms(
  tx: Tx,
  scope: Scope,
  input: { isBusiness: boolean; ownRateBp: number | null },
  isGerman: boolean,
): Promise<InterestTerms | null> {
  if (!isGerman) {
    if (input.ownRateBp !== null) return { kind: 'own', rateBp: input.ownRateBp };
    const rates = await findOwnInterestRates(tx, scope);
    return rates.length > 0 ? { kind: 'own_dated', rates } : null;
  }
  return {
    kind: 'statutory',
    isBusiness: input.isBusiness,
    baseRates: await findBaseRates(tx, scope),
  };
}

/** The interest that may be charged now, on days whose rate is known, and how much of it on each rent. */
export async function getChargeableInterest(tx: Tx, scope: Scope, input: Asked & { leaseId: string }) {
  const found = await getInterest(tx, scope, input);
  if (found.interest === null) throw new DomainError('arrears.rate_needed', { field: 'ownRateBp' });
  const charged = (await listInterestCharged(tx, scope, [input.leaseId])).get(input.leaseId) ?? [];
  const byRent = interestByRent({
    restCents: found.restCents,
    accrued: found.interest.result.parts.filter((part) => !part.isAssumed),
    charged: charged.flatMap(({ debtChargeId, cents }) =>
      debtChargeId === null ? [] : [{ claimId: debtChargeId, cents }],
    ),
  });
  return { ...found, interest: found.interest, byRent };
}

/**
 * Leases of a tenant with default interest that is not charged yet although nothing is overdue any more: their rents
 * were paid late, and until the day of payment interest ran.
 */
export async function listLateInterest(tx: Tx, scope: Scope, input: z.output<typeof lateInterestInput>) {
  await assertExists(tx, scope, tenant, input.tenantId);
  const overdue = tx
    .select({ id: openItem.leaseId })
    .from(openItem)
    .where(and(within(openItem, scope), isOverdue(scope.today)));
  const rows = await tx
    .selectDistinct({
      leaseId: lease.id,
      leaseVersion: lease.version,
      startsOn: lease.startsOn,
      pausedUntil: lease.dunningPausedUntil,
    })
    .from(lease)
    .innerJoin(leaseTenant, joins(leaseTenant.leaseId, lease.id))
    .where(
      and(
        within([lease, leaseTenant], scope),
        eq(leaseTenant.tenantId, input.tenantId),
        isNull(lease.voidedAt),
        sql`${lease.id} not in ${overdue}`,
      ),
    )
    .orderBy(asc(lease.startsOn), asc(lease.id));
  if (rows.length === 0) return [];
  const asked = { through: null, isBusiness: false, ownRateBp: null };
  const interest = await interestOf(
    tx,
    scope,
    rows.map((row) => row.leaseId),
    asked,
  );
  const late = rows.flatMap((row) => {
    const { restCents, isGerman, interest: found } = interest(row.leaseId);
    const isPaused = row.pausedUntil !== null && row.pausedUntil >= scope.today;
    return restCents > 0 || (found?.result.estimatedCents ?? 0) > 0
      ? [{ ...row, isGerman, pausedUntil: isPaused ? row.pausedUntil : null }]
      : [];
  });
  const names = await listUnitNames(
    tx,
    scope,
    late.map((row) => row.leaseId),
  );
  return late.map((row) => ({
    ...row,
    unitNames: names.filter((name) => name.leaseId === row.leaseId).map((name) => name.name),
  }));
}

async function listUnitNames(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0) return [];
  return tx
    .selectDistinct({ leaseId: leaseUnit.leaseId, name: unit.name, sortName: unit.sortName })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), isAmong(leaseUnit.leaseId, leaseIds)))
    .orderBy(asc(unit.sortName));
}
