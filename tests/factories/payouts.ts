import { randomUUID } from 'node:crypto';
import { executionDay } from '@/bank/orders/target-days';
import { type Caller, makeIban, today } from './records.ts';

type Transfer = {
  leaseId: string;
  depositId?: string | null;
  amountCents: number;
  holder?: string;
  iban?: string;
};

/** What a request for a file of transfers says, to be executed as soon as banks can. */
export const payoutOf = (bankAccountId: string, items: readonly Transfer[], isBatch = false) => ({
  id: randomUUID(),
  bankAccountId,
  executeOn: executionDay(today(), today()),
  isBatch,
  purpose: 'Rückzahlung',
  items: items.map((item) => ({ depositId: null, holder: 'Jürgen Groß', iban: makeIban(), ...item })),
});

/** A file of transfers; its transfers are in the order of the request. */
export async function createPayout(
  caller: Caller,
  bankAccountId: string,
  items: readonly Transfer[],
  isBatch = false,
) {
  const input = payoutOf(bankAccountId, items, isBatch);
  await caller.payout.create(input);
  const { items: made } = await caller.payout.get({ id: input.id });
  const transfers = input.items.flatMap(({ iban, amountCents }) =>
    made.filter((one) => one.iban === iban && one.amountCents === amountCents),
  );
  return { ...input, transfers };
}
