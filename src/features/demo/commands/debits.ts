import { earliestCollection } from '../../../bank/orders/target-days.ts';
import { addMonths, type CalendarDate } from '../../../lib/calendar.ts';
import { shortName } from '../../debit/rules.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import { noon } from './account.ts';
import { type Rows, tenantOf } from './rows.ts';

/** The identifier the Bundesbank publishes as an example. */
const CREDITOR_ID = 'DE98ZZZ09999999999';
/** Of nobody who pays by transfer: whose account a line of the bank names is known by its mandate. */
const ibans = ['DE02300606010002474689', 'DE02600501010002034304', 'DE02701500000000594937'];

/**
 * Mandates of three tenants, and a file that is on its way for one who owes. Made after everything else and by numbers of its
 * own, as the lines of the bank are; only where rents are in euro.
 */
export function addDebits(
  rows: Rows,
  { portfolioId, userId, today }: { portfolioId: string; userId: string; today: CalendarDate },
): void {
  const [account] = rows.bankAccount;
  if (!account || rows.portfolio[0]?.currency !== 'EUR') return;
  account.creditorIdentifier = CREDITOR_ID;
  const random = createRandom(`debits ${portfolioId}`);
  const newId = () => uuidAt(random, noon(today).getTime());
  const signedOn = addMonths(today, -8);
  // Who owes comes first: there is something to collect.
  const running = rows.lease
    .filter((lease) => lease.startsOn < signedOn && (!lease.endsOn || lease.endsOn > today))
    .toSorted((a, b) => Number(owes(rows, b.id, today)) - Number(owes(rows, a.id, today)));
  for (const [at, iban] of ibans.entries()) {
    const lease = running[at];
    if (!lease?.id) continue;
    rows.mandate.push({
      portfolioId,
      id: newId(),
      leaseId: lease.id,
      reference: `HB-${String(at + 1).padStart(4, '0')}`,
      holder: tenantOf(rows, lease.id),
      iban,
      signedOn,
      version: 1,
      createdAt: noon(signedOn),
      updatedAt: noon(signedOn),
    });
  }
  const owing = rows.mandate.find((mandate) => owedCents(rows, mandate.leaseId, today) > 0);
  if (!owing?.id || !account.id || !account.iban) return;
  const [id, itemId] = [newId(), newId()];
  rows.collection.push({
    portfolioId,
    id,
    bankAccountId: account.id,
    messageName: shortName(id),
    collectOn: earliestCollection(today),
    isBatch: false,
    creditorIdentifier: CREDITOR_ID,
    holder: account.holder,
    iban: account.iban,
    createdBy: userId,
    createdAt: noon(today),
  });
  rows.collectionItem.push({
    portfolioId,
    id: itemId,
    collectionId: id,
    mandateId: owing.id,
    leaseId: owing.leaseId,
    endToEnd: shortName(itemId),
    amountCents: owedCents(rows, owing.leaseId, today),
    mandateReference: owing.reference,
    signedOn: owing.signedOn,
    holder: owing.holder,
    iban: owing.iban,
    purpose: 'Miete',
  });
}

const owes = (rows: Rows, leaseId: string | undefined, today: CalendarDate): boolean =>
  leaseId !== undefined && owedCents(rows, leaseId, today) > 0;

const owedCents = (rows: Rows, leaseId: string, today: CalendarDate): number =>
  rows.openItem
    .filter((item) => item.leaseId === leaseId && item.dueOn <= today)
    .reduce((sum, item) => sum + item.openCents, 0);
