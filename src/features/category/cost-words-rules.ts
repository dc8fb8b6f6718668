import { foldedText } from '../../lib/search.ts';
import type { BuiltInCode } from './built-in-facts.ts';

/** Words by which bills of a house call what they are for, umlauts written out: § 2 BetrKV, and what no tenant bears. */
const costWords: readonly (readonly [BuiltInCode, RegExp])[] = [
  ['property_tax', /grundsteuer|\bproperty tax/],
  [
    'water',
    /\bwasser(?:geld|gebuehr(?:en)?|versorgung|rechnung|verbrauch|kosten)\b|trinkwasser(?!unter)|frischwasser|kaltwasser/,
  ],
  [
    'drainage',
    /^(?!.*\bwasser\b).*(?:abwasser|niederschlagswasser|regenwasser|schmutzwasser|entwaesserung|kanalgebuehr)/,
  ],
  ['heating', /fernwaerme|nahwaerme|heizoel|holzpellets/],
  ['lift', /aufzug|fahrstuhl/],
  [
    'street_and_refuse',
    /\bmuell\b|muell(?:abfuhr|gebuehr|entsorg|tonne|abrechn)|abfall(?:gebuehr|entsorg|wirtschaft)|strassenreinigung|winterdienst/,
  ],
  [
    'building_cleaning',
    /gebaeudereinigung|treppenhausreinigung|treppenreinigung|hausreinigung|schaedlingsbekaempfung/,
  ],
  ['garden', /gartenpflege|gartenarbeit|gruenpflege|gruenanlage/],
  ['lighting', /allgemeinstrom|hausstrom|treppenhausbeleuchtung/],
  ['chimney_sweep', /schornsteinfeg|kaminkehrer|kaminfeger|rauchfangkehrer/],
  [
    'insurance',
    /gebaeudevers|grundbesitzerhaftpflicht|hausbesitzerhaftpflicht|haus- und grundbesitzer|\bbuilding insurance/,
  ],
  ['caretaker', /hausmeister|hauswart/],
  ['antenna', /kabelanschluss|kabelfernsehen|gemeinschaftsantenne/],
  ['management', /hausverwaltung|mietverwaltung|verwalterhonorar|verwaltergebuehr/],
  ['bank_fees', /kontofuehrung|kontoentgelt|entgeltabschluss/],
  ['tax_advice', /steuerberat/],
  ['legal', /rechtsanw/],
  ['membership', /haus (?:und|&|u\.) grund\b/],
  ['mortgage_interest', /darlehenszins|hypothekenzins/],
  ['ground_rent', /erbbauzins|erbpachtzins/],
];

/**
 * The cost that the words of a payment name, which a form may begin with; nothing is booked by it. Null where they name
 * none, or more than one: a municipality asks for water and drainage in one sum.
 */
export function costNamed(text: string): BuiltInCode | null {
  const folded = foldedText(text);
  const [named, other] = costWords.filter(([, words]) => words.test(folded));
  return named && !other ? named[0] : null;
}
