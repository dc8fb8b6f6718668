import 'server-only';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { ofLeases, on, since, type Tenancies } from '@/db/of-leases';
import {
  bankLine,
  bankMatch,
  collectionItem,
  costStatement,
  costStatementLease,
  deposit,
  depositMovement,
  handover,
  handoverRoom,
  letter,
  letterTenant,
  mandate,
  objection,
  payoutItem,
  receiptRoom,
  rent,
  tenant,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { leasesOfPostings, listPostingsAbout } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { findAccounts, isAccount, sameWords } from './person-accounts-queries';
import { findLeases, findPlaces, namedBy } from './person-leases-queries';
import { type Papers, readPapers } from './person-papers-queries';

type Ids = readonly string[];

/** Who asks, and the rows that are about them, by what other rows name them with. */
export type Person = {
  id: string;
  name: string;
  letterLanguage: string;
  /** Where the days of the journal are counted. */
  timeZone: string;
  own: typeof tenant.$inferSelect;
  /** The accounts that nobody else is paid for from. */
  ibans: Ids;
  leaseIds: Ids;
  /** Others who are or were on one of them, wrote or were written to about it, or paid for it. */
  nearIds: Ids;
  /** Which unit was theirs when, and the meters there. */
  held: readonly { meterIds: Ids; from: string | null; to: string | null }[];
  unitIds: Ids;
  propertyIds: Ids;
  meterIds: Ids;
  rentIds: Ids;
  chargeIds: Ids;
  paymentIds: Ids;
  /** Those of them that the person paid, or nobody else can have: who paid and in which words is theirs. */
  ownPaymentIds: Ids;
  depositIds: Ids;
  movementIds: Ids;
  handoverIds: Ids;
  handoverRoomIds: Ids;
  letterIds: Ids;
  told: readonly { id: string; statementId: string; leaseId: string }[];
  toldIds: Ids;
  statementIds: Ids;
  objectionIds: Ids;
  roomIds: Ids;
  mandateIds: Ids;
  collectionIds: Ids;
  payoutItemIds: Ids;
  payoutIds: Ids;
  /** Lines of the bank with all they say, and those of which only day and kind are theirs. */
  lineIds: Ids;
  otherLineIds: Ids;
  transactionIds: Ids;
} & Tenancies &
  Papers;

const statementDays = { first: costStatement.periodFrom, last: costStatement.periodTo };

/** Everything by which rows are the person's. @throws DomainError `not_found` */
export async function findPerson(tx: Tx, scope: Scope, id: string): Promise<Person> {
  const [own] = await tx
    .select()
    .from(tenant)
    .where(isRow(tenant, scope, id));
  if (!own) throw new DomainError('not_found');
  const name = tenantName(own);
  const idsOf = async (
    table: PgTable & { id: AnyPgColumn; portfolioId: AnyPgColumn },
    which: SQL | undefined,
  ) => {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(within(table, scope), which));
    return rows.map((row) => String(row.id));
  };

  const leases = await findLeases(tx, scope, id);
  const { soleIds, leaseIds } = leases;
  const ibans = await findAccounts(tx, scope, { id, name, ibans: own.payerIbans, leaseIds });
  const places = await findPlaces(tx, scope, leases);
  const { chargeIds, payments } = await listPostingsAbout(tx, scope, id, leases);
  const paymentIds = payments.map((one) => one.id);
  const depositIds = await idsOf(deposit, ofLeases(leases, deposit.leaseId));
  const movementIds = await idsOf(depositMovement, isAmong(depositMovement.depositId, depositIds));
  const handoverIds = await idsOf(
    handover,
    or(
      ofLeases(leases, handover.leaseId, on(handover.heldOn)),
      and(
        isAmong(handover.leaseId, leaseIds),
        or(sql`${name}::text = any(${handover.persons})`, sql`${name}::text = any(${handover.confirmedBy})`),
      ),
    ),
  );
  /** Of leases with others those of the person's accounts, or in their name. */
  const ofTheirAccounts = (table: typeof mandate | typeof payoutItem) =>
    or(
      isAmong(table.leaseId, soleIds),
      and(isAmong(table.leaseId, leaseIds), or(isAccount(table.iban, ibans), sameWords(table.holder, name))),
    );
  const mandateIds = await idsOf(mandate, ofTheirAccounts(mandate));
  const payoutItemIds = await idsOf(payoutItem, ofTheirAccounts(payoutItem));
  const addressed = await tx
    .select({ id: letter.id, statementLeaseId: letter.statementLeaseId })
    .from(letterTenant)
    .innerJoin(letter, joins(letter.id, letterTenant.letterId))
    .where(and(within([letterTenant, letter], scope), eq(letterTenant.tenantId, id)));
  const told = await tx
    .select({
      id: costStatementLease.id,
      statementId: costStatementLease.statementId,
      leaseId: costStatementLease.leaseId,
    })
    .from(costStatementLease)
    .innerJoin(costStatement, joins(costStatement.id, costStatementLease.statementId))
    .where(
      and(
        within([costStatementLease, costStatement], scope),
        or(
          ofLeases(leases, costStatementLease.leaseId, statementDays),
          // What was written to them is theirs, whenever it was about.
          isAmong(
            costStatementLease.id,
            addressed.flatMap((row) => row.statementLeaseId ?? []),
          ),
        ),
      ),
    );
  const toldIds = told.map((row) => row.id);
  const letterIds = await idsOf(
    letter,
    or(
      isAmong(letter.leaseId, soleIds),
      isAmong(
        letter.id,
        addressed.map((row) => row.id),
      ),
    ),
  );
  const lines = await findLines(tx, scope, { name, ibans, soleIds, paymentIds, movementIds });
  const { provedIds, ...ownLines } = lines;
  const ownPaymentIds = payments
    .filter((one) => soleIds.includes(one.leaseId) || one.payerTenantId === id || provedIds.has(one.id))
    .map((one) => one.id);
  return {
    ...{
      id,
      name,
      own,
      ibans,
      timeZone: scope.timeZone,
      letterLanguage: own.letterLanguage,
      ...leases,
      ...places,
    },
    rentIds: await idsOf(rent, ofLeases(leases, rent.leaseId, since(rent.validFrom))),
    ...{ chargeIds, paymentIds, ownPaymentIds, depositIds, movementIds, handoverIds },
    handoverRoomIds: await idsOf(handoverRoom, isAmong(handoverRoom.handoverId, handoverIds)),
    ...{ letterIds, told, toldIds, statementIds: [...new Set(told.map((row) => row.statementId))] },
    objectionIds: await idsOf(objection, isAmong(objection.statementLeaseId, toldIds)),
    roomIds: await idsOf(receiptRoom, eq(receiptRoom.tenantId, id)),
    mandateIds,
    collectionIds: await namedBy(
      tx,
      scope,
      collectionItem,
      collectionItem.collectionId,
      isAmong(collectionItem.mandateId, mandateIds),
    ),
    payoutItemIds,
    payoutIds: await namedBy(
      tx,
      scope,
      payoutItem,
      payoutItem.payoutId,
      isAmong(payoutItem.id, payoutItemIds),
    ),
    ...ownLines,
    ...(await readPapers(tx, scope, { id, ...leases, handoverIds, letterIds })),
  };
}

type OfPerson = Pick<Person, 'name' | 'ibans' | 'soleIds' | 'paymentIds' | 'movementIds'>;

/**
 * Lines of the bank: those of the person's accounts, whatever became of them, and those that were booked to their leases. Of these
 * a line says everything where nobody else can have paid it, or names them; else its words are of whoever paid.
 */
async function findLines(tx: Tx, scope: Scope, of: OfPerson) {
  const { name, ibans, soleIds, paymentIds, movementIds } = of;
  const ofTheirs = or(isAmong(bankMatch.paymentId, paymentIds), isAmong(bankMatch.movementId, movementIds));
  const booked = await namedBy(tx, scope, bankMatch, bankMatch.lineId, ofTheirs);
  const isBooked = isAmong(bankLine.id, booked);
  const isTheirs = or(isAccount(bankLine.account, ibans), and(isBooked, sameWords(bankLine.name, name)));
  const lines = await tx
    .select({ id: bankLine.id, isTheirs: sql<boolean>`coalesce(${isTheirs}, false)` })
    .from(bankLine)
    .where(and(within(bankLine, scope), or(isBooked, isAccount(bankLine.account, ibans))));
  const parts = await tx
    .select({
      lineId: bankMatch.lineId,
      paymentId: bankMatch.paymentId,
      depositLeaseId: deposit.leaseId,
    })
    .from(bankMatch)
    .leftJoin(depositMovement, joins(depositMovement.id, bankMatch.movementId))
    .leftJoin(deposit, joins(deposit.id, depositMovement.depositId))
    .where(and(within(bankMatch, scope), isAmong(bankMatch.lineId, booked)));
  const payments = parts.flatMap((part) => part.paymentId ?? []);
  const paidFor = await leasesOfPostings(tx, scope, { charges: [], payments });
  const isSole = (lineId: string) =>
    parts
      .filter((part) => part.lineId === lineId)
      .every(({ paymentId, depositLeaseId }) =>
        soleIds.includes(depositLeaseId ?? paidFor.get(paymentId ?? '') ?? ''),
      );
  const lineIds = lines.filter((line) => line.isTheirs || isSole(line.id)).map((line) => line.id);
  const proved = parts.filter(({ lineId }) => lineIds.includes(lineId));
  const ofLines = isAmong(bankMatch.lineId, lineIds);
  return {
    lineIds,
    otherLineIds: lines.map((line) => line.id).filter((one) => !lineIds.includes(one)),
    provedIds: new Set(proved.map((part) => part.paymentId)),
    transactionIds: await namedBy(tx, scope, bankMatch, bankMatch.transactionId, ofLines),
  };
}
