import { expect, it } from 'vitest';
import { z } from 'zod';
import { type FieldName, fieldsOf, within } from './field-name';

const input = z.strictObject({
  lastName: z.string().nullable().default(null),
  emails: z.array(z.string()).default([]),
  lines: z.array(z.strictObject({ amountCents: z.int(), vat: z.strictObject({ rateBp: z.int() }) })),
});
const field = fieldsOf<typeof input>();

it('names what the schema has, below lists too', () => {
  const place = 1;
  expect([
    field('lastName'),
    field('emails.0'),
    field(`lines.${place}.amountCents`),
    within(field('lines'))(`${place}.vat.rateBp`),
  ]).toEqual(['lastName', 'emails.0', 'lines.1.amountCents', 'lines.1.vat.rateBp']);
});

it('does not compile with another name, nor with text', () => {
  // @ts-expect-error: not in the schema
  field('surname');
  // @ts-expect-error: not in a row of the list
  field('lines.0.amount');
  // @ts-expect-error: a list has places
  field('lines.amountCents');
  // @ts-expect-error: not below this value
  within(field('lines'))('0.vatRateBp');
  // @ts-expect-error: text is no name
  const name: FieldName = 'lastName';
  expect(name).toBe('lastName');
});
