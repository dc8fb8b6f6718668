import type { Language } from '@/domain/vocabulary';

/** Where our users' properties usually lie: the countries whose rules we know first, then their neighbours. */
const countries =
  'DE AT CH US GB LI LU BE NL FR DK PL CZ IT ES PT IE SE NO FI HU SK SI HR GR BG RO EE LV LT MT CY IS CA AU NZ TR AE'.split(
    ' ',
  );

/** Wherever else people live (ISO 3166-1, and Kosovo): a tenant may move anywhere. */
const others =
  'AD AF AG AI AL AM AO AR AS AW AX AZ BA BB BD BF BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CC CD CF CG CI CK CL CM CN CO CR CU CV CW CX DJ DM DO DZ EC EG EH ER ET FJ FK FM FO GA GD GE GF GG GH GI GL GM GN GP GQ GT GU GW GY HK HN HT ID IL IM IN IQ IR JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LK LR LS LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MU MV MW MX MY MZ NA NC NE NF NG NI NP NR NU OM PA PE PF PG PH PK PM PN PR PS PW PY QA RE RS RU RW SA SB SC SD SG SH SJ SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TT TV TW TZ UA UG UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

type Option = { value: string; label: string };

/** The countries by name in the user's language, the near ones first; `present` is offered too, wherever it came from. */
export function countryOptions(language: Language, present?: string | null): Option[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const options = (codes: readonly string[]) =>
    codes.map((code) => ({ value: code, label: names.of(code) ?? code }));
  const all = [...countries, ...others];
  return [
    ...options(countries),
    ...options(others).toSorted((a, b) => a.label.localeCompare(b.label, language)),
    ...options(present && !all.includes(present) ? [present] : []),
  ];
}

/** What a country is called in a language. */
export const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;

/** ISO 3166-2 codes with the names they have at home; the German ones decide about public holidays, hence due days. */
const states: Record<string, Record<string, string>> = {
  DE: {
    BW: 'Baden-Württemberg',
    BY: 'Bayern',
    BE: 'Berlin',
    BB: 'Brandenburg',
    HB: 'Bremen',
    HH: 'Hamburg',
    HE: 'Hessen',
    MV: 'Mecklenburg-Vorpommern',
    NI: 'Niedersachsen',
    NW: 'Nordrhein-Westfalen',
    RP: 'Rheinland-Pfalz',
    SL: 'Saarland',
    SN: 'Sachsen',
    ST: 'Sachsen-Anhalt',
    SH: 'Schleswig-Holstein',
    TH: 'Thüringen',
  },
  AT: {
    1: 'Burgenland',
    2: 'Kärnten',
    3: 'Niederösterreich',
    4: 'Oberösterreich',
    5: 'Salzburg',
    6: 'Steiermark',
    7: 'Tirol',
    8: 'Vorarlberg',
    9: 'Wien',
  },
  US: {
    AL: 'Alabama',
    AK: 'Alaska',
    AZ: 'Arizona',
    AR: 'Arkansas',
    CA: 'California',
    CO: 'Colorado',
    CT: 'Connecticut',
    DE: 'Delaware',
    DC: 'District of Columbia',
    FL: 'Florida',
    GA: 'Georgia',
    HI: 'Hawaii',
    ID: 'Idaho',
    IL: 'Illinois',
    IN: 'Indiana',
    IA: 'Iowa',
    KS: 'Kansas',
    KY: 'Kentucky',
    LA: 'Louisiana',
    ME: 'Maine',
    MD: 'Maryland',
    MA: 'Massachusetts',
    MI: 'Michigan',
    MN: 'Minnesota',
    MS: 'Mississippi',
    MO: 'Missouri',
    MT: 'Montana',
    NE: 'Nebraska',
    NV: 'Nevada',
    NH: 'New Hampshire',
    NJ: 'New Jersey',
    NM: 'New Mexico',
    NY: 'New York',
    NC: 'North Carolina',
    ND: 'North Dakota',
    OH: 'Ohio',
    OK: 'Oklahoma',
    OR: 'Oregon',
    PA: 'Pennsylvania',
    RI: 'Rhode Island',
    SC: 'South Carolina',
    SD: 'South Dakota',
    TN: 'Tennessee',
    TX: 'Texas',
    UT: 'Utah',
    VT: 'Vermont',
    VA: 'Virginia',
    WA: 'Washington',
    WV: 'West Virginia',
    WI: 'Wisconsin',
    WY: 'Wyoming',
  },
  CA: {
    AB: 'Alberta',
    BC: 'British Columbia',
    MB: 'Manitoba',
    NB: 'New Brunswick',
    NL: 'Newfoundland and Labrador',
    NT: 'Northwest Territories',
    NS: 'Nova Scotia',
    NU: 'Nunavut',
    ON: 'Ontario',
    PE: 'Prince Edward Island',
    QC: 'Québec',
    SK: 'Saskatchewan',
    YT: 'Yukon',
  },
  AU: {
    ACT: 'Australian Capital Territory',
    NSW: 'New South Wales',
    NT: 'Northern Territory',
    QLD: 'Queensland',
    SA: 'South Australia',
    TAS: 'Tasmania',
    VIC: 'Victoria',
    WA: 'Western Australia',
  },
};

/** Where a letter does not arrive without the state: it stands between town and postal code. */
const statesOnLetters = ['US', 'CA', 'AU'];

export const isStateOnLetters = (country: string): boolean => statesOnLetters.includes(country);

/** What a state of the country is: its word stands in `Labels.stateKind`. */
export function stateKind(country: string): 'land' | 'state' | 'province' {
  if (country === 'CA') return 'province';
  return isStateOnLetters(country) ? 'state' : 'land';
}

/** What states are called in a language, `Labels.state` in messages/; those with one name everywhere are left out. */
type StateWords = Readonly<Record<string, string>>;

/** The states of a country by name; none where we have no list. */
export function stateOptions(country: string, words: StateWords): Option[] {
  return Object.keys(states[country] ?? {})
    .map((part) => `${country}-${part}`)
    .map((code) => ({ value: code, label: stateName(code, words) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/** `Bayern` or `Bavaria` for `DE-BY`; the code itself where we have no name. */
export function stateName(code: string, words: StateWords): string {
  const [country = '', part = ''] = code.split('-', 2);
  return words[code] ?? states[country]?.[part] ?? code;
}

type Address = {
  street: string | null;
  houseNumber: string | null;
  postalCode: string | null;
  city: string | null;
  state?: string | null;
  country: string | null;
};

type StreetAddress = Pick<Address, 'street' | 'houseNumber' | 'country'>;

/** Street and number in the order of the country: `914 Maple Avenue`, `Wiesengasse 214`; empty where there is neither. */
export function streetLine({ street, houseNumber, country }: StreetAddress): string {
  const isNumberFirst = ['US', 'GB', 'IE', 'FR', 'LU', 'CA', 'AU', 'NZ'].includes(country ?? '');
  const parts = isNumberFirst ? [houseNumber, street] : [street, houseNumber];
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
