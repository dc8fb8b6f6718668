import { compareNames } from '../lib/compare-names.ts';

/** As much of a letter as a round of the postman goes by. */
export type Posted = {
  sentTo: {
    country: string | null;
    postalCode: string | null;
    street: string | null;
    houseNumber: string | null;
  } | null;
  tenants: readonly string[];
};

/**
 * Letters in the order of a round of the postman: by country, post code, street, number of the house and name; those without an
 * address last, where somebody has to write one on them.
 */
export function inPostalOrder<L extends Posted>(letters: readonly L[]): L[] {
  const keys = ({ sentTo, tenants }: L) => [
    sentTo === null ? '1' : '0',
    ...[sentTo?.country, sentTo?.postalCode, sentTo?.street, sentTo?.houseNumber, tenants.join(', ')],
  ];
  return letters.toSorted((a, b) => {
    const [own, other] = [keys(a), keys(b)];
    for (const [index, key] of own.entries()) {
      const order = compareNames(key ?? '', other[index] ?? '');
      if (order !== 0) return order;
    }
    return 0;
  });
}
