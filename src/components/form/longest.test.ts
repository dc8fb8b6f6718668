import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as field from '@/lib/field';
import { boundAt } from './longest';

test('a bound is found below what makes a text optional, trims it or puts it into a list', () => {
  const schema = z
    .strictObject({
      name: field.name,
      note: field.optionalText(500),
      notes: field.optionalNotes,
      email: field.email,
      iban: field.iban,
      amountCents: field.amountCents,
      lines: z.array(z.strictObject({ note: field.optionalText(70) })).default([]),
      payer: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('one'), name: field.text(35) }),
        z.strictObject({ kind: z.literal('two'), name: field.text(70) }),
      ]),
    })
    .superRefine(() => {});
  const found = ['name', 'note', 'notes', 'email', 'lines.3.note', 'payer.name'];
  expect(found.map((one) => boundAt(schema, one)?.most)).toEqual([200, 500, 10_000, 254, 70, 70]);
  const none = ['iban', 'amountCents', 'lines', 'lines.0.other', 'nowhere', ':r1:~'];
  expect(none.map((one) => boundAt(schema, one))).toEqual(none.map(() => undefined));
});

test('a text is counted as its schema counts it: without the blanks it takes off, and a sign beyond the first plane once', () => {
  const schema = z.strictObject({
    trimmed: field.text(5),
    whole: z.string().max(5),
    email: field.email,
    notes: field.lines(5).nullable().default(null),
  });
  const texts = [
    'abcde',
    '  abcde\n',
    'abcdef',
    '🏠🏠🏠🏠🏠',
    '🏠🏠🏠🏠🏠🏠',
    'e\u0301e\u0301e\u0301',
    '',
    '     ',
  ];
  for (const path of ['trimmed', 'whole', 'notes'] as const) {
    const bound = boundAt(schema, path);
    const taken = texts.map((text) => schema.shape[path].safeParse(text).success);
    expect(
      texts.map((text) => bound !== undefined && bound.lengthOf(text) <= bound.most),
      path,
    ).toEqual(taken);
  }
  expect(boundAt(schema, 'email')?.lengthOf(' Anna@Example.com \n')).toBe(16);
});

/** The bounds that text fields of forms say themselves, with the schema their names are of. */
const saidBounds = globSync('src/**/*.tsx').flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  const [, schema] = /^const field = fieldsOf<typeof (\w+)>/m.exec(source) ?? [];
  const imported = new RegExp(`import (?:type )?\\{[^}]*\\b${schema}\\b[^}]*\\} from '([^']+)'`).exec(source);
  if (schema === undefined || !imported?.[1]) return [];
  const from = imported[1].startsWith('@/')
    ? imported[1].replace('@', 'src')
    : path.join(path.dirname(file), imported[1]);
  // A form sent to a server action has no schema in the browser.
  const isWithout = /\b(?:ActionForm|AuthForm)\b/.test(source);
  return [...source.matchAll(/<Text(?:area)?Field\b[\s\S]*?\/>/g)].flatMap(([element]) => {
    const [, name] = /\bname=\{field\(['`](.+?)['`]\)\}/.exec(element) ?? [];
    const [, said] = /\blongest=\{([\d_]+)\}/.exec(element) ?? [];
    if (name === undefined || said === undefined) return [];
    return [
      {
        file,
        name,
        said: Number(said.replaceAll('_', '')),
        schema,
        from: path.resolve(`${from}.ts`),
        isWithout,
      },
    ];
  });
});

test('a form does not say a second time how long a text may be, and nowhere otherwise than its schema', async () => {
  expect(saidBounds.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  for (const { file, name, said, schema, from, isWithout } of saidBounds) {
    const known = boundAt((await import(from))[schema], name.replace(/\$\{.+?\}/g, '0'))?.most;
    if (known !== undefined && (known !== said || !isWithout))
      wrong.push(`${file}: ${name} (${said}, in its schema ${known})`);
  }
  expect(wrong, 'without `longest` a field takes it from the schema of its form').toEqual([]);
});

/** What is looked for or tried is kept nowhere, and what stands in the field is what is looked for. */
const mayCut = /type="search"|role="combobox"/;

test('no field that keeps what is typed lets the browser cut it', () => {
  const cutting = globSync('src/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<(?:input|textarea|\w*Field)\b(?:=>|[^>])*?\bmaxLength\b/g)]
      .filter(([element]) => !mayCut.test(element))
      .map(() => file),
  );
  expect(cutting, '`longest` says at the field what is too long; nothing that was pasted is lost').toEqual(
    [],
  );
});
