import { paymentMethods } from '@/lib/vocabulary';

/** Balances brought forward or carried over and kept deposits come from elsewhere; no money is received that way. */
export const receivedMethods = paymentMethods.filter(
  (method) => method !== 'opening_credit' && method !== 'deposit' && method !== 'account_transfer',
);
