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
  ['Zimmer 1', 'room'],
  ['WG-Zimmer 2', 'room'],
  ['Room 3', 'room'],
  ['Zi. links', 'room'],
  ['Zi 2', 'room'],
  ['Großes Zimmer', 'room'],
  ['Dachzimmer', 'room'],
  ['Mein Zimmer', 'room'],
  ['Zwei-Zimmer EG', 'apartment'],
  ['Bedroom 2', 'room'],
  ['Zimmer A', 'room'],
  ['Flat 3, Room 2', 'room'],
  ['Whg. 3 / Zi. 2', 'room'],
  ['WG EG links', 'apartment'],
  ['3 Zimmer', 'apartment'],
  ['3 Zimmer, EG links', 'apartment'],
  ['2-Zimmer-Wohnung', 'apartment'],
  ['2,5 Zi. DG', 'apartment'],
  ['1-Zimmer-Apartment 12', 'apartment'],
  ['2 room flat', 'apartment'],
  ['Zimmermann', 'apartment'],
  ['Showroom', 'apartment'],
  ['Storage room 3', 'storage'],
  ['Praxis, Zimmer 2', 'commercial'],
  ['Büro, 2 Zimmer', 'commercial'],
] as const)('%s is %s', (name, kind) => expect(kindNamed(name)).toBe(kind));

test('a house with a shop is mixed, one without stays a house of flats, and what stands alone is itself', () => {
  expect(propertyKindOf(['apartment', 'commercial', 'parking'])).toBe('mixed');
  expect(propertyKindOf(['apartment', 'parking'])).toBe('multi_family');
  expect(propertyKindOf(['commercial', 'parking'])).toBe('commercial');
  expect(propertyKindOf(['parking'])).toBe('parking');
  expect(propertyKindOf(['room', 'room', 'parking'])).toBe('apartment');
  expect(propertyKindOf(['room', 'room', 'apartment'])).toBe('multi_family');
  expect(propertyKindOf(['room'])).toBe('apartment');
});
