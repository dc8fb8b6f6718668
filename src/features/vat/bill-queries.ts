import 'server-only';
import { and, asc, eq, gt, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import {
  landlord,
  leaseUnit,
  property,
  propertyOwner,
  rent,
  rentLine,
  transaction,
  transactionShare,
  unit,
  unitPeriod,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { isStanding } from '@/features/transaction/queries';
import { countryOfZone } from '@/i18n/zones';
import { type CalendarDate, firstOfMonth, lastOfMonth, maxDate } from '@/lib/calendar';
import { inputVatMonth, type VatUnit, type VatUse } from './rules';

/** Bookings that state VAT, as they stand, each with the month it counts in. */
export async function listVatBills(tx: Tx, scope: Scope) {
  const rows = await tx
    .select({
      id: transaction.id,
      title: transaction.title,
      direction: transaction.direction,
      propertyId: transaction.propertyId,
      unitId: transaction.unitId,
      bookedOn: transaction.bookedOn,
      invoiceOn: transaction.invoiceOn,
      serviceTo: transaction.serviceTo,
      amountCents: transaction.amountCents,
      rateBp: transaction.vatRateBp,
      vatCents: transaction.vatCents,
      isSplit: sql<boolean>`${transaction.splitMethod} is not null`,
    })
    .from(transaction)
    .where(and(within(transaction, scope), ne(transaction.vatCents, 0), isStanding(tx, scope)))
    .orderBy(asc(transaction.bookedOn), asc(transaction.id));
  return rows.map((row) => ({ ...row, month: inputVatMonth(row) }));
}

export type VatBill = Awaited<ReturnType<typeof listVatBills>>[number];

type Facts = { from: CalendarDate; to: CalendarDate | null; isTaxed: boolean };
type UnitFacts = { validFrom: CalendarDate; areaSqm100: number | null; ownUse: boolean };
type House = {
  id: string;
  propertyId: string;
  name: string;
  availableFrom: CalendarDate | null;
  lets: Facts[];
  facts: UnitFacts[];
};

/** The units of properties with how each was let and how large it was, from day to day. */
export async function listUses(tx: Tx, scope: Scope, propertyIds: string[]): Promise<House[]> {
  if (propertyIds.length === 0) return [];
  const units = await tx
    .select({ id: unit.id, propertyId: unit.propertyId, name: unit.name, availableFrom: unit.availableFrom })
    .from(unit)
    .where(and(within(unit, scope), isAmong(unit.propertyId, propertyIds)))
    .orderBy(asc(unit.sortName), asc(unit.id));
  const ids = units.map(({ id }) => id);
  const [facts, lets] = await Promise.all([
    tx
      .select({
        unitId: unitPeriod.unitId,
        validFrom: unitPeriod.validFrom,
        areaSqm100: unitPeriod.areaSqm100,
        ownUse: unitPeriod.ownUse,
      })
      .from(unitPeriod)
      .where(and(within(unitPeriod, scope), isAmong(unitPeriod.unitId, ids)))
      .orderBy(asc(unitPeriod.validFrom)),
    listLets(tx, scope, ids),
  ]);
  const letsOf = Map.groupBy(lets, ({ unitId }) => unitId);
  const factsOf = Map.groupBy(facts, ({ unitId }) => unitId);
  return units.map((one) => ({ ...one, lets: letsOf.get(one.id) ?? [], facts: factsOf.get(one.id) ?? [] }));
}

/** When units were let, and from which day on with VAT. */
async function listLets(tx: Tx, scope: Scope, unitIds: string[]) {
  const rows = await tx
    .select({
      unitId: leaseUnit.unitId,
      leaseId: leaseUnit.leaseId,
      from: leaseUnit.fromOn,
      to: leaseUnit.toOn,
      validFrom: rent.validFrom,
      isTaxed: sql<boolean>`exists ${tx
        .select({ id: rentLine.id })
        .from(rentLine)
        .where(and(within(rentLine, scope), eq(rentLine.rentId, rent.id), gt(rentLine.vatRateBp, 0)))}`,
    })
    .from(leaseUnit)
    .innerJoin(rent, joins(rent.leaseId, leaseUnit.leaseId))
    .where(
      and(
        within([leaseUnit, rent], scope),
        isAmong(leaseUnit.unitId, unitIds),
        not(leaseUnit.isVoided),
        // What was agreed after a unit left says nothing of how it was let.
        or(isNull(leaseUnit.toOn), lte(rent.validFrom, leaseUnit.toOn)),
      ),
    )
    .orderBy(asc(leaseUnit.fromOn), asc(rent.validFrom));
  return rows.map(({ validFrom, ...row }) => ({ ...row, from: maxDate(row.from, validFrom) }));
}

/**
 * How a unit is used in a month: as it is let on its last day or was let before it, at first as it was let afterwards; whoever
 * uses it himself uses it without VAT.
 */
function useOf({ lets, facts }: House, lastDay: CalendarDate): VatUse {
  const before = lets.filter(({ from }) => from <= lastDay).at(-1);
  const isLet =
    before !== undefined && (before.to === null || before.to >= firstOfMonth(lastDay.slice(0, 7)));
  if (!isLet && facts.filter(({ validFrom }) => validFrom <= lastDay).at(-1)?.ownUse) return 'exempt';
  const known = before ?? lets[0];
  return known === undefined ? null : known.isTaxed ? 'taxed' : 'exempt';
}

/**
 * The units that a bill is for, with their weights: those of its own split, or their areas. A unit that became part of the
 * property later has none of a bill for all; what was spent on it beforehand, as to build it out, is its own.
 */
export function unitsOf(
  bill: VatBill,
  houses: readonly House[],
  shares: ReadonlyMap<string, number> | undefined,
): VatUnit[] {
  const lastDay = lastOfMonth(bill.month);
  return houses
    .filter(
      ({ id, propertyId, availableFrom }) =>
        propertyId === bill.propertyId &&
        (shares === undefined || (shares.get(id) ?? 0) !== 0) &&
        (bill.unitId === null
          ? shares !== undefined || availableFrom === null || availableFrom <= lastDay
          : id === bill.unitId),
    )
    .map((one) => ({
      name: one.name,
      weight:
        shares?.get(one.id) ??
        one.facts.filter(({ validFrom }) => validFrom <= lastDay).at(-1)?.areaSqm100 ??
        null,
      use: useOf(one, lastDay),
    }));
}

/** What the units were given of the bills that are split over them, in cents. */
export async function listSplits(tx: Tx, scope: Scope, bills: readonly VatBill[]) {
  const ids = bills.filter(({ isSplit }) => isSplit).map(({ id }) => id);
  if (ids.length === 0) return new Map<string, Map<string, number>>();
  const rows = await tx
    .select({
      billId: transactionShare.transactionId,
      unitId: transactionShare.unitId,
      cents: transactionShare.amountCents,
    })
    .from(transactionShare)
    .where(and(within(transactionShare, scope), isAmong(transactionShare.transactionId, ids)));
  return new Map(
    [...Map.groupBy(rows, ({ billId }) => billId)].map(([id, own]) => [
      id,
      // Of a refund they are below zero.
      new Map(own.map(({ unitId, cents }) => [unitId, Math.abs(cents)])),
    ]),
  );
}

/**
 * Where the portfolio's own returns are made: under rules of no country in particular where all of its houses are, else by its
 * clock; null where neither tells, so that nothing is abroad.
 */
async function findHome(tx: Tx, scope: Scope): Promise<string | null> {
  if (scope.jurisdiction !== 'other') return scope.jurisdiction;
  const countries = await tx
    .selectDistinct({ country: property.country })
    .from(property)
    .where(within(property, scope))
    .limit(2);
  const [only, another] = countries;
  return only && !another ? only.country : countryOfZone(scope.timeZone);
}

/**
 * Who returns the VAT of each property, and where: its owners together; of one without, the only landlord there is. What is let
 * is supplied where it lies (Art. 47 Directive 2006/112/EC; § 3a (3) no. 1 UStG), so that a country has returns of its own;
 * null is that of the portfolio, where everything else is returned.
 */
export async function listReturners(tx: Tx, scope: Scope) {
  const owners = await tx
    .select({ propertyId: propertyOwner.propertyId, id: landlord.id, name: landlord.name })
    .from(propertyOwner)
    .innerJoin(landlord, joins(landlord.id, propertyOwner.landlordId))
    .where(within([propertyOwner, landlord], scope))
    .orderBy(asc(landlord.name), asc(landlord.id));
  const home = await findHome(tx, scope);
  const abroad =
    home === null
      ? []
      : await tx
          .select({ id: property.id, country: property.country })
          .from(property)
          .where(and(within(property, scope), ne(property.country, home)));
  const all = await tx
    .select({ id: landlord.id, name: landlord.name })
    .from(landlord)
    .where(and(within(landlord, scope), isNull(landlord.archivedAt)))
    .limit(2);
  const only = all.length === 1 ? all : [];
  const byProperty = Map.groupBy(owners, ({ propertyId }) => propertyId);
  const countryOf = new Map(abroad.map(({ id, country }) => [id, country]));
  return (propertyId: string | null) => {
    const found = (propertyId === null ? undefined : byProperty.get(propertyId)) ?? only;
    const country = (propertyId === null ? undefined : countryOf.get(propertyId)) ?? null;
    const ids = found.map(({ id }) => id);
    return { key: [country ?? '', ...ids].join(' '), names: found.map(({ name }) => name), country };
  };
}
