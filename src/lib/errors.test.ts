import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldCodes } from './errors';

describe('fieldCodes', () => {
  const codesOf = (schema: z.ZodType, value: unknown) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) throw new Error('expected invalid input');
    return fieldCodes(parsed.error);
  };

  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing value', z.object({ a: z.string() }), {}, 'required'],
    ['null', z.object({ a: z.int() }), { a: null }, 'required'],
    ['another type', z.object({ a: z.int() }), { a: 'x' }, 'invalid'],
    ['blank where one character is needed', z.object({ a: z.string().min(1) }), { a: '' }, 'required'],
    ['an empty list', z.object({ a: z.array(z.string()).min(1) }), { a: [] }, 'required'],
    ['too short', z.object({ a: z.string().min(3) }), { a: 'ab' }, 'too_short'],
    ['too long', z.object({ a: z.string().max(3) }), { a: 'abcd' }, 'too_long'],
    ['too small', z.object({ a: z.int().min(1) }), { a: 0 }, 'too_small'],
    ['too big', z.object({ a: z.int().max(9) }), { a: 10 }, 'too_big'],
    ['no e-mail address', z.object({ a: z.email() }), { a: 'x' }, 'email'],
    ['no id', z.object({ a: z.uuid() }), { a: 'x' }, 'uuid'],
    ['none of the choices', z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, 'invalid'],
    ['a code of its own', z.object({ a: z.string().regex(/^x/, { error: 'iban' }) }), { a: 'y' }, 'iban'],
  ])('%s', (_name, schema, value, code) => {
    expect(codesOf(schema, value)).toEqual({ a: code });
  });

  it('keeps the first problem of a field', () => {
    expect(codesOf(z.object({ a: z.string().min(5).regex(/^x/, { error: 'iban' }) }), { a: 'y' })).toEqual({
      a: 'too_short',
    });
  });

  it('gives a problem of the whole input the empty path', () => {
    expect(
      codesOf(
        z.object({}).refine(() => false, { error: 'required' }),
        {},
      ),
    ).toEqual({ '': 'required' });
  });
});
