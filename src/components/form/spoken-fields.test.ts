import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defaultFormats } from '@/i18n/formats';
import { FormatsProvider } from '@/i18n/formats-provider';
import * as field from '@/lib/field';
import { DateField } from './date-field';
import { fieldsOf } from './field-name';
import { FormProvider } from './form-context';
import { MoneyField } from './money-field';
import { NumberField } from './number-field';
import { TextField } from './text-field';
import { TextareaField } from './textarea-field';
import { useDomainForm } from './use-domain-form';

const messages = JSON.parse(readFileSync('messages/de.json', 'utf8'));

function drawn(field: ReactNode): string {
  const german = { formats: defaultFormats('de'), children: field };
  const children = createElement(FormatsProvider, german);
  const props = { locale: 'de', timeZone: 'Europe/Berlin', messages, children } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props));
}

/** What the elements say that an attribute of the first such element names. */
function told(html: string, tag: 'input' | 'button', attribute: string): string[] {
  const [element = ''] = new RegExp(`<${tag} [^>]*>`).exec(html) ?? [];
  const [, ids = ''] = new RegExp(`${attribute}="([^"]*)"`).exec(element) ?? [];
  return ids
    .split(' ')
    .filter(Boolean)
    .map((id) => {
      const [, words = ''] = new RegExp(`<[^>]* id="${id}"[^>]*>([^<]*)`).exec(html) ?? [];
      return words;
    });
}

test('an amount and a number say in what they are, then the hint', () => {
  const rent = createElement(MoneyField, { name: null, label: 'Kaltmiete', hint: 'Im Monat' });
  expect(told(drawn(rent), 'input', 'aria-describedby')).toEqual(['€', 'Im Monat']);
  const share = createElement(NumberField, { name: null, label: 'Anteil', unit: '%' });
  expect(told(drawn(share), 'input', 'aria-describedby')).toEqual(['%']);
  const rooms = createElement(NumberField, { name: null, label: 'Zimmer' });
  expect(told(drawn(rooms), 'input', 'aria-describedby')).toEqual([]);
});

test('of two days beside each other each calendar says of which field it is', () => {
  const ends = createElement(DateField, { name: null, label: 'Endet am', optional: true });
  expect(told(drawn(ends), 'button', 'aria-describedby')).toEqual(['Endet am']);
});

const bounded = z.strictObject({ name: field.text(35), notes: field.optionalNotes });
const name = fieldsOf<typeof bounded>();

const long = (letters: number) => 'x'.repeat(letters);

function BoundedForm({ texts }: { texts: readonly [string, string, string] }) {
  const form = useDomainForm({ schema: bounded, submit: async () => {} });
  const [first, notes, short] = texts;
  return createElement(FormProvider, { value: form.connection }, [
    createElement(TextField, { key: 1, name: name('name'), label: 'Name', defaultValue: first }),
    createElement(TextareaField, { key: 2, name: name('notes'), label: 'Notizen', defaultValue: notes }),
    createElement(TextField, { key: 3, name: name('name'), label: 'Kurz', longest: 4, defaultValue: short }),
    createElement(TextField, { key: 4, name: null, label: 'Filter' }),
  ]);
}

/** What is wrong with the fields, and what is quietly said below them. */
function saidOf(...texts: [string, string, string]) {
  const html = drawn(createElement(BoundedForm, { texts }));
  const plain = (part: string) => part.replace(/<[^>]*>/g, '');
  const all = (mark: RegExp) => [...html.matchAll(mark)].map(([, said = '']) => plain(said));
  return {
    cuts: /maxlength/i.test(html),
    invalid: [...html.matchAll(/<(?:input|textarea) [^>]*aria-invalid="true"/g)].length,
    problems: all(/<p id="[^"]*-problem"[^>]*>(.*?)<\/p>/g),
    counted: all(/<p data-length[^>]*>(.*?)<\/p>/g),
  };
}

test('a text that is too long is kept whole and says so at its field, by the bound of the schema unless it says another', () => {
  expect(saidOf(long(35), long(8_999), long(4))).toEqual({
    cuts: false,
    invalid: 0,
    problems: [],
    counted: [],
  });
  expect(saidOf(` ${long(36)} `, long(12_345), long(5))).toEqual({
    cuts: false,
    invalid: 3,
    problems: [
      'Höchstens 35 Zeichen; das sind 36.',
      'Höchstens 10.000 Zeichen; das sind 12.345.',
      'Höchstens 4 Zeichen; das sind 5.',
    ],
    counted: [],
  });
});

test('near its bound a text of several lines is counted, one of a single line is not', () => {
  const near = saidOf(long(35), long(9_000), long(4));
  expect(near).toMatchObject({ invalid: 0, problems: [], counted: ['9.000 von 10.000 Zeichen'] });
});
