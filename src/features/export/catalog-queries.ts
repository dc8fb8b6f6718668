import 'server-only';
import { and, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import { ofLeases, on, since } from '@/db/of-leases';
import * as schema from '@/db/schema';
import { dayIn } from '@/db/time-zone';
import { isAccount } from './person-accounts-queries';
import type { Person } from './person-queries';
import { ownAmounts, ownSharing, ownStatement, ownWords, withoutBankWords } from './row-queries';
import type { ExportedRow } from './tables-queries';

type Schema = typeof schema;
type HasPortfolio<Table> = Table extends PgTable
  ? 'portfolioId' extends keyof Table['_']['columns']
    ? true
    : false
  : false;
/** Every table that the export of everything has: a new one fails to compile until it is decided what of it is about a person. */
type TableName =
  | 'portfolio'
  | Exclude<
      { [Name in keyof Schema]: HasPortfolio<Schema[Name]> extends true ? Name : never }[keyof Schema],
      'fileRemoval'
    >;
type Column<Name extends TableName> = Exclude<keyof Schema[Name]['_']['columns'], symbol>;

export type Decision<ColumnName = string> =
  | {
      /** Which rows are about the person. */
      of: (person: Person) => SQL | undefined;
      /** What of them is not, or says again what stands beside it. */
      without?: readonly ColumnName[];
      /** Where but little is. */
      only?: readonly ColumnName[];
      /** What of a row is the person's; null: nothing. */
      shape?: (row: ExportedRow, person: Person) => ExportedRow | null;
      /** The person's own words and places, which are as they are, whoever else is called so. */
      asIs?: readonly ColumnName[];
    }
  /** Why nothing of it is about a tenant. */
  | { none: string };

const {
  allocation,
  auditEvent,
  bankMatch,
  bankRule,
  charge,
  chargeLine,
  costAgreement,
  credit,
  deposit,
  depositMovement,
  documentLink,
  documentVersion,
  handover,
  household,
  indexClause,
  lease,
  leaseTenant,
  leaseUnit,
  letterMail,
  meterReading,
  openItem,
  payment,
  refundPart,
} = schema;

const byId = (table: { id: Parameters<typeof isAmong>[0] }, key: IdList) => ({
  of: (person: Person) => isAmong(table.id, person[key]),
});
type IdList = { [Key in keyof Person]: Person[Key] extends readonly string[] ? Key : never }[keyof Person];

/** What is read at a meter while the unit was theirs, or when it was handed over to or by them. */
const ownReadings = ({ held, handoverIds }: Person) =>
  or(
    isAmong(meterReading.handoverId, handoverIds),
    ...held.map(({ meterIds, from, to }) =>
      and(
        isNull(meterReading.handoverId),
        isAmong(meterReading.meterId, meterIds),
        from === null ? undefined : gte(meterReading.readOn, from),
        to === null ? undefined : lte(meterReading.readOn, to),
      ),
    ),
  ) ?? sql`false`;

/** What the journal keeps of rows that are about them. */
const ownEvents = (person: Person) =>
  or(
    isAmong(auditEvent.entityId, [
      ...[person.id, ...person.chargeIds, ...person.ownPaymentIds, ...person.depositIds, ...person.letterIds],
      ...[...person.handoverIds, ...person.mandateIds, ...person.documentIds, ...person.objectionIds],
      ...[...person.roomIds, ...person.lineIds],
    ]),
    ofLeases(person, auditEvent.entityId, on(dayIn(person.timeZone, auditEvent.at))),
  );

const house =
  'the house is not a person: its part in a statement stands in what the statement said to the lease';
const books = 'the landlord’s own books';

export const catalog: { [Name in TableName]: Decision<Column<Name>> } = {
  allocation: { of: (person) => isAmong(allocation.paymentId, person.paymentIds) },
  association: { none: house },
  associationEffort: { none: house },
  associationYear: { none: house },
  auditEvent: { of: ownEvents },
  bankAccount: { none: 'the landlord’s accounts' },
  bankImport: { none: 'a file of the bank as a whole; its lines are decided one by one' },
  bankLine: {
    of: (person) => isAmong(schema.bankLine.id, [...person.lineIds, ...person.otherLineIds]),
    // The line as the file has it bears what is beside it, the landlord’s balance, and the lines around it.
    without: ['raw', 'lineNumber', 'entryIndex', 'balanceCents', 'statementId', 'bankAccountId'],
    shape: withoutBankWords,
  },
  bankMapping: { none: 'how a bank writes its files' },
  bankMatch: {
    of: (person) =>
      or(
        isAmong(bankMatch.lineId, person.lineIds),
        isAmong(bankMatch.paymentId, person.paymentIds),
        isAmong(bankMatch.movementId, person.movementIds),
      ),
  },
  bankRule: {
    of: (person) =>
      or(
        isAmong(bankRule.leaseId, person.soleIds),
        isAccount(bankRule.account, person.ibans),
        sql`lower(${bankRule.name}) = lower(${person.name})`,
      ),
  },
  bankStatement: { none: 'the landlord’s balances' },
  category: { none: books },
  charge: byId(charge, 'chargeIds'),
  chargeLine: { of: (person) => isAmong(chargeLine.chargeId, person.chargeIds) },
  // Of the landlord’s account, with the day on which theirs was collected from.
  collection: {
    ...byId(schema.collection, 'collectionIds'),
    only: ['id', 'messageName', 'collectOn', 'cancelledAt', 'createdAt'],
  },
  collectionItem: { of: (person) => isAmong(schema.collectionItem.mandateId, person.mandateIds) },
  costAgreement: { of: (person) => isAmong(costAgreement.leaseId, person.leaseIds) },
  costSharing: {
    of: () => sql`true`,
    only: ['id', 'propertyId', 'costs', 'createdAt', 'updatedAt'],
    shape: ownSharing,
  },
  costStatement: {
    ...byId(schema.costStatement, 'statementIds'),
    without: ['snapshotHash'],
    shape: ownStatement,
  },
  costStatementLease: byId(schema.costStatementLease, 'toldIds'),
  credit: { of: (person) => isAmong(credit.paymentId, person.paymentIds) },
  deposit: byId(deposit, 'depositIds'),
  depositMovement: byId(depositMovement, 'movementIds'),
  document: {
    of: (person) => isAmong(schema.document.id, [...person.documentIds, ...person.enclosedIds]),
    without: ['searchText'],
  },
  documentLink: {
    of: (person) =>
      and(
        isAmong(documentLink.documentId, [...person.documentIds, ...person.enclosedIds]),
        or(isNull(documentLink.tenantId), eq(documentLink.tenantId, person.id)),
        or(isNull(documentLink.leaseId), isAmong(documentLink.leaseId, person.leaseIds)),
        or(isNull(documentLink.handoverId), isAmong(documentLink.handoverId, person.handoverIds)),
      ),
  },
  documentVersion: {
    of: (person) =>
      or(
        isAmong(documentVersion.documentId, person.documentIds),
        isAmong(documentVersion.storagePath, person.enclosedPaths),
      ),
    // Taken out of the file, which is in the archive itself.
    without: ['content', 'thumbnail'],
  },
  handover: byId(handover, 'handoverIds'),
  handoverDefect: { of: (person) => isAmong(schema.handoverDefect.roomId, person.handoverRoomIds) },
  handoverKey: { of: (person) => isAmong(schema.handoverKey.handoverId, person.handoverIds) },
  handoverRoom: byId(schema.handoverRoom, 'handoverRoomIds'),
  heatingPlant: { none: house },
  heatingYear: {
    of: () => sql`true`,
    only: ['id', 'plantId', 'periodFrom', 'periodTo', 'amounts', 'createdAt', 'updatedAt'],
    shape: ownAmounts,
  },
  household: { of: (person) => ofLeases(person, household.leaseId, since(household.validFrom)) },
  indexClause: { of: (person) => isAmong(indexClause.leaseId, person.leaseIds) },
  landlord: { none: 'who let: the README names them' },
  lease: byId(lease, 'leaseIds'),
  leaseTenant: { of: (person) => eq(leaseTenant.tenantId, person.id) },
  leaseUnit: { of: (person) => isAmong(leaseUnit.leaseId, person.leaseIds) },
  legalFigure: { none: 'figures of the law' },
  letter: byId(schema.letter, 'letterIds'),
  letterEnclosure: { of: (person) => isAmong(schema.letterEnclosure.letterId, person.letterIds) },
  letterItem: { of: (person) => isAmong(schema.letterItem.letterId, person.letterIds) },
  letterMail: { of: (person) => eq(letterMail.tenantId, person.id) },
  letterTemplate: { none: 'texts with gaps, of nobody' },
  letterTenant: { of: (person) => eq(schema.letterTenant.tenantId, person.id) },
  mandate: byId(schema.mandate, 'mandateIds'),
  member: { none: 'who works with the landlord' },
  meter: { ...byId(schema.meter, 'meterIds'), asIs: ['location', 'number'] },
  meterReading: { of: ownReadings },
  objection: byId(schema.objection, 'objectionIds'),
  openItem: { of: (person) => isAmong(openItem.chargeId, person.chargeIds) },
  payment: { ...byId(payment, 'paymentIds'), shape: ownWords },
  payout: {
    ...byId(schema.payout, 'payoutIds'),
    only: ['id', 'messageName', 'executeOn', 'cancelledAt', 'createdAt'],
  },
  payoutItem: byId(schema.payoutItem, 'payoutItemIds'),
  portfolio: { none: 'whose books these are' },
  property: {
    ...byId(schema.property, 'propertyIds'),
    only: ['id', 'name', 'street', 'houseNumber', 'postalCode', 'city', 'state', 'country'],
    asIs: ['name', 'street', 'city'],
  },
  propertyOwner: { none: 'who let: the README names them' },
  receiptRoom: byId(schema.receiptRoom, 'roomIds'),
  receiptRoomEvent: { of: (person) => isAmong(schema.receiptRoomEvent.roomId, person.roomIds) },
  receiptRoomPaper: { of: (person) => isAmong(schema.receiptRoomPaper.roomId, person.roomIds) },
  recurring: { none: books },
  recurringAmount: { none: books },
  refundPart: {
    of: (person) =>
      or(
        isAmong(refundPart.refundPaymentId, person.paymentIds),
        isAmong(refundPart.paymentId, person.paymentIds),
      ),
  },
  reminderRule: { none: 'when everybody is reminded' },
  rent: byId(schema.rent, 'rentIds'),
  rentLine: { of: (person) => isAmong(schema.rentLine.rentId, person.rentIds) },
  tenant: {
    of: (person) => eq(schema.tenant.id, person.id),
    without: ['sortName'],
    // Only what others wrote about them is looked through.
    asIs: [
      ...([
        'firstName',
        'lastName',
        'companyName',
        'emails',
        'phones',
        'payerIbans',
        'emergencyContact',
      ] as const),
      ...(['street', 'houseNumber', 'postalCode', 'city', 'state', 'country'] as const),
    ],
  },
  /** Income and expense name no tenant; those that became of money the person sent are theirs. */
  transaction: { ...byId(schema.transaction, 'transactionIds'), without: ['searchText'] },
  transactionShare: { none: books },
  unit: {
    ...byId(schema.unit, 'unitIds'),
    only: ['id', 'propertyId', 'name', 'kind', 'floor', 'rooms10'],
    asIs: ['name', 'floor'],
  },
  unitPeriod: { none: house },
  valuation: { none: books },
};

/** Who of the landlord’s people entered, sent or saw something: theirs, not the tenant’s (CJEU 22 Jun 2023, C-579/21). */
export const staffColumns: ReadonlySet<string> = new Set([
  ...[
    'recorded_by',
    'posted_by',
    'uploaded_by',
    'sent_by',
    'decided_by',
    'created_by',
    'opened_by',
    'learned_by',
  ],
  ...['booked_by', 'imported_by', 'user_id'],
]);
