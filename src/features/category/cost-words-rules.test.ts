import { expect, test } from 'vitest';
import { costNamed } from './cost-words-rules';

test.each([
  ['Grundsteuer 4. Quartal Kassenzeichen 33.1', 'property_tax'],
  ['ABFALLGEBUEHREN 2026', 'street_and_refuse'],
  ['Müllgebühren', 'street_and_refuse'],
  ['Stadtkasse Müllheim Grundsteuer', 'property_tax'],
  ['Grundsteuer Frau Müllner', 'property_tax'],
  ['Wohngebäudeversicherung 2027 VS-Nr 4711', 'insurance'],
  ['WOHNGEBAEUDEVERS. 4711', 'insurance'],
  ['Schornsteinfegermeister Ruß, Feuerstättenschau', 'chimney_sweep'],
  ['Allgemeinstrom Abschlag 11/26', 'lighting'],
  ['Wasserrechnung 3. Quartal', 'water'],
  ['Niederschlagswassergebühr', 'drainage'],
  ['Kontoführung', 'bank_fees'],
  ['Beitrag Haus & Grund Erfurt', 'membership'],
])('"%s" is %s', (text, code) => {
  expect(costNamed(text)).toBe(code);
});

test.each([
  // Two costs in one sum, of which none is the whole.
  'Wasser und Abwasser 2026',
  'Grundbesitzabgaben: Grundsteuer, Straßenreinigung, Abfall',
  // A person, and what says nothing.
  'Frau Müller Honorar',
  'Rechnung 4711',
  'Mineralwasser',
  'Peter Wasser',
  'Stadtwerke Strom Gas Wasser Abschlag',
  'Haus- und Grundstücksverwaltung Meier',
  'Erdgas Sportpark',
  'Schornsteinsanierung',
  '',
])('"%s" names no one cost', (text) => {
  expect(costNamed(text)).toBeNull();
});
