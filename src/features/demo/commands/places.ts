import type { Currency, Jurisdiction } from '../../../domain/vocabulary.ts';

/** Where a demo lies: the rules, the money and the clock of its portfolio. */
export type DemoPlace = { jurisdiction: Jurisdiction; currency: Currency; timeZone: string };

export const germany: DemoPlace = { jurisdiction: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' };

type Home = { street: string; houseNumber: string };
type Site = Home & { name: string };
export type Abroad = {
  town: { city: string; state: string | null; country: string; postalCode: string };
  house: Site;
  flat: Site;
  landlord: string;
  /** Her brother, who owns a third of the flat and lives down the street. */
  brother: { name: string; email: string; houseNumber: string };
  /** Of the landlord, in the same town. */
  home: Home;
  /** Null where accounts have none. */
  iban: string | null;
  /** How much more than in the story things cost there, so that its rents are believed. */
  costs: number;
  tenants: readonly (readonly [given: string, family: string])[];
  insurer: string;
  bank: string;
  managers: string;
  roofer: string;
  painter: string;
};

const english = {
  landlord: 'Grace Miller',
  brother: { name: 'Peter Miller', email: 'peter.miller@example.com', houseNumber: '162' },
  tenants: [
    ['Laura', 'Bennett'],
    ['James', 'Okafor'],
    ['Maria', 'Santos'],
    ['Daniel', 'Whitfield'],
  ],
  insurer: 'Granite Mutual',
  bank: 'First Harbor Bank',
  managers: 'Elm Property Management',
  roofer: 'Ridgeway Roofing',
  painter: 'Brightwall Painters',
} as const;

const german = {
  landlord: 'Sabine Hofer',
  brother: { name: 'Thomas Hofer', email: 'thomas.hofer@example.com', houseNumber: '162' },
  tenants: [
    ['Laura', 'Gruber'],
    ['Jakob', 'Steiner'],
    ['Maria', 'Kovac'],
    ['Daniel', 'Wieser'],
  ],
  insurer: 'Alpenschutz Versicherung',
  bank: 'Talbank',
  managers: 'Verwaltung Lindner',
  roofer: 'Dachbau Moser',
  painter: 'Malerei Huber',
} as const;

/** Towns are real, everything in them is made up; the IBANs are the examples of their countries. */
export const abroad: Record<Exclude<Jurisdiction, 'DE'>, Abroad> = {
  US: {
    ...english,
    town: { city: 'Hartford', state: 'US-CT', country: 'US', postalCode: '06106' },
    house: { street: 'Maple Avenue', houseNumber: '914', name: '914 Maple Avenue' },
    flat: { street: 'Elm Street', houseNumber: '727', name: '727 Elm Street' },
    home: { street: 'Oak Street', houseNumber: '158' },
    iban: null,
    costs: 2,
  },
  GB: {
    ...english,
    town: { city: 'Leeds', state: null, country: 'GB', postalCode: 'LS6 2AB' },
    house: { street: 'Chapel Lane', houseNumber: '214', name: '214 Chapel Lane' },
    flat: { street: 'Mill Street', houseNumber: '127', name: '127 Mill Street' },
    home: { street: 'Orchard Road', houseNumber: '158' },
    iban: 'GB29NWBK60161331926819',
    costs: 1.2,
  },
  CH: {
    ...german,
    town: { city: 'Winterthur', state: 'CH-ZH', country: 'CH', postalCode: '8400' },
    house: { street: 'Wiesenstrasse', houseNumber: '214', name: 'Wiesenstrasse 214' },
    flat: { street: 'Bachstrasse', houseNumber: '127', name: 'Bachstrasse 127' },
    home: { street: 'Gartenstrasse', houseNumber: '158' },
    iban: 'CH9300762011623852957',
    costs: 2,
  },
  AT: {
    ...german,
    town: { city: 'Graz', state: 'AT-6', country: 'AT', postalCode: '8010' },
    house: { street: 'Wiesengasse', houseNumber: '214', name: 'Wiesengasse 214' },
    flat: { street: 'Bachgasse', houseNumber: '127', name: 'Bachgasse 127' },
    home: { street: 'Gartengasse', houseNumber: '158' },
    iban: 'AT611904300234573201',
    costs: 1,
  },
  other: {
    ...english,
    town: { city: 'Cork', state: null, country: 'IE', postalCode: 'T12 AB34' },
    house: { street: 'Chapel Lane', houseNumber: '214', name: '214 Chapel Lane' },
    flat: { street: 'Mill Street', houseNumber: '127', name: '127 Mill Street' },
    home: { street: 'Orchard Road', houseNumber: '158' },
    iban: 'IE29AIBK93115212345678',
    costs: 1.5,
  },
};
