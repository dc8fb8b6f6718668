import type { Language } from '@/domain/vocabulary';

/** What a country is called in a language. */
export const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;

/** Where a letter does not arrive without the state: it stands between town and postal code. */
const statesOnLetters = ['US', 'CA', 'AU'];

export const isStateOnLetters = (country: string): boolean => statesOnLetters.includes(country);

/** What a state of the country is: its word stands in `Labels.stateKind`. */
export function stateKind(country: string): 'land' | 'canton' | 'state' | 'province' {
  if (country === 'CA') return 'province';
  if (country === 'CH') return 'canton';
  return isStateOnLetters(country) ? 'state' : 'land';
}

type Address = {
  street: string | null;
  houseNumber: string | null;
  postalCode: string | null;
  city: string | null;
  state?: string | null;
  country: string | null;
};

type StreetAddress = Partial<Pick<Address, 'street' | 'houseNumber'>> & {
  country: string | null | undefined;
};

/** Whether the number of a house stands before its street. */
export const isNumberFirst = (country: string | null | undefined): boolean =>
  ['US', 'GB', 'IE', 'FR', 'LU', 'CA', 'AU', 'NZ'].includes(country ?? '');

/** Street and number in the order of the country: `914 Maple Avenue`, `Wiesengasse 214`; empty where there is neither. */
export function streetLine({ street, houseNumber, country }: StreetAddress): string {
  const parts = isNumberFirst(country) ? [houseNumber, street] : [street, houseNumber];
  return parts.filter(Boolean).join(' ');
}

/** The lines of an address on a letter: with its country in capitals where the letter crosses a border. */
export function postalLines(address: Address, from: string | null | undefined, language: Language): string[] {
  const lines = addressLines(address);
  const { country } = address;
  if (!country || !from || country === from || lines.length === 0) return lines;
  return [...lines, countryName(country, language).toLocaleUpperCase(language)];
}

/** The two lines of an address as they are written in its country; empty lines are left out. */
export function addressLines(address: Address): string[] {
  const { postalCode, city } = address;
  const [stateCountry = null, part] = address.state?.split('-') ?? [];
  // Where nobody has named the country, its state does.
  const country = address.country ?? stateCountry;
  const stateCode = country === stateCountry ? part : undefined;
  const second =
    country === 'US'
      ? [city && stateCode ? `${city},` : city, stateCode, postalCode]
      : ['GB', 'IE', 'CA', 'AU'].includes(country ?? '')
        ? [city, stateCode, postalCode]
        : [postalCode, city];
  return [streetLine({ ...address, country }), second.filter(Boolean).join(' ')].filter(
    (line) => line !== '',
  );
}
