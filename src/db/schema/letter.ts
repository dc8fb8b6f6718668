import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Letter } from '../../domain/letter.ts';
import {
  letterKinds,
  letterStates,
  letterWays,
  mailStates,
  reminderSteps,
  stopReasons,
} from '../../domain/vocabulary.ts';
import {
  belongsTo,
  cents,
  choice,
  created,
  day,
  edited,
  hausbuch,
  instant,
  isLanguageTag,
  keyed,
  oneOf,
  ownFile,
  portfolioTable,
} from '../columns.ts';
import { collectionItem } from './debit.ts';
import { document } from './document.ts';
import { lease } from './lease.ts';
import { charge } from './ledger.ts';
import { costStatementLease } from './statement.ts';
import { tenant } from './tenant.ts';

/** A letter to the tenants of a lease: what it says never changes, only how it went. */
export const letter = hausbuch.table(
  'letter',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    kind: choice(letterKinds).notNull(),
    /** Of a reminder, its tone. */
    step: choice(reminderSteps),
    /** The tenants' language, which binds. */
    language: text().notNull(),
    title: text().notNull(),
    writtenOn: day().notNull(),
    state: choice(letterStates).notNull(),
    way: choice(letterWays).notNull(),
    sentOn: day(),
    sentBy: uuid(),
    /** Nobody looked at it before: the rule sent it, in the name of `sentBy`. */
    isByItself: boolean().notNull().default(false),
    /** How it can be shown that it went: a number of the post, who was there. */
    proof: text(),
    answeredOn: day(),
    answer: text(),
    /** Until when it asks to pay; it is not mailed any more once that is over. */
    payBy: day(),
    /** What it asked for, interest among it. */
    totalCents: cents().notNull(),
    interestCents: cents().notNull(),
    /** The interest as it was put on the account with the letter. */
    interestChargeId: uuid(),
    /** What the letter itself costs, as it asks for it and as it was put on the account. */
    feeCents: cents().notNull().default(0),
    feeChargeId: uuid(),
    /** Of a statement of operating costs: what it told the lease; forgotten where the statement is erased. */
    statementLeaseId: uuid(),
    /** Of what tells of a direct debit beforehand: which; forgotten where the debit is erased. */
    collectionItemId: uuid(),
    /** The own text it was written from, as it was called then, and which edition of it; null for ours. */
    templateName: text(),
    templateVersion: integer(),
    /** What is printed, until the file is made of it. */
    content: jsonb().$type<Letter>(),
    /** A bill with VAT says the same as an electronic invoice, which comes with it. */
    invoiceXml: text(),
    /** The file as it lies with the tenants' papers. */
    documentId: uuid(),
    /** Of the file, so that it can be told from any other; stays where the document was lost. */
    sha256: text(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('letter', t),
    ...belongsTo('letter_lease', t.portfolioId, t.leaseId, lease, t.writtenOn),
    ...belongsTo('letter_interest_charge', t.portfolioId, t.interestChargeId, charge),
    ...belongsTo('letter_fee_charge', t.portfolioId, t.feeChargeId, charge),
    ...belongsTo('letter_statement_lease', t.portfolioId, t.statementLeaseId, costStatementLease),
    ...belongsTo('letter_collection_item', t.portfolioId, t.collectionItemId, collectionItem),
    ...belongsTo('letter_document', t.portfolioId, t.documentId, document),
    index('letter_by_itself_idx').on(t.portfolioId, t.writtenOn, t.id).where(sql`${t.isByItself}`),
    oneOf('letter_kind_check', t.kind, letterKinds),
    oneOf('letter_step_check', t.step, reminderSteps),
    oneOf('letter_state_check', t.state, letterStates),
    oneOf('letter_way_check', t.way, letterWays),
    isLanguageTag('letter_language_check', t.language),
    // A statement is told once; what was taken back was not told.
    uniqueIndex('letter_statement_lease_key')
      .on(t.portfolioId, t.statementLeaseId)
      .where(sql`state <> 'taken_back'`),
    // So is a direct debit.
    uniqueIndex('letter_collection_item_key')
      .on(t.portfolioId, t.collectionItemId)
      .where(sql`state <> 'taken_back'`),
    check('letter_notice_check', sql`(${t.kind} = 'pre_notice') or ${t.collectionItemId} is null`),
    check('letter_statement_check', sql`(${t.kind} = 'cost_statement') or ${t.statementLeaseId} is null`),
    check(
      'letter_template_check',
      sql`(${t.templateName} is null) = (${t.templateVersion} is null) and (${t.templateName} is null or ${t.kind} <> 'cost_statement')`,
    ),
    check('letter_sent_check', sql`${t.state} not in ('sent', 'answered') or ${t.sentOn} is not null`),
    check('letter_answered_check', sql`(${t.state} = 'answered') = (${t.answeredOn} is not null)`),
    check('letter_answered_on_check', sql`${t.answeredOn} >= ${t.sentOn}`),
    check(
      'letter_total_check',
      sql`${t.totalCents} >= ${t.interestCents} + ${t.feeCents} and ${t.interestCents} >= 0 and ${t.feeCents} >= 0`,
    ),
    check('letter_invoice_check', sql`${t.kind} = 'rent_invoice' or ${t.invoiceXml} is null`),
    check('letter_sha256_check', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** What a letter asked for, and which step of the rule that was for the debt; null where it was only named beside. */
export const letterItem = hausbuch.table(
  'letter_item',
  {
    ...keyed(),
    letterId: uuid().notNull(),
    chargeId: uuid().notNull(),
    step: choice(reminderSteps),
    openCents: cents().notNull(),
  },
  (t) => [
    ...portfolioTable('letter_item', t),
    ...belongsTo('letter_item_letter', t.portfolioId, t.letterId, letter),
    ...belongsTo('letter_item_charge', t.portfolioId, t.chargeId, charge),
    unique('letter_item_key').on(t.portfolioId, t.letterId, t.chargeId),
    oneOf('letter_item_step_check', t.step, reminderSteps),
    check('letter_item_open_check', sql`${t.openCents} > 0`),
  ],
);

/** Who a letter is to. */
export const letterTenant = hausbuch.table(
  'letter_tenant',
  {
    ...keyed(),
    letterId: uuid().notNull(),
    tenantId: uuid().notNull(),
  },
  (t) => [
    ...portfolioTable('letter_tenant', t),
    ...belongsTo('letter_tenant_letter', t.portfolioId, t.letterId, letter),
    ...belongsTo('letter_tenant_tenant', t.portfolioId, t.tenantId, tenant),
    unique('letter_tenant_key').on(t.portfolioId, t.letterId, t.tenantId),
  ],
);

/** A paper that comes with a letter: which file it was then, whatever becomes of the document. */
export const letterEnclosure = hausbuch.table(
  'letter_enclosure',
  {
    ...keyed(),
    letterId: uuid().notNull(),
    position: integer().notNull(),
    /** Forgotten, as what it is called, where the document goes with somebody. */
    documentId: uuid(),
    title: text().notNull(),
    mediaType: text().notNull(),
    sizeBytes: integer().notNull(),
    sha256: text().notNull(),
    storagePath: text().notNull(),
  },
  (t) => [
    ...portfolioTable('letter_enclosure', t),
    ...belongsTo('letter_enclosure_letter', t.portfolioId, t.letterId, letter),
    ...belongsTo('letter_enclosure_document', t.portfolioId, t.documentId, document),
    unique('letter_enclosure_key').on(t.portfolioId, t.letterId, t.position),
    check('letter_enclosure_size_check', sql`${t.sizeBytes} > 0`),
    check('letter_enclosure_sha256_check', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    ownFile('letter_enclosure_path_check', t),
  ],
);

/** A letter on its way to one address: what the server said of it, and whether and when it is tried again. */
export const letterMail = hausbuch.table(
  'letter_mail',
  {
    ...keyed(),
    letterId: uuid().notNull(),
    tenantId: uuid().notNull(),
    address: text().notNull(),
    /** The same however often it is tried: who gets it twice can tell. */
    messageName: text().notNull(),
    fromName: text().notNull(),
    replyTo: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    state: choice(mailStates).notNull(),
    attempts: integer().notNull().default(0),
    nextTryAt: instant().notNull(),
    /** One attempt ended so that nobody knows whether it arrived: it counts as gone, whatever came of later ones. */
    mayHaveGone: boolean().notNull().default(false),
    stopReason: choice(stopReasons),
    /** When it was last handed to the server. */
    triedAt: instant(),
    /** The server's own words, else why it was not reached. */
    answer: text(),
    /** The server knows nobody there. */
    isAddressRefused: boolean().notNull().default(false),
    ...created(),
  },
  (t) => [
    ...portfolioTable('letter_mail', t),
    ...belongsTo('letter_mail_letter', t.portfolioId, t.letterId, letter),
    ...belongsTo('letter_mail_tenant', t.portfolioId, t.tenantId, tenant),
    unique('letter_mail_message_key').on(t.portfolioId, t.messageName),
    unique('letter_mail_address_key').on(t.portfolioId, t.letterId, t.address),
    index('letter_mail_due_idx').on(t.portfolioId, t.nextTryAt).where(sql`state in ('waiting', 'sending')`),
    oneOf('letter_mail_state_check', t.state, mailStates),
    oneOf('letter_mail_stop_reason_check', t.stopReason, stopReasons),
    check('letter_mail_stopped_check', sql`(${t.state} = 'stopped') = (${t.stopReason} is not null)`),
  ],
);
