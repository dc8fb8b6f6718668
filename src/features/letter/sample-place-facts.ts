import type { AccountNumber } from '@/domain/bank-account';
import type { Currency } from '@/domain/vocabulary';

/** Where the lease of the sample is, and in whose money. */
export type SamplePlace = {
  country: string;
  state: string | null;
  postalCode: string;
  account: AccountNumber;
  currency: Currency;
};

const withIban = (iban: string): AccountNumber => ({
  ...{ scheme: 'iban', iban },
  ...{ bankCode: null, accountNumber: null },
});

const german = { state: null, postalCode: '12345', account: withIban('DE02120300000000202051') };

type Known = Omit<SamplePlace, 'country' | 'currency'>;
/**
 * Published for documentation, and nobody's: the IBANs are the examples of SWIFT's IBAN Registry, the British number is that of
 * its IBAN, and no bank has the routing number. The post codes have the shape of their country.
 */
const known: Record<string, Known> = {
  DE: german,
  AT: { state: null, postalCode: '1234', account: withIban('AT611904300234573201') },
  CH: { state: null, postalCode: '1234', account: withIban('CH9300762011623852957') },
  US: {
    ...{ state: 'US-NY', postalCode: '12345' },
    account: { scheme: 'us', iban: null, bankCode: '123456780', accountNumber: '000123456' },
  },
  GB: {
    ...{ state: null, postalCode: 'AB1 2CD' },
    account: { scheme: 'gb', iban: null, bankCode: '601613', accountNumber: '31926819' },
  },
  IE: { state: null, postalCode: 'A65 F4E2', account: withIban('IE29AIBK93115212345678') },
  ES: { state: null, postalCode: '12345', account: withIban('ES9121000418450200051332') },
  FR: { state: null, postalCode: '12345', account: withIban('FR1420041010050500013M02606') },
  IT: { state: null, postalCode: '12345', account: withIban('IT60X0542811101000000123456') },
  NL: { state: null, postalCode: '1234 AB', account: withIban('NL91ABNA0417164300') },
  BE: { state: null, postalCode: '1234', account: withIban('BE68539007547034') },
};

/** An address and an account as they are in a country; where none is known, an account of Germany. */
export const samplePlace = (country: string, currency: Currency): SamplePlace => ({
  ...{ country, currency },
  ...(known[country] ?? german),
});
