import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { DueRule, ProrationMethod } from '@/domain/vocabulary';
import { createDeposit } from '@/features/deposit/commands';
import { createLease } from '@/features/lease/commands';
import { getPortfolioFields } from '@/features/portfolio/queries';
import { createProperty } from '@/features/property/commands';
import { habitsOf, usualDue } from '@/features/rent/usual-rules';
import { createTenant } from '@/features/tenant/commands';
import { createTenantInput } from '@/features/tenant/schema';
import { createUnit } from '@/features/unit/commands';
import { firstUnitKind, isSingleUnit } from '@/features/unit/rules';
import { firstOfMonth, maxDate, minDate, monthOf } from '@/lib/calendar';
import { namesOf } from './name-rules';
import type { enterHomesInput } from './schema';

type Input = z.output<typeof enterHomesInput>;
type Home = Input['places'][number]['homes'][number];

/**
 * Enters all that a landlord lets in one transaction: properties with their units, tenants and open-ended leases, whose
 * rents are posted from this month on, or from an earlier one. The same request again changes nothing.
 */
export async function enterHomes(tx: Tx, scope: Scope, { language, places, bookedFrom, arePaid }: Input) {
  const thisMonth = firstOfMonth(monthOf(scope.today));
  const firstMonth = minDate(bookedFrom ?? thisMonth, thisMonth);
  const { jurisdiction, prorationMethod } = await getPortfolioFields(tx, scope);
  for (const { homes, ...place } of places) {
    const { rule: dueRule, day: dueDay } = usualDue(habitsOf(jurisdiction, [place]));
    const terms = { prorationMethod, dueRule, dueDay };
    await enterUnits(tx, scope, place, homes);
    for (const { unitId, lease } of homes) {
      if (lease === null) continue;
      for (const one of lease.tenants) await createTenant(tx, scope, newTenant(one, language));
      await createLease(tx, scope, { ...newLease(lease, unitId, terms, firstMonth), arePaid });
      if (lease.deposit) await enterDeposit(tx, scope, lease.id, lease.deposit);
    }
  }
  return { properties: places.length };
}

async function enterUnits(
  tx: Tx,
  scope: Scope,
  place: Omit<Input['places'][number], 'homes'>,
  [first, ...further]: readonly Home[],
) {
  if (!first) return;
  // Of one of several rooms or shops the area is its own.
  const livingAreaSqm100 = isSingleUnit(place.kind) && further.length === 0 ? first.areaSqm100 : null;
  const property = { ...place, livingAreaSqm100, yearBuilt: null };
  const kindOf = ({ kind }: typeof first) => kind ?? firstUnitKind(place.kind);
  const { name: itsName, askingRentCents: asked, areaSqm100, rooms10 } = first;
  const head = { name: itsName, kind: kindOf(first), askingRentCents: asked, areaSqm100, rooms10 };
  await createProperty(tx, scope, { ...property, unitId: first.unitId }, head);
  for (const home of further) {
    const { unitId, name, askingRentCents } = home;
    await createUnit(tx, scope, {
      id: unitId,
      propertyId: place.id,
      name,
      kind: kindOf(home),
      ...{ floor: null, rooms10: home.rooms10, askingRentCents },
      availableFrom: null,
      ...{
        areaSqm100: home.areaSqm100,
        coOwnershipNumerator: null,
        coOwnershipDenominator: null,
        ownUse: false,
        persons: null,
      },
    });
  }
}

type Lease = NonNullable<Home['lease']>;

/** What nobody was asked for is what the form leaves empty. */
function newTenant({ name, ...contacts }: Lease['tenants'][number], letterLanguage: Input['language']) {
  return createTenantInput.parse({ ...contacts, ...namesOf(name), letterLanguage });
}

/** As the two dialogs would: all of it came with what is agreed, a part of it is an entry of its own. */
async function enterDeposit(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  { id, agreedCents, received }: NonNullable<Lease['deposit']>,
) {
  const isWhole = received?.amountCents === agreedCents;
  const agreed = { id, leaseId, form: 'cash', agreedCents, heldAt: null, note: null } as const;
  const receivedOn = isWhole ? received.bookedOn : null;
  await createDeposit(tx, scope, { ...agreed, receivedOn }, isWhole ? null : received);
}

function newLease(
  { id, tenants, startsOn, netCents, costsCents, vatRateBp, persons, openingBalanceCents }: Lease,
  unitId: string,
  terms: { prorationMethod: ProrationMethod; dueRule: DueRule; dueDay: number | null },
  bookedFrom: string,
) {
  const net = { component: 'net', settlement: 'none', vatRateBp, amountCents: netCents } as const;
  const costs = { component: 'operating_costs', settlement: 'advance', vatRateBp } as const;
  return {
    id,
    ...terms,
    ...{ startsOn, endsOn: null, signedOn: null, isFixedTerm: false, notes: null },
    bookedFrom: maxDate(bookedFrom, firstOfMonth(monthOf(startsOn))),
    openingBalanceCents,
    unitIds: [unitId],
    tenantIds: tenants.map((one) => one.id),
    persons,
    rentLines: costsCents === null ? [net] : [net, { ...costs, amountCents: costsCents }],
    rentSince: null,
    earlierRents: [],
  };
}
