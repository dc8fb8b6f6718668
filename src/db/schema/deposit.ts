import { sql } from 'drizzle-orm';
import { check, foreignKey, index, text, unique, uuid } from 'drizzle-orm/pg-core';
import { depositForms, depositMovementKinds } from '../../domain/vocabulary.ts';
import {
  belongsTo,
  cents,
  choice,
  day,
  edited,
  hausbuch,
  instant,
  keyed,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { lease } from './lease.ts';
import { payment } from './ledger.ts';

/** A security agreed for a lease. Several may stand beside each other: money and a guarantee. */
export const deposit = hausbuch.table(
  'deposit',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    form: choice(depositForms).notNull(),
    agreedCents: cents().notNull(),
    /** Who guarantees, or where the money is kept apart. */
    heldAt: text(),
    /** Day by which it is to be given back or settled. */
    returnDueOn: day(),
    note: text(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('deposit', t),
    ...belongsTo('deposit_lease', t.portfolioId, t.leaseId, lease),
    oneOf('deposit_form_check', t.form, depositForms),
    check('deposit_agreed_check', sql`${t.agreedCents} between 1 and 100000000000`),
  ],
);

/**
 * What happened to a deposit. Append-only; undone by a row of the same kind that reverses it. It is the
 * tenant's money: none of it is income, until a deduction settles what the tenant owes.
 */
export const depositMovement = hausbuch.table(
  'deposit_movement',
  {
    ...keyed(),
    depositId: uuid().notNull(),
    kind: choice(depositMovementKinds).notNull(),
    bookedOn: day().notNull(),
    /** Negative only on a reversal. */
    amountCents: cents().notNull(),
    reason: text(),
    /** Until when a part is held back. */
    heldUntil: day(),
    /** The payment by which a deduction settles the account. */
    paymentId: uuid(),
    reversesMovementId: uuid(),
    /** One for what left a deposit and what came to another by it. */
    transferId: uuid(),
    recordedBy: uuid(),
    recordedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...portfolioTable('deposit_movement', t),
    ...belongsTo('deposit_movement_deposit', t.portfolioId, t.depositId, deposit),
    ...belongsTo('deposit_movement_payment', t.portfolioId, t.paymentId, payment),
    foreignKey({
      name: 'deposit_movement_reverses_fkey',
      columns: [t.portfolioId, t.reversesMovementId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    unique('deposit_movement_reverses_key').on(t.portfolioId, t.reversesMovementId),
    index('deposit_movement_transfer_idx')
      .on(t.portfolioId, t.transferId)
      .where(sql`transfer_id is not null`),
    // Whose day is over, without the movements of all years.
    index('deposit_movement_held_idx').on(t.portfolioId, t.heldUntil).where(sql`held_until is not null`),
    index('deposit_movement_booked_idx').on(t.portfolioId, t.bookedOn),
    oneOf('deposit_movement_kind_check', t.kind, depositMovementKinds),
    check(
      'deposit_movement_amount_check',
      sql`${t.amountCents} <> 0 and (${t.reversesMovementId} is null) = (${t.amountCents} > 0)`,
    ),
    check(
      'deposit_movement_reason_check',
      sql`${t.kind} not in ('deduction', 'hold_back') or length(${t.reason}) between 1 and 500`,
    ),
    check('deposit_movement_held_check', sql`(${t.kind} = 'hold_back') = (${t.heldUntil} is not null)`),
  ],
);
