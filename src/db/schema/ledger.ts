import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  chargeComponents,
  chargeKinds,
  chargeKindsWhere,
  paymentMethods,
  paymentMethodsWhere,
} from '../../domain/account-kinds.ts';
import type { ChargeBasis } from '../../domain/charge-basis.ts';
import { correctionReasons, paymentDirections, settlementKinds } from '../../domain/vocabulary.ts';
import {
  belongsTo,
  cents,
  choice,
  day,
  hausbuch,
  instant,
  keyed,
  literals,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { lease } from './lease.ts';
import { bankAccount } from './portfolio.ts';
import { tenant } from './tenant.ts';

/** Deposits: the tenant's money, and no income. */
const heldKinds = chargeKindsWhere((traits) => traits.figure === 'held');
/** Settled on paper: no money came. */
const onPaper = paymentMethodsWhere((traits) => !traits.isReceived);

/**
 * What a tenant owes (Sollstellung). Append-only: a correction is a further row whose lines are the
 * difference and whose `correctsChargeId` names the original.
 */
export const charge = hausbuch.table(
  'charge',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    kind: choice(chargeKinds).notNull(),
    periodFrom: day(),
    periodTo: day(),
    dueOn: day().notNull(),
    /** Sum of the lines; negative only on a correction. */
    totalCents: cents().notNull(),
    /** The day the debt first fell due, also where it was carried over since: by it its age is told. */
    owedSince: day().notNull(),
    /** How the amount came about, so that a page can explain it; no statement asks for what is in it. */
    basis: jsonb().$type<ChargeBasis>(),
    note: text(),
    correctsChargeId: uuid(),
    correctionReason: choice(correctionReasons),
    /** The correction that this one takes back. */
    revertsChargeId: uuid(),
    /** What was carried over from the account of another lease; the payment that settled it there bears it, too. */
    transferId: uuid(),
    /** The charge there; forgotten where that lease is erased. */
    carriedFromChargeId: uuid(),
    /** What it was at first, however often it was carried over. */
    carriedKind: choice(chargeKinds),
    carriedPeriodFrom: day(),
    /** The payment whose return by the bank it charges. */
    returnedPaymentId: uuid(),
    postedBy: uuid(),
    postedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...portfolioTable('charge', t),
    // Kind and sum answer what is due in a period from the index alone.
    ...belongsTo(
      'charge_lease',
      t.portfolioId,
      t.leaseId,
      lease,
      t.dueOn,
      t.kind,
      t.periodFrom,
      t.totalCents,
    ),
    foreignKey({
      name: 'charge_corrects_fkey',
      columns: [t.portfolioId, t.correctsChargeId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    index('charge_corrects_idx').on(t.portfolioId, t.correctsChargeId),
    // Few charges have one of these: their indexes stay small.
    foreignKey({
      name: 'charge_reverts_fkey',
      columns: [t.portfolioId, t.revertsChargeId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    uniqueIndex('charge_reverts_key')
      .on(t.portfolioId, t.revertsChargeId)
      .where(sql`reverts_charge_id is not null`),
    foreignKey({
      name: 'charge_carried_from_fkey',
      columns: [t.portfolioId, t.carriedFromChargeId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    uniqueIndex('charge_carried_from_key')
      .on(t.portfolioId, t.carriedFromChargeId, t.transferId)
      .where(sql`carried_from_charge_id is not null`),
    foreignKey({
      name: 'charge_returned_payment_fkey',
      columns: [t.portfolioId, t.returnedPaymentId],
      foreignColumns: [payment.portfolioId, payment.id],
    }),
    uniqueIndex('charge_returned_payment_key')
      .on(t.portfolioId, t.returnedPaymentId)
      .where(sql`returned_payment_id is not null`),
    // Posting twice changes nothing: one uncorrected charge per lease, kind and period.
    uniqueIndex('charge_period_key')
      .on(t.portfolioId, t.leaseId, t.kind, t.periodFrom)
      .where(sql`corrects_charge_id is null`),
    index('charge_transfer_idx').on(t.portfolioId, t.transferId).where(sql`transfer_id is not null`),
    index('charge_due_idx').on(t.portfolioId, t.dueOn, t.kind, t.periodFrom, t.totalCents),
    // Deposits are no income: the few of them are looked up to keep them out of it.
    index('charge_deposit_idx')
      .on(t.portfolioId, t.id)
      .where(sql`kind in (${literals(heldKinds)})`),
    oneOf('charge_kind_check', t.kind, chargeKinds),
    oneOf('charge_correction_reason_check', t.correctionReason, correctionReasons),
    check('charge_correction_check', sql`(${t.correctsChargeId} is null) = (${t.correctionReason} is null)`),
    check('charge_total_check', sql`${t.totalCents} >= 0 or ${t.correctsChargeId} is not null`),
    check(
      'charge_period_check',
      sql`(${t.periodFrom} is null) = (${t.periodTo} is null) and (${t.periodFrom} is null or ${t.periodTo} >= ${t.periodFrom})`,
    ),
    check('charge_reverts_check', sql`${t.revertsChargeId} is null or ${t.correctsChargeId} is not null`),
    check('charge_owed_since_check', sql`${t.owedSince} <= ${t.dueOn}`),
    oneOf('charge_carried_kind_check', t.carriedKind, chargeKinds),
    check(
      'charge_carried_check',
      sql`${t.carriedKind} is not null or (${t.transferId} is null and ${t.carriedFromChargeId} is null and ${t.carriedPeriodFrom} is null and ${t.owedSince} = ${t.dueOn})`,
    ),
    check('charge_rent_period_check', sql`${t.kind} <> 'rent' or ${t.periodFrom} is not null`),
  ],
);

/**
 * The parts of a charge. A correction's line meets the line it corrects: what is owed on a line is its amount and those
 * of the lines that correct it, what is open of it that less its allocations, never below zero.
 */
export const chargeLine = hausbuch.table(
  'charge_line',
  {
    ...keyed(),
    chargeId: uuid().notNull(),
    /** The charge whose open item it belongs to: its own, of a correction's line the one that is corrected. */
    rootChargeId: uuid().notNull(),
    position: integer().notNull(),
    component: choice(chargeComponents).notNull(),
    settlement: choice(settlementKinds).notNull().default('none'),
    amountCents: cents().notNull(),
    vatRateBp: integer().notNull().default(0),
    /** VAT contained in the amount. */
    vatCents: cents().notNull().default(0),
    /** Null for what was owed at first, and for what a correction adds beside it. */
    correctsLineId: uuid(),
    /** The debt that interest or costs arose from (§ 367 (1) BGB); null: the charge is a debt of its own. */
    debtChargeId: uuid(),
  },
  (t) => [
    ...portfolioTable('charge_line', t),
    // Its own lines and those that correct them, and the lines that payments settle: never another charge's.
    unique('charge_line_root_key').on(t.portfolioId, t.rootChargeId, t.id),
    foreignKey({
      name: 'charge_line_charge_fkey',
      columns: [t.portfolioId, t.chargeId],
      foreignColumns: [charge.portfolioId, charge.id],
    }),
    unique('charge_line_position_key').on(t.portfolioId, t.chargeId, t.position),
    foreignKey({
      name: 'charge_line_root_fkey',
      columns: [t.portfolioId, t.rootChargeId],
      foreignColumns: [charge.portfolioId, charge.id],
    }),
    foreignKey({
      name: 'charge_line_corrects_fkey',
      columns: [t.portfolioId, t.rootChargeId, t.correctsLineId],
      foreignColumns: [t.portfolioId, t.rootChargeId, t.id],
    }),
    index('charge_line_corrects_idx').on(t.portfolioId, t.rootChargeId, t.correctsLineId),
    ...belongsTo('charge_line_debt', t.portfolioId, t.debtChargeId, charge),
    oneOf('charge_line_component_check', t.component, chargeComponents),
    oneOf('charge_line_settlement_check', t.settlement, settlementKinds),
    check(
      'charge_line_correction_check',
      sql`${t.correctsLineId} is null or ${t.rootChargeId} <> ${t.chargeId}`,
    ),
    check(
      'charge_line_debt_check',
      sql`${t.debtChargeId} is null or (${t.debtChargeId} <> ${t.rootChargeId} and ${t.component} in ('fee', 'interest'))`,
    ),
  ],
);

type Summed = Record<'paidOn' | 'method' | 'direction' | 'amountCents', AnyPgColumn>;

/** The day first, then what payments are told apart by and added up. */
const summedBy = (t: Summed) => [t.paidOn, t.method, t.direction, t.amountCents] as const;

/**
 * Money that came in or went out for a lease. Append-only; undone by a row that reverses it. One transfer
 * over several leases is several rows with one `transferId`.
 */
export const payment = hausbuch.table(
  'payment',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    paidOn: day().notNull(),
    amountCents: cents().notNull(),
    direction: choice(paymentDirections).notNull(),
    method: choice(paymentMethods).notNull(),
    payerTenantId: uuid(),
    bankAccountId: uuid(),
    reference: text(),
    note: text(),
    transferId: uuid(),
    reversesPaymentId: uuid(),
    /** The reversal of money the bank took back, not of an entry made by mistake. */
    isReturned: boolean().notNull().default(false),
    /** The payment this one corrects: that one is reversed, and on the screen this one was edited. */
    replacesPaymentId: uuid(),
    recordedBy: uuid(),
    recordedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...portfolioTable('payment', t),
    // The sums of a period come from the index alone.
    ...belongsTo('payment_lease', t.portfolioId, t.leaseId, lease, ...summedBy(t)),
    ...belongsTo('payment_payer_tenant', t.portfolioId, t.payerTenantId, tenant),
    ...belongsTo('payment_bank_account', t.portfolioId, t.bankAccountId, bankAccount),
    foreignKey({
      name: 'payment_reverses_fkey',
      columns: [t.portfolioId, t.reversesPaymentId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    unique('payment_reverses_key').on(t.portfolioId, t.reversesPaymentId),
    foreignKey({
      name: 'payment_replaces_fkey',
      columns: [t.portfolioId, t.replacesPaymentId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    unique('payment_replaces_key').on(t.portfolioId, t.replacesPaymentId),
    index('payment_paid_on_idx').on(t.portfolioId, ...summedBy(t)),
    index('payment_transfer_idx').on(t.portfolioId, t.transferId),
    // What came about on paper is received nowhere: the few of it are looked up to keep them out.
    index('payment_paper_idx')
      .on(t.portfolioId, t.id)
      .where(sql`method in (${literals(onPaper)})`),
    oneOf('payment_direction_check', t.direction, paymentDirections),
    oneOf('payment_method_check', t.method, paymentMethods),
    check('payment_amount_check', sql`${t.amountCents} between 1 and 100000000000`),
    check('payment_returned_check', sql`not ${t.isReturned} or ${t.reversesPaymentId} is not null`),
  ],
);

/** Part of a payment that settles part of a line of a charge. Append-only; a change is a negative row and a new one. */
export const allocation = hausbuch.table(
  'allocation',
  {
    ...keyed(),
    paymentId: uuid().notNull(),
    chargeId: uuid().notNull(),
    chargeLineId: uuid().notNull(),
    amountCents: cents().notNull(),
    reversesAllocationId: uuid(),
    /**
     * From which day it counts, where that is not the later of payment and due day: a payment that was returned, or one
     * that was shared out anew by hand, had settled something else until then.
     */
    effectiveOn: day(),
    allocatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...portfolioTable('allocation', t),
    ...belongsTo('allocation_payment', t.portfolioId, t.paymentId, payment),
    foreignKey({
      name: 'allocation_charge_fkey',
      columns: [t.portfolioId, t.chargeId],
      foreignColumns: [charge.portfolioId, charge.id],
    }),
    foreignKey({
      name: 'allocation_charge_line_fkey',
      columns: [t.portfolioId, t.chargeId, t.chargeLineId],
      foreignColumns: [chargeLine.portfolioId, chargeLine.rootChargeId, chargeLine.id],
    }),
    index('allocation_charge_line_idx').on(t.portfolioId, t.chargeId, t.chargeLineId),
    foreignKey({
      name: 'allocation_reverses_fkey',
      columns: [t.portfolioId, t.reversesAllocationId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    index('allocation_reverses_idx').on(t.portfolioId, t.reversesAllocationId),
    check(
      'allocation_amount_check',
      sql`${t.amountCents} <> 0 and (${t.reversesAllocationId} is null) = (${t.amountCents} > 0)`,
    ),
  ],
);

/**
 * From which overpayments a refund was taken. Append-only like an allocation. When such a payment is taken back,
 * the refund moves onto other money of the lease: a negative row and a new one.
 */
export const refundPart = hausbuch.table(
  'refund_part',
  {
    ...keyed(),
    /** The payment that went out. */
    refundPaymentId: uuid().notNull(),
    /** The payment whose credit it gave back. */
    paymentId: uuid().notNull(),
    amountCents: cents().notNull(),
    reversesRefundPartId: uuid(),
    allocatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...portfolioTable('refund_part', t),
    ...belongsTo('refund_part_refund', t.portfolioId, t.refundPaymentId, payment),
    ...belongsTo('refund_part_payment', t.portfolioId, t.paymentId, payment),
    foreignKey({
      name: 'refund_part_reverses_fkey',
      columns: [t.portfolioId, t.reversesRefundPartId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    unique('refund_part_reverses_key').on(t.portfolioId, t.reversesRefundPartId),
    check(
      'refund_part_amount_check',
      sql`${t.amountCents} <> 0 and (${t.reversesRefundPartId} is null) = (${t.amountCents} > 0)`,
    ),
  ],
);
