import type { PgTable } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.ts';

type Schema = typeof schema;
/** Every table of `src/db/schema`, by the name it is exported under: a new one fails to compile without its row. */
type TableName = {
  [Name in keyof Schema]: Schema[Name] extends PgTable ? Name : never;
}[keyof Schema];
type Column<Name extends TableName> = Exclude<keyof Schema[Name]['_']['columns'], symbol>;

type Verb = 'select' | 'insert' | 'update' | 'delete';

export type Grants<ColumnName = string> = {
  /** What every procedure and job may do. */
  app: readonly Verb[];
  /** What the danger zone may do: it removes, and hardly ever changes. */
  erase: readonly Verb[];
  /** Where only some columns may be changed. */
  appUpdates?: readonly ColumnName[];
  eraseUpdates?: readonly ColumnName[];
};

/** Rows that people edit. */
const edited = { app: ['select', 'insert', 'update', 'delete'], erase: ['select', 'delete'] } as const;
/** The ledger: rows are added, never changed or removed; a correction is a row. */
const posted = { app: ['select', 'insert'], erase: ['select', 'delete'] } as const;
/** Derived from the ledger in the same transaction. */
const derived = { app: ['select', 'insert', 'update'], erase: ['select', 'delete'] } as const;
/** Written anew as a whole when what holds them is edited. */
const rewritten = { app: ['select', 'insert', 'delete'], erase: ['select', 'delete'] } as const;
/** Public figures, brought along by the migrations and renewed by `store_published_figures`. */
const published = { app: ['select'], erase: ['select'] } as const;
/** What of a bank's line is forgotten in time. */
const bankWords = ['name', 'onBehalfOf', 'account', 'text', 'givenReferences', 'raw', 'forgottenAt'] as const;
/** `FOR UPDATE` asks for it: the erasing transaction locks what it shows before it removes it. */
const lockedToErase = { ...edited, erase: ['select', 'update', 'delete'] } as const;

/**
 * Who may do what with the rows of each table. `npm run generate` makes the statements from it; the schema test
 * compares it with what the database says.
 */
export const grants: { readonly [Name in TableName]: Grants<Column<Name>> } = {
  /** Written where it happens, and gone with the account or its time, which functions see to. */
  accountEvent: { app: ['select', 'insert'], erase: [] },
  allocation: posted,
  association: edited,
  associationEffort: { ...edited, eraseUpdates: ['documentId'] },
  associationYear: edited,
  auditEvent: { app: ['select', 'insert'], erase: ['select', 'insert'] },
  bankAccount: edited,
  /** A file taken back goes with its lines; what a line says is never changed, only decided and in time forgotten. */
  bankImport: rewritten,
  bankLine: {
    ...rewritten,
    appUpdates: ['state', 'decidedAt', 'version', ...bankWords],
    eraseUpdates: ['state', 'decidedAt', 'version', ...bankWords],
  },
  bankMapping: {
    ...rewritten,
    appUpdates: ['importId', 'columns', 'decimal', 'dayOrder', 'learnedBy', 'learnedAt'],
  },
  /** What was corrected has another row. */
  bankMatch: { ...rewritten, appUpdates: ['transactionId', 'movementId'] },
  bankRule: { ...rewritten, appUpdates: ['learnedAt', 'learnedBy', 'learnedFromLineId', 'removedAt'] },
  bankStatement: rewritten,
  baseRate: published,
  category: edited,
  /** Where the lease a debt came from is erased and the other stays, the debt forgets it. */
  charge: { ...posted, eraseUpdates: ['carriedFromChargeId'] },
  chargeLine: posted,
  /** What was handed to a bank is never changed: only called off, and the payments it became named. */
  collection: { ...posted, appUpdates: ['cancelledAt'] },
  collectionItem: { ...posted, appUpdates: ['paymentId', 'cancelledAt'] },
  consumerPriceIndex: published,
  costAgreement: edited,
  /** What was set by hand for a lease goes with it. */
  costSharing: { ...edited, eraseUpdates: ['costs', 'version', 'updatedAt'] },
  /** What was sent is never changed. */
  costStatement: posted,
  costStatementLease: { ...posted, eraseUpdates: ['letter'] },
  /** Written by anybody, read by nobody through the application. */
  contactMessage: { app: ['insert'], erase: [] },
  credit: derived,
  deposit: edited,
  depositMovement: posted,
  /** A paper that stays is called by no name of somebody who is deleted, and the search forgets its words. */
  document: { ...edited, eraseUpdates: ['searchText', 'title', 'note', 'version', 'updatedAt'] },
  documentLink: edited,
  documentVersion: { ...edited, eraseUpdates: ['content', 'fileName'] },
  /** Written by the functions that erase. */
  erasure: { app: ['select'], erase: ['select'] },
  fileRemoval: { ...edited, erase: ['select', 'insert', 'delete'] },
  /** Voided, never removed; a deleted tenant leaves those who were there. */
  handover: { ...derived, eraseUpdates: ['persons', 'confirmedBy'] },
  handoverDefect: rewritten,
  handoverKey: rewritten,
  handoverRoom: rewritten,
  heatingPlant: edited,
  heatingYear: edited,
  household: edited,
  indexClause: edited,
  landlord: edited,
  lease: lockedToErase,
  leaseTenant: edited,
  leaseUnit: edited,
  legalFigure: edited,
  /** What was sent is never changed or removed: only how it went is told, and its file named once it is made. */
  letter: {
    ...posted,
    appUpdates: [
      ...(['state', 'way', 'sentOn', 'sentBy', 'proof', 'answeredOn', 'answer'] as const),
      ...(['content', 'documentId', 'sha256', 'version', 'updatedAt'] as const),
    ],
    eraseUpdates: [
      ...(['content', 'invoiceXml', 'proof', 'answer'] as const),
      ...(['documentId', 'statementLeaseId', 'collectionItemId'] as const),
    ],
  },
  /** What it was stays; which document it was is forgotten with that. */
  letterEnclosure: {
    ...posted,
    appUpdates: ['documentId', 'title'],
    eraseUpdates: ['documentId', 'title'],
  },
  letterItem: posted,
  letterMail: {
    ...posted,
    appUpdates: [
      'state',
      'attempts',
      'nextTryAt',
      'triedAt',
      'answer',
      'isAddressRefused',
      'mayHaveGone',
      'stopReason',
    ],
    eraseUpdates: ['subject', 'body', 'state', 'stopReason'],
  },
  /** What was sent from it keeps its words. */
  letterTemplate: edited,
  letterTenant: posted,
  /** Written and counted by a function. */
  mailSent: { app: [], erase: [] },
  mandate: edited,
  member: edited,
  meter: edited,
  /** Where a tenant is erased and the house stays, its meters keep counting: the reading forgets the hand-over. */
  meterReading: { ...rewritten, eraseUpdates: ['handoverId'] },
  /** Others who go on with a lease keep what was said, without the name of who is deleted. */
  objection: { ...edited, eraseUpdates: ['text', 'answer', 'version', 'updatedAt'] },
  openItem: derived,
  /** As a collection. */
  payout: { ...posted, appUpdates: ['cancelledAt'] },
  payoutItem: { ...posted, appUpdates: ['movementId'] },
  /** A deleted tenant's name leaves the payments of a lease that others go on with, and what they wrote. */
  payment: { ...posted, eraseUpdates: ['payerTenantId', 'reference', 'note'] },
  /** Whether a portfolio is made up is said once, when it is founded: a real one never becomes removable. */
  portfolio: {
    app: ['select', 'insert', 'delete'],
    appUpdates: ['name', 'jurisdiction', 'timeZone', 'prorationMethod', 'version', 'updatedAt'],
    erase: ['select', 'delete'],
  },
  profile: edited,
  property: lockedToErase,
  propertyOwner: edited,
  /** Which room it is never changes: only its code, until when it is open, and whether it still is. Erased is whose it was. */
  receiptRoom: {
    ...posted,
    appUpdates: [
      ...(['linkHash', 'codeHash', 'codeExpiresAt', 'guesses'] as const),
      ...(['endsOn', 'revokedAt', 'mailedAt', 'version', 'updatedAt'] as const),
    ],
    eraseUpdates: [
      ...(['tenantId', 'address', 'linkHash', 'codeHash', 'codeExpiresAt'] as const),
      ...(['revokedAt', 'version', 'updatedAt'] as const),
    ],
  },
  /** What happened is never changed. */
  receiptRoomEvent: posted,
  /** Of a copy that is erased it is kept that one stood in place of the original. */
  receiptRoomPaper: {
    ...rewritten,
    appUpdates: ['shownDocumentId'],
    eraseUpdates: ['shownDocumentId'],
  },
  recoveryAttempt: { app: ['select', 'insert', 'update', 'delete'], erase: [] },
  recoveryCode: { app: ['select', 'insert', 'delete'], erase: [] },
  recurring: edited,
  recurringAmount: edited,
  refundPart: posted,
  reminderRule: edited,
  rent: edited,
  rentLine: edited,
  /** Written at the start as its owner, read by `hausbuch.entered`. */
  sealKey: { app: [], erase: [] },
  tenant: lockedToErase,
  transaction: posted,
  transactionShare: posted,
  unit: edited,
  unitPeriod: edited,
  valuation: edited,
};
