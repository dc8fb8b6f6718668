import { expect, test } from 'vitest';
import { kindIn, kindNamed, propertyKindOf } from './kind-rules';

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
  ['fünf Zimmer', 'apartment'],
  ['Dreieinhalb Zimmer', 'apartment'],
  ['Six-room', 'apartment'],
  ['2 Zimmer, Stellplatz', 'parking'],
  ['Zimmer 2, Wohnung 3', 'room'],
  ['Zimmer 2 in Wohnung 3', 'room'],
  ['Room B (Flat 3)', 'room'],
  ['Wohnung 3 mit Zimmer', 'apartment'],
  ['Zimmer 3 + Stellplatz', 'room'],
  ['Zimmer mit Stellplatz', 'room'],
  ['Zimmer 1 (Büro)', 'commercial'],
  ['Praxis + Zimmer 2', 'commercial'],
  ['Einzelzimmer 3', 'room'],
  ['Doppelzimmer', 'room'],
] as const)('%s is %s', (name, kind) => expect(kindNamed(name)).toBe(kind));

test('what a column calls a kind: one of the rooms, not how many there are', () => {
  const called = ['Einzelzimmer', 'Doppelzimmer', 'WG-Zimmer', 'Room', '3 Zimmer', 'Zimmer mit Stellplatz'];
  expect(called.map(kindIn)).toEqual(['room', 'room', 'room', 'room', null, null]);
});

test('a house with a shop is mixed, one without stays a house of flats, and what stands alone is itself', () => {
  expect(propertyKindOf(['apartment', 'commercial', 'parking'])).toBe('mixed');
  expect(propertyKindOf(['apartment', 'parking'])).toBe('multi_family');
  expect(propertyKindOf(['commercial', 'parking'])).toBe('commercial');
  expect(propertyKindOf(['parking'])).toBe('parking');
  expect(propertyKindOf(['room', 'room', 'parking'])).toBe('apartment');
  expect(propertyKindOf(['room', 'room', 'apartment'])).toBe('multi_family');
  expect(propertyKindOf(['room'])).toBe('apartment');
});
