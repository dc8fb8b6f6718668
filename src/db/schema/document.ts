import { sql } from 'drizzle-orm';
import { check, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { documentCategories, documentStates } from '../../domain/vocabulary.ts';
import {
  belongsTo,
  cents,
  choice,
  created,
  day,
  edited,
  hausbuch,
  instant,
  keyed,
  oneOf,
  ownFile,
  portfolioTable,
} from '../columns.ts';
import { handover } from './handover.ts';
import { lease } from './lease.ts';
import { portfolio } from './portfolio.ts';
import { property, unit } from './property.ts';
import { tenant } from './tenant.ts';
import { transaction } from './transaction.ts';
import { withinPortfolio } from './within-portfolio.ts';

export const document = hausbuch.table(
  'document',
  {
    ...keyed(),
    title: text().notNull(),
    category: choice(documentCategories).notNull().default('other'),
    validUntil: day(),
    note: text(),
    state: choice(documentStates).notNull(),
    /** The version that is offered; null until the first is checked. */
    currentVersionId: uuid(),
    /** When it was deleted; until the sweep comes it can be brought back. */
    deletedAt: instant(),
    /** Title, file name and text of the current version as `lib/search.ts` folds them. */
    searchText: text().notNull().default(''),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('document', t),
    withinPortfolio('document', t.portfolioId, portfolio),
    index('document_created_idx').on(t.portfolioId, t.createdAt, t.id),
    index('document_valid_until_idx').on(t.portfolioId, t.validUntil),
    index('document_deleted_idx').on(t.portfolioId, t.deletedAt).where(sql`deleted_at is not null`),
    oneOf('document_category_check', t.category, documentCategories),
    oneOf('document_state_check', t.state, documentStates),
    check('document_title_check', sql`length(${t.title}) between 1 and 300`),
  ],
);

/** A file of a document. It lies in storage under ids; its real name is only here. */
export const documentVersion = hausbuch.table(
  'document_version',
  {
    ...keyed(),
    documentId: uuid().notNull(),
    number: integer().notNull(),
    state: choice(documentStates).notNull(),
    fileName: text().notNull(),
    /** What the head of the file says it is, once checked; before, what the browser claimed. */
    mediaType: text().notNull(),
    sizeBytes: cents().notNull(),
    /** Once ready, what the bytes are; before, what the browser claimed, to find a file dropped twice. */
    sha256: text(),
    storagePath: text().notNull(),
    /** Text read out of the file, for the search; empty where it is forgotten with somebody it names, and is not read again. */
    content: text(),
    /** A small WebP of its first page, base64; null until it is read whole, and of what cannot be drawn. */
    thumbnail: text(),
    uploadedBy: uuid(),
    checkedAt: instant(),
    readyAt: instant(),
    ...created(),
  },
  (t) => [
    ...portfolioTable('document_version', t),
    ...belongsTo('document_version_document', t.portfolioId, t.documentId, document),
    unique('document_version_number_key').on(t.portfolioId, t.documentId, t.number),
    unique('document_version_path_key').on(t.portfolioId, t.storagePath),
    index('document_version_state_idx')
      .on(t.portfolioId, t.state)
      .where(sql`state in ('uploading', 'checked')`),
    index('document_version_sha_idx').on(t.portfolioId, t.sha256),
    oneOf('document_version_state_check', t.state, documentStates),
    check('document_version_thumbnail_check', sql`length(${t.thumbnail}) <= 40000`),
    check('document_version_size_check', sql`${t.sizeBytes} between 0 and 52428800`),
    check('document_version_name_check', sql`length(${t.fileName}) between 1 and 255`),
    ownFile('document_version_path_check', t),
  ],
);

/** One document hangs on any number of things; each row names exactly one of them. */
export const documentLink = hausbuch.table(
  'document_link',
  {
    ...keyed(),
    documentId: uuid().notNull(),
    propertyId: uuid(),
    unitId: uuid(),
    tenantId: uuid(),
    leaseId: uuid(),
    transactionId: uuid(),
    handoverId: uuid(),
    ...created(),
  },
  (t) => [
    ...portfolioTable('document_link', t),
    ...belongsTo('document_link_document', t.portfolioId, t.documentId, document),
    ...belongsTo('document_link_property', t.portfolioId, t.propertyId, property),
    ...belongsTo('document_link_unit', t.portfolioId, t.unitId, unit),
    ...belongsTo('document_link_tenant', t.portfolioId, t.tenantId, tenant),
    ...belongsTo('document_link_lease', t.portfolioId, t.leaseId, lease),
    ...belongsTo('document_link_transaction', t.portfolioId, t.transactionId, transaction),
    ...belongsTo('document_link_handover', t.portfolioId, t.handoverId, handover),
    unique('document_link_key')
      .on(
        t.portfolioId,
        t.documentId,
        t.propertyId,
        t.unitId,
        t.tenantId,
        t.leaseId,
        t.transactionId,
        t.handoverId,
      )
      .nullsNotDistinct(),
    check(
      'document_link_one_check',
      sql`num_nonnulls(${t.propertyId}, ${t.unitId}, ${t.tenantId}, ${t.leaseId}, ${t.transactionId}, ${t.handoverId}) = 1`,
    ),
  ],
);

/** Files to remove once the transaction that says so is committed. */
export const fileRemoval = hausbuch.table(
  'file_removal',
  {
    ...keyed(),
    storagePath: text().notNull(),
    /** What a signed upload may still bring to it: taken from the quota until it is removed for good. */
    heldBytes: cents().notNull().default(0),
    attempts: integer().notNull().default(0),
    removedAt: instant(),
    ...created(),
  },
  (t) => [
    ...portfolioTable('file_removal', t),
    index('file_removal_open_idx').on(t.portfolioId, t.createdAt).where(sql`removed_at is null`),
    ownFile('file_removal_path_check', t),
  ],
);
