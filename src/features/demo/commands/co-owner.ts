import { createRandom, uuidAt } from '../random-rules.ts';
import type { Rows } from './rows.ts';

/**
 * The brother to whom a third of the first flat belongs since both inherited it: what comes in and goes out there is shared
 * between them, and letters of the flat come from both. Made after everything else and by numbers of its own.
 */
export function addCoOwner(rows: Rows, { portfolioId }: { portfolioId: string }): void {
  const [share] = rows.propertyOwner;
  const [landlord] = rows.landlord;
  if (!share || !landlord) return;
  const random = createRandom(`co-owner ${portfolioId}`);
  const newId = () => uuidAt(random, landlord.createdAt?.getTime() ?? 0);
  const brother = newId();
  const { createdAt, updatedAt } = landlord;
  const stamps = { version: 1, createdAt, updatedAt };
  rows.landlord.push({
    ...{ portfolioId, id: brother, kind: 'person', name: 'Thomas Hoffmann' },
    ...{ street: 'Alte Elbgaustraße', houseNumber: '12', postalCode: '22523', city: 'Hamburg' },
    ...{ state: 'DE-HH', country: 'DE', email: 'thomas.hoffmann@beispiel.example', taxNumber: null },
    ...stamps,
  });
  share.shareNumerator = 2;
  share.shareDenominator = 3;
  rows.propertyOwner.push({
    ...{ portfolioId, id: newId(), propertyId: share.propertyId, landlordId: brother },
    ...{ shareNumerator: 1, shareDenominator: 3 },
    ...stamps,
  });
}
