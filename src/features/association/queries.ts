import 'server-only';
import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import {
  association,
  associationEffort,
  associationYear,
  category,
  document,
  transaction,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import type { Period } from '@/lib/period';
import { statementDeadline } from '@/statement/deadline';
import { getHouse } from '../occupancy/house-queries';
import { isStanding } from '../transaction/queries';
import { hausgeldOf, PAID_TO_ASSOCIATION } from './rules';
import type { associationYearInput, listAssociationsInput } from './schema';

const associationColumns = {
  id: association.id,
  propertyId: association.propertyId,
  unitId: association.unitId,
  name: association.name,
  manager: association.manager,
  version: association.version,
};
const yearColumns = {
  id: associationYear.id,
  associationId: associationYear.associationId,
  periodFrom: associationYear.periodFrom,
  periodTo: associationYear.periodTo,
  lines: associationYear.lines,
  statedTotalCents: associationYear.statedTotalCents,
  statedOwnCents: associationYear.statedOwnCents,
  advancesDueCents: associationYear.advancesDueCents,
  receivedOn: associationYear.receivedOn,
  resolvedOn: associationYear.resolvedOn,
  isExcused: associationYear.isExcused,
  version: associationYear.version,
};
const effortColumns = {
  id: associationEffort.id,
  associationId: associationEffort.associationId,
  periodFrom: associationEffort.periodFrom,
  periodTo: associationEffort.periodTo,
  askedOn: associationEffort.askedOn,
  way: associationEffort.way,
  note: associationEffort.note,
  documentId: associationEffort.documentId,
  version: associationEffort.version,
};

/**
 * The associations of a property's flats, by name, and the units that may have one: a room alone does not bear what the
 * association of its flat costs.
 */
export async function listAssociations(
  tx: Tx,
  scope: Scope,
  { propertyId }: z.output<typeof listAssociationsInput>,
) {
  const { isGerman } = await getHouse(tx, scope, propertyId);
  const units = await tx
    .select({ id: unit.id, name: unit.name, kind: unit.kind })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId), isNull(unit.archivedAt)))
    .orderBy(asc(unit.sortName), asc(unit.id));
  return {
    isGerman,
    units: units.flatMap(({ kind, ...flat }) => (kind === 'room' ? [] : [flat])),
    hasRooms: units.some(({ kind }) => kind === 'room'),
    associations: await associationsOf(tx, scope, [propertyId]),
  };
}

export async function associationsOf(tx: Tx, scope: Scope, propertyIds: string[]) {
  return tx
    .select({ ...associationColumns, unit: unit.name })
    .from(association)
    .innerJoin(unit, joins(unit.id, association.unitId))
    .where(and(within([association, unit], scope), isAmong(association.propertyId, propertyIds)))
    .orderBy(asc(association.name), asc(association.id));
}

/** `not_found` for a stranger's. */
export async function getAssociation(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select({ ...associationColumns, unit: unit.name })
    .from(association)
    .innerJoin(unit, joins(unit.id, association.unitId))
    .where(and(within(unit, scope), isRow(association, scope, id)));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** The papers of associations, the earliest first. */
export const papersOf = (tx: Tx, scope: Scope, ids: string[]) =>
  tx
    .select(yearColumns)
    .from(associationYear)
    .where(and(within(associationYear, scope), isAmong(associationYear.associationId, ids)))
    .orderBy(asc(associationYear.associationId), asc(associationYear.periodTo));

/** What was done to have the papers of periods that end on these days, by day. */
export const effortsOf = (tx: Tx, scope: Scope, ids: string[], periodsTo: string[]) =>
  tx
    .select(effortColumns)
    .from(associationEffort)
    .where(
      and(
        within(associationEffort, scope),
        isAmong(associationEffort.associationId, ids),
        inArray(associationEffort.periodTo, periodsTo),
      ),
    )
    .orderBy(asc(associationEffort.askedOn), asc(associationEffort.id));

/** The paper of a period; null: none was entered. */
export async function findPaper(tx: Tx, scope: Scope, associationId: string, { from, to }: Period) {
  const [row] = await tx
    .select(yearColumns)
    .from(associationYear)
    .where(
      and(
        within(associationYear, scope),
        eq(associationYear.associationId, associationId),
        eq(associationYear.periodFrom, from),
        eq(associationYear.periodTo, to),
      ),
    );
  return row ?? null;
}

export async function findEffort(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(effortColumns)
    .from(associationEffort)
    .where(isRow(associationEffort, scope, id));
  return row ?? null;
}

/** One period of an association as its page shows it. */
export async function getAssociationYear(tx: Tx, scope: Scope, input: z.output<typeof associationYearInput>) {
  const { associationId, ...period } = input;
  const own = await getAssociation(tx, scope, associationId);
  const { isGerman } = await getHouse(tx, scope, own.propertyId);
  const paper = await findPaper(tx, scope, associationId, period);
  const hausgeld = paper && hausgeldOf(paper);
  const last = await findLast(tx, scope, associationId, period);
  const named = [...(paper?.lines ?? []), ...(last?.lines ?? [])].flatMap(
    ({ categoryId }) => categoryId ?? [],
  );
  return {
    association: own,
    period,
    isGerman,
    /** Until when the statement to the tenant has to be received; null where no law says so. */
    deadline: isGerman ? statementDeadline(period.to) : null,
    paper,
    /** What the paper comes to, and how. */
    hausgeld: hausgeld && { ...hausgeld.result, trace: hausgeld.trace },
    last,
    kinds: await listKinds(tx, scope, named),
    efforts: await withFiles(tx, scope, await effortsOf(tx, scope, [associationId], [period.to])),
    beside: await listBeside(tx, scope, own, period),
  };
}

/** The paper before a period: its lines are those of the next one, as a rule. */
async function findLast(tx: Tx, scope: Scope, associationId: string, { from }: Period) {
  const [row] = await tx
    .select({
      periodFrom: associationYear.periodFrom,
      periodTo: associationYear.periodTo,
      lines: associationYear.lines,
    })
    .from(associationYear)
    .where(
      and(
        within(associationYear, scope),
        eq(associationYear.associationId, associationId),
        lt(associationYear.periodTo, from),
      ),
    )
    .orderBy(desc(associationYear.periodTo))
    .limit(1);
  return row ?? null;
}

/** The kinds of operating costs a line may be of; what was put away is one for lines only that name it already. */
const listKinds = (tx: Tx, scope: Scope, named: string[]) =>
  tx
    .select({
      ...{ id: category.id, code: category.code, name: category.name, betrkvNo: category.betrkvNo },
      isArchived: sql<boolean>`${category.archivedAt} is not null`,
    })
    .from(category)
    .where(
      and(
        within(category, scope),
        eq(category.direction, 'expense'),
        eq(category.isRecoverable, true),
        or(isNull(category.archivedAt), isAmong(category.id, named)),
      ),
    )
    .orderBy(asc(category.betrkvNo), asc(category.name), asc(category.id));

async function withFiles(tx: Tx, scope: Scope, efforts: Awaited<ReturnType<typeof effortsOf>>) {
  const ids = efforts.flatMap(({ documentId }) => documentId ?? []);
  const files = await tx
    .select({ id: document.id, title: document.title })
    .from(document)
    .where(and(within(document, scope), isAmong(document.id, ids), isNull(document.deletedAt)));
  return efforts.map((effort) => ({
    ...effort,
    document: files.find(({ id }) => id === effort.documentId) ?? null,
  }));
}

/**
 * What is booked in a period for the flat beside the paper: own receipts, which the statement takes, too, and what was paid
 * to the association, which it never takes. On the property itself only where the flat is all of it.
 */
async function listBeside(
  tx: Tx,
  scope: Scope,
  { propertyId, unitId }: { propertyId: string; unitId: string },
  period: Period,
) {
  const units = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId)));
  const ofFlat = eq(transaction.unitId, unitId);
  const rows = await tx
    .select({
      id: transaction.id,
      categoryId: transaction.categoryId,
      code: category.code,
      isRecoverable: category.isRecoverable,
      bookedOn: transaction.bookedOn,
      title: transaction.title,
      payee: transaction.payee,
      amountCents: transaction.amountCents,
    })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .where(
      and(
        within([transaction, category], scope),
        eq(transaction.propertyId, propertyId),
        units.length === 1 ? or(ofFlat, isNull(transaction.unitId)) : ofFlat,
        eq(transaction.direction, 'expense'),
        or(eq(category.isRecoverable, true), eq(category.code, PAID_TO_ASSOCIATION)),
        isStanding(tx, scope),
        or(
          and(gte(transaction.bookedOn, period.from), lte(transaction.bookedOn, period.to)),
          and(lte(transaction.serviceFrom, period.to), gte(transaction.serviceTo, period.from)),
        ),
      ),
    )
    .orderBy(asc(transaction.bookedOn), asc(transaction.id));
  const paid = rows.filter(({ code }) => code === PAID_TO_ASSOCIATION);
  return {
    receipts: rows
      .filter((row) => row.isRecoverable && row.code !== PAID_TO_ASSOCIATION)
      .map(({ isRecoverable, code, ...row }) => row),
    paid: { count: paid.length, cents: sumCents(paid.map(({ amountCents }) => amountCents)) },
  };
}
