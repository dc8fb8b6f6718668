import { expect, test } from 'vitest';
import { kindNamed, propertyKindOf } from './kind-rules';

test.each([
  ['Wohnung 3', 'apartment'],
  ['1. OG links', 'apartment'],
  ['Kellerwohnung', 'apartment'],
  ['Ladenwohnung', 'apartment'],
  ['Ladenlokal EG', 'commercial'],
  ['Zahnarztpraxis', 'commercial'],
  ['Obergeschoss', 'apartment'],
  ['Stellplatz 2', 'parking'],
  ['TG-Stellplatz', 'parking'],
  ['Tiefgaragenplatz 4', 'parking'],
  ['Shop', 'commercial'],
  ['Lagerraum', 'storage'],
  ['Flat 2', 'apartment'],
] as const)('%s is %s', (name, kind) => expect(kindNamed(name)).toBe(kind));

test('a house with a shop is mixed, one without stays a house of flats, and what stands alone is itself', () => {
  expect(propertyKindOf(['apartment', 'commercial', 'parking'])).toBe('mixed');
  expect(propertyKindOf(['apartment', 'parking'])).toBe('multi_family');
  expect(propertyKindOf(['commercial', 'parking'])).toBe('commercial');
  expect(propertyKindOf(['parking'])).toBe('parking');
});
