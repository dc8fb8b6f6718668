import { sql } from 'drizzle-orm';
import { check, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { receiptRoomEvents } from '../../domain/vocabulary.ts';
import {
  belongsTo,
  choice,
  day,
  edited,
  hausbuch,
  instant,
  isLanguageTag,
  keyed,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { document } from './document.ts';
import { costStatementLease } from './statement.ts';
import { tenant } from './tenant.ts';

/** Where one tenant looks at the receipts of one statement: who has the link and reads the mails of that address. */
export const receiptRoom = hausbuch.table(
  'receipt_room',
  {
    ...keyed(),
    statementLeaseId: uuid().notNull(),
    /** Null once they are erased: what stays is which copies stood in place of originals, for the others of the lease. */
    tenantId: uuid(),
    /** The tenant's own as it was then: codes go here or nowhere. */
    address: text().notNull(),
    language: text().notNull(),
    /** SHA-256 of the secret in the link. */
    linkHash: text().notNull(),
    /** Of the code that waits to be entered; null once it was used or tried too often. */
    codeHash: text(),
    codeExpiresAt: instant(),
    /** How often a code was tried since it was made, counted before it is looked at. */
    guesses: integer().notNull().default(0),
    /** The last day on which it is open. */
    endsOn: day().notNull(),
    revokedAt: instant(),
    /** When the mail with the link went; null where none did. */
    mailedAt: instant(),
    openedBy: uuid(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('receipt_room', t),
    ...belongsTo('receipt_room_statement_lease', t.portfolioId, t.statementLeaseId, costStatementLease),
    ...belongsTo('receipt_room_tenant', t.portfolioId, t.tenantId, tenant),
    unique('receipt_room_link_key').on(t.portfolioId, t.linkHash),
    isLanguageTag('receipt_room_language_check', t.language),
    check('receipt_room_tenant_check', sql`${t.tenantId} is not null or ${t.revokedAt} is not null`),
    check('receipt_room_guesses_check', sql`${t.guesses} >= 0`),
    check('receipt_room_code_check', sql`(${t.codeHash} is null) = (${t.codeExpiresAt} is null)`),
  ],
);

/** A receipt that is shown, under which bill of the statement; in place of an original its copy without other people's data. */
export const receiptRoomPaper = hausbuch.table(
  'receipt_room_paper',
  {
    ...keyed(),
    roomId: uuid().notNull(),
    /** The booking as the frozen statement names it, which may have been corrected since. */
    billId: uuid().notNull(),
    /** What hangs on the booking; what is shown of it is the other one. */
    documentId: uuid().notNull(),
    /** Null where a copy stood in its place that is gone, or is shown no more: nothing is shown of it then. */
    shownDocumentId: uuid(),
  },
  (t) => [
    ...portfolioTable('receipt_room_paper', t),
    ...belongsTo('receipt_room_paper_room', t.portfolioId, t.roomId, receiptRoom),
    ...belongsTo('receipt_room_paper_document', t.portfolioId, t.documentId, document),
    ...belongsTo('receipt_room_paper_shown', t.portfolioId, t.shownDocumentId, document),
    unique('receipt_room_paper_key').on(t.portfolioId, t.roomId, t.billId, t.documentId),
  ],
);

/** What happened at a room, in order; who went in may come back for some hours with what their browser was given. */
export const receiptRoomEvent = hausbuch.table(
  'receipt_room_event',
  {
    ...keyed(),
    roomId: uuid().notNull(),
    at: instant().notNull(),
    kind: choice(receiptRoomEvents).notNull(),
    /** Of a file, what it was called. */
    title: text(),
    /** Of an entry, the SHA-256 of what the browser was given, and until when it is good. */
    visitHash: text(),
    visitEndsAt: instant(),
  },
  (t) => [
    ...portfolioTable('receipt_room_event', t),
    ...belongsTo('receipt_room_event_room', t.portfolioId, t.roomId, receiptRoom, t.at),
    index('receipt_room_event_visit_idx').on(t.portfolioId, t.visitHash),
    oneOf('receipt_room_event_kind_check', t.kind, receiptRoomEvents),
    check(
      'receipt_room_event_visit_check',
      sql`(${t.kind} = 'entered') = (${t.visitHash} is not null) and (${t.visitHash} is null) = (${t.visitEndsAt} is null)`,
    ),
  ],
);
