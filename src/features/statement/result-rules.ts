import { sumCents } from '../../lib/money.ts';
import { isReady } from './rules.ts';

type Result = Parameters<typeof isReady>[0];

/**
 * What is to be paid and to be given back, of the leases whose result stands. One that waits for something to be mended,
 * such as advances nobody knows, has none: costs without them would look like a back-payment.
 */
export function readyResults(leases: readonly Result[]) {
  const ready = leases.flatMap((lease) =>
    isReady(lease) && lease.resultCents !== null ? lease.resultCents : [],
  );
  return {
    count: ready.length,
    /** Settled by a statement, and not ready. */
    waiting: leases.filter((lease) => lease.isSettled && !isReady(lease)).length,
    backPaymentsCents: sumCents(ready.filter((cents) => cents > 0)),
    creditsCents: sumCents(ready.filter((cents) => cents < 0).map((cents) => -cents)),
  };
}
