import 'server-only';
import { sql } from 'drizzle-orm';
import { payment } from './schema';

/** Payments as a person counts them: one that was undone is none, one that the bank took back was one. */
export const paymentCount = sql<number>`count(*) - count(${payment.reversesPaymentId})
  - count(${payment.reversesPaymentId}) filter (where not ${payment.isReturned})`.mapWith(Number);
