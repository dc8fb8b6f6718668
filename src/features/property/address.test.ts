import { describe, expect, it } from 'vitest';
import { fieldCodes } from '@/lib/errors';
import { newId } from '@/lib/new-id';
import { createLandlordInput, updateLandlordInput } from '../portfolio/schema';
import { createTenantInput, updateTenantInput } from '../tenant/schema';
import { createPropertyInput, updatePropertyInput } from './schema';

const id = newId();
const property = { id, kind: 'apartment', name: 'Linden 4' };
const tenant = { id, kind: 'person', lastName: 'Vogt', letterLanguage: 'de' };
const landlord = { id, kind: 'person', name: 'Ada Vogt' };

/** Every input with an address. */
const inputs = {
  'property.create': { schema: createPropertyInput, rest: { ...property, unitId: newId() } },
  'property.update': { schema: updatePropertyInput, rest: { ...property, version: 1 } },
  'tenant.create': { schema: createTenantInput, rest: tenant },
  'tenant.update': { schema: updateTenantInput, rest: { ...tenant, version: 1 } },
  'landlord.create': { schema: createLandlordInput, rest: landlord },
  'landlord.update': { schema: updateLandlordInput, rest: { ...landlord, version: 1 } },
};

describe.each(Object.entries(inputs))('the postal code of %s', (_, { schema, rest }) => {
  const codes = (address: { postalCode: string | null; country: string | null }) => {
    const parsed = schema.safeParse({ ...rest, ...address });
    return parsed.success ? {} : fieldCodes(parsed.error);
  };

  it.each(['1069', '109691', 'D-10969', '1096l', '10 969'])('is refused in Germany as %s', (postalCode) => {
    expect(codes({ postalCode, country: 'DE' })).toEqual({ postalCode: 'postal_code' });
  });

  it.each([
    ['DE', '01067'],
    ['DE', ' 10969 '],
    ['DE', ''],
    ['DE', null],
    ['AT', '1010'],
    ['CH', '8001'],
    ['GB', 'SW1A 1AA'],
    ['US', '33139-1234'],
  ])('may be in %s: %s', (country, postalCode) => {
    expect(codes({ postalCode, country })).toEqual({});
  });
});

it.each([
  [createTenantInput, tenant],
  [createLandlordInput, landlord],
])('the postal code is free where no country is named', (schema, rest) => {
  expect(schema.safeParse({ ...rest, postalCode: 'SW1A 1AA', country: null }).success).toBe(true);
});
