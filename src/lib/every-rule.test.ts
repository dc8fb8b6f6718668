import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldCodes } from './errors';
import { askingEveryRule } from './every-rule';
import * as field from './field';

const codesOf = (schema: z.ZodType, input: unknown) => {
  const { error } = askingEveryRule(schema).safeParse(input);
  return error ? fieldCodes(error) : {};
};

const period = z
  .strictObject({
    name: field.name,
    from: field.calendarDate,
    to: field.calendarDate,
    kind: z.enum(['a', 'b']),
  })
  .refine(...field.forwards)
  .refine(({ name }) => name !== 'never', { error: 'characters', path: ['name'] });

test('a rule is told together with what is wrong with fields that it does not read', () => {
  expect(codesOf(period, { from: '2026-02-01', to: '2026-01-01' })).toEqual({
    name: 'required',
    kind: 'invalid',
    to: 'end_before_start',
  });
  expect(codesOf(period, { name: 'never', from: 'soon', to: '2026-01-01', kind: 'c' })).toEqual({
    name: 'characters',
    kind: 'invalid',
    from: 'date',
  });
});

test('a day that is none, or none that people enter, stops only the rules that read it', () => {
  const given = { name: 'never', kind: 'a', to: '2026-01-01' };
  for (const from of ['', '2026-02-30', '1066-01-01', null, undefined, 5, {}]) {
    expect(Object.keys(codesOf(period, { ...given, from })), String(from)).toEqual(['from', 'name']);
  }
});

test('of a rule that says several things what it said before it came upon a wrong value counts', () => {
  const schema = z.strictObject({ a: z.int(), b: z.int(), c: z.int() }).superRefine((value, context) => {
    const refuse = (path: string) => context.addIssue({ code: 'custom', message: 'zero', path: [path] });
    if (value.a === 0) refuse('a');
    if (value.b === 0) refuse('b');
    if (value.c === 0) refuse('c');
  });
  expect(codesOf(schema, { a: 0, b: null, c: 0 })).toEqual({ a: 'zero', b: 'required' });
});

test('a rule over a list is asked past a row that is wrong where it does not read it', () => {
  const schema = z.strictObject({
    title: field.name,
    rows: z
      .array(z.strictObject({ key: z.string(), amountCents: field.positiveCents }))
      .min(1)
      .superRefine((rows, context) => {
        for (const [index, row] of rows.entries()) {
          if (rows.findIndex((other) => other.key === row.key) < index) {
            context.addIssue({ code: 'custom', message: 'duplicate', path: [index, 'key'] });
          }
        }
      }),
  });
  const rows = [{ key: 'a' }, { key: 'b', amountCents: 5 }, { key: 'a', amountCents: 5 }];
  expect(codesOf(schema, { rows })).toEqual({
    title: 'required',
    'rows.0.amountCents': 'required',
    'rows.2.key': 'duplicate',
  });
  expect(codesOf(schema, { title: 'x', rows: null })).toEqual({ rows: 'required' });
  expect(codesOf(schema, { title: 'x', rows: {} })).toEqual({ rows: 'invalid' });
  expect(codesOf(schema, [])).toEqual({ '': 'invalid' });
  expect(codesOf(schema, { rows: [5, { key: 'a', amountCents: 1 }] })).toEqual({
    title: 'required',
    'rows.0': 'invalid',
  });
});

test('what is valid, and what zod answers to it, stays as it was', () => {
  const given = { name: ' x ', from: '2026-01-01', to: '2026-01-31', kind: 'a' };
  expect(askingEveryRule(period).parse(given)).toEqual({ ...given, name: 'x' });
  expect(codesOf(period, { ...given, to: '2025-12-31' })).toEqual({ to: 'end_before_start' });
  expect(codesOf(period, 'nothing')).toEqual({ '': 'invalid' });
});

test('a fault of a rule itself is not hidden', () => {
  const schema = z.strictObject({ a: z.int(), b: z.int() }).refine(({ b }) => {
    throw new RangeError(`no ${b}`);
  });
  expect(() => codesOf(schema, { b: 1 })).toThrow(new RangeError('no 1'));
});
