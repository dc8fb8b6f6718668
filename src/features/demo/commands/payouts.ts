import { targetDayFrom } from '../../../bank/orders/target-days.ts';
import { shortName } from '../../debit/rules.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import { noon } from './account.ts';
import { type Rows, tenantOf } from './rows.ts';

/** Made up, as the others of the demo. */
const PAYEE = 'DE02500105170137075030';

/**
 * The file by which the latest deposit was paid back. Made after everything else and by numbers of its own; only where rents are in
 * euro.
 */
export function addPayouts(
  rows: Rows,
  { portfolioId, userId, today }: { portfolioId: string; userId: string; today: string },
): void {
  const [account] = rows.bankAccount;
  if (!account?.id || rows.portfolio[0]?.currency !== 'EUR') return;
  const latest = rows.depositMovement
    .filter((row) => row.kind === 'returned' && row.amountCents > 0 && row.bookedOn <= today)
    .toSorted((a, b) => (a.bookedOn < b.bookedOn ? 1 : -1))[0];
  const deposit = rows.deposit.find((row) => row.id === latest?.depositId);
  if (!latest?.id || !deposit?.id || deposit.form !== 'cash' || !account.iban) return;
  const random = createRandom(`payouts ${portfolioId}`);
  const newId = () => uuidAt(random, noon(latest.bookedOn).getTime());
  const [id, itemId] = [newId(), newId()];
  rows.payout.push({
    portfolioId,
    id,
    bankAccountId: account.id,
    messageName: shortName(id),
    executeOn: targetDayFrom(latest.bookedOn),
    isBatch: false,
    holder: account.holder,
    iban: account.iban,
    createdBy: userId,
    createdAt: noon(latest.bookedOn),
  });
  rows.payoutItem.push({
    portfolioId,
    id: itemId,
    payoutId: id,
    leaseId: deposit.leaseId,
    depositId: deposit.id,
    endToEnd: shortName(itemId),
    amountCents: latest.amountCents,
    holder: tenantOf(rows, deposit.leaseId),
    iban: PAYEE,
    purpose: 'Kaution',
    movementId: latest.id,
  });
}
