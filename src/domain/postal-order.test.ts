import { expect, test } from 'vitest';
import { inPostalOrder } from './postal-order';

const to = (postalCode: string, street: string, houseNumber: string, name: string, country = 'DE') => ({
  sentTo: { country, postalCode, street, houseNumber },
  tenants: [name],
});

test('letters are printed in the order of a round: post code, street, number of the house, name', () => {
  const letters = [
    { sentTo: null, tenants: ['Ohne'] },
    to('10969', 'Lindenstraße', '12', 'Zwölf'),
    to('10969', 'Lindenstraße', '9 b', 'Neun B'),
    to('10969', 'Lindenstraße', '9', 'Weber'),
    to('10969', 'Lindenstraße', '9', 'Adam'),
    to('10969', 'Ahornweg', '40', 'Ahorn'),
    to('01067', 'Zwingerstraße', '1', 'Dresden'),
    to('1010', 'Annagasse', '1', 'Wien', 'AT'),
  ];
  expect(inPostalOrder(letters).map(({ tenants }) => tenants[0])).toEqual([
    ...['Wien', 'Dresden', 'Ahorn', 'Adam', 'Weber', 'Neun B', 'Zwölf', 'Ohne'],
  ]);
});
