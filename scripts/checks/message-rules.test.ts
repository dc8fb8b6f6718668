import { describe, expect, test } from 'vitest';
import { asUnsaid } from '../new/unsaid.ts';
import {
  compareLanguages,
  findHardCoded,
  findMissing,
  findUntranslated,
  findUnused,
  flatten,
} from './message-rules.ts';
import { parseSource } from './source.ts';

const source = (text: string, file = 'src/features/rent/components/list.tsx') => [parseSource(file, text)];

test('words that a scaffold has written wait to be said in each other language', () => {
  const [en, de] = [
    { Permit: { title: 'Parking permits', name: 'Name' } },
    { Permit: { title: '', name: 'Name' } },
  ];
  de.Permit.title = asUnsaid(en.Permit.title, 'en');
  expect(findUntranslated({ en: flatten(en), de: flatten(de) })).toEqual([
    'de: Permit.title waits to be said in its language: [en] Parking permits',
  ]);
  de.Permit.title = 'Parkausweise';
  expect(findUntranslated({ en: flatten(en), de: flatten(de) })).toEqual([]);
});

describe('two languages', () => {
  const compare = (en: object, de: object) => compareLanguages({ en: flatten(en), de: flatten(de) });

  test('say the same with the same placeholders, in any order', () => {
    const en = {
      Rent: { due: '{count, plural, one {# rent} other {# rents}} of {name}', more: '<b>more</b>' },
    };
    const de = { Rent: { due: '{name}: {count, plural, other {# Mieten}}', more: '<b>mehr</b>' } };
    expect(compare(en, de)).toEqual([]);
  });

  test.each([
    ['a missing key', { a: 'x', b: 'y' }, { a: 'x' }, 'b is missing in de.json'],
    [
      'nothing in one case',
      { a: '{place, select, DE {} other {x}}' },
      { a: '{place, select, DE {y} other {x}}' },
      'en: a may come out as nothing: ask the code whether it is said',
    ],
    ['a key too many', { a: 'x' }, { a: 'x', b: 'y' }, 'b is missing in en.json'],
    [
      'another placeholder',
      { a: '{name}' },
      { a: '{nome}' },
      'a: en has [name: argument], de has [nome: argument]',
    ],
    ['another kind', { a: '{n, number}' }, { a: '{n}' }, 'a: en has [n: number], de has [n: argument]'],
    ['a lost tag', { a: '<b>x</b>' }, { a: 'x' }, 'a: en has [<b>], de has []'],
    ['an empty text', { a: 'x' }, { a: ' ' }, 'de: a is empty'],
  ])('differ by %s', (_, en, de, message) => {
    expect(compare(en, de)).toContain(message);
  });

  test('differ by the cases of a select', () => {
    const [message] = compare({ a: '{k, select, x {1} other {2}}' }, { a: '{k, select, y {1} other {2}}' });
    expect(message).toContain('select(other, x)');
  });

  test('are readable', () => {
    expect(compare({ a: '{name' }, { a: 'x' })[0]).toMatch(/^en: a cannot be read/);
  });
});

describe('unused keys', () => {
  const keys = ['Rent.due', 'Rent.kind.cold', 'Rent.kind.heating', 'Rent.old', 'Site.due'];
  const unused = (text: string) => findUnused(keys, source(text));

  test('are those nobody asks for', () => {
    const dynamic = ['t(`kind.', '{kind}`);'].join('$');
    const text = `const t = useTranslations('Rent'); t('due'); t.rich('old'); ${dynamic}`;
    expect(unused(text)).toEqual(['Site.due']);
  });

  test('a key in another namespace is another key', () => {
    expect(unused("const t = await getTranslations({ locale, namespace: 'Site' }); t('due');")).toEqual(
      keys.slice(0, 4),
    );
  });

  test('both branches of a choice count', () => {
    expect(unused("const t = useTranslations('Rent'); t(a ? 'due' : 'old');")).not.toContain('Rent.old');
  });

  test('a key chosen at run time counts when the code mentions it', () => {
    const text =
      "const t = useTranslations('Rent'); const kinds = ['kind.cold'] as const; kinds.map((k) => t(k));";
    expect(unused(text)).toEqual(['Rent.due', 'Rent.kind.heating', 'Rent.old', 'Site.due']);
  });

  test('codes of another server count as soon as the code looks any of them up', () => {
    const foreign = ['AuthErrors.weak_password'];
    expect(findUnused(foreign, source("const t = useTranslations('AuthErrors'); t(code);"))).toEqual([]);
    expect(findUnused(foreign, source("const t = useTranslations('Rent'); t(code);"))).toEqual(foreign);
  });

  test('a part that is handed on whole is used, a whole namespace is not', () => {
    const keys = ['Labels.state.DE-BY', 'Labels.kind'];
    expect(findUnused(keys, source('name(code, useMessages().Labels.state);'))).toEqual(['Labels.kind']);
    expect(findUnused(keys, source('name(code, useMessages().Labels);'))).toEqual(keys);
  });

  test('a translator handed over may speak for any namespace', () => {
    expect(unused("function words(t: Translator) { return t('due'); }")).toEqual([
      'Rent.kind.cold',
      'Rent.kind.heating',
      'Rent.old',
    ]);
  });
});

describe('missing keys', () => {
  const missing = (text: string) =>
    findMissing(['Rent.due', 'Rent.kind.cold', 'Site.title'], source(text)).map(
      ({ line, message }) => `${line}: ${message}`,
    );
  const dynamic = ['t(`kind.', '{kind}`);'].join('$');

  test('are named with the line that asks for them', () => {
    expect(missing("const t = useTranslations('Rent');\nt('due');\nt('dew');\nt.rich('title');")).toEqual([
      '3: Rent.dew is in no file of messages/',
      '4: Rent.title is in no file of messages/',
    ]);
    expect(missing(`const t = useTranslations('Site'); ${dynamic}`)).toEqual([
      '1: Site.kind.… is in no file of messages/',
    ]);
    expect(missing("function words(t: Translator) { return t('dew'); }")).toEqual([
      '1: dew is in no file of messages/',
    ]);
  });

  test.each([
    ['keys with parts from the running program', `const t = useTranslations('Rent'); ${dynamic}`],
    ['questions whether there is one', "const t = useTranslations('Rent'); t.has('dew');"],
    ['whole branches', "const t = useTranslations('Rent'); t.raw('kind');"],
    ['a handed translator', "function words(t: Translator) { return t('kind.cold'); }"],
  ])('are none: %s', (_, text) => {
    expect(missing(text)).toEqual([]);
  });
});

describe('hard-coded words', () => {
  test.each([
    ['between tags', '<p>Rent due</p>'],
    ['as an expression', "<p>{'Rent due'}</p>"],
    ['in a label', '<button aria-label="Close" />'],
    ['in a placeholder', "<input placeholder={'Name'} />"],
  ])('%s are found', (_, jsx) => {
    expect(findHardCoded(source(`export const A = () => ${jsx};`))).toHaveLength(1);
  });

  test.each([
    ['signs', '<p>· € 1.000 –</p>'],
    ['other attributes', '<p className="text-sm" id="rent">{t("due")}</p>'],
    ['an empty alternative text', '<img alt="" src="/a.png" />'],
  ])('%s are none', (_, jsx) => {
    expect(findHardCoded(source(`export const A = () => ${jsx};`))).toEqual([]);
  });
});
