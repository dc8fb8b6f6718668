import { createRandom, uuidAt } from '../random-rules.ts';
import type { Rows } from './rows.ts';

/** The brother: his name, where he lives, how he is written to. */
export type CoOwner = Pick<
  Rows['landlord'][number],
  'name' | 'street' | 'houseNumber' | 'postalCode' | 'city' | 'state' | 'country' | 'email'
>;

export const thomas: CoOwner = {
  ...{ name: 'Thomas Hoffmann', email: 'thomas.hoffmann@beispiel.example' },
  ...{ street: 'Alte Elbgaustraße', houseNumber: '12', postalCode: '22523', city: 'Hamburg' },
  ...{ state: 'DE-HH', country: 'DE' },
};

/**
 * The brother to whom a third of one flat belongs since both inherited it: what comes in and goes out there is shared
 * between them, and letters of the flat come from both. Made after everything else and by numbers of its own.
 * @param site the place of the flat among the properties
 */
export function addCoOwner(
  rows: Rows,
  { portfolioId }: { portfolioId: string },
  { site, brother }: { site: number; brother: CoOwner },
): void {
  const share = rows.propertyOwner[site];
  const [landlord] = rows.landlord;
  if (!share || !landlord) return;
  const random = createRandom(`co-owner ${portfolioId}`);
  const newId = () => uuidAt(random, landlord.createdAt?.getTime() ?? 0);
  const brotherId = newId();
  const { createdAt, updatedAt } = landlord;
  const stamps = { version: 1, createdAt, updatedAt };
  rows.landlord.push({
    ...{ portfolioId, id: brotherId, kind: 'person', ...brother, taxNumber: null },
    ...stamps,
  });
  share.shareNumerator = 2;
  share.shareDenominator = 3;
  rows.propertyOwner.push({
    ...{ portfolioId, id: newId(), propertyId: share.propertyId, landlordId: brotherId },
    ...{ shareNumerator: 1, shareDenominator: 3 },
    ...stamps,
  });
}
