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

function BoundedForm() {
  const form = useDomainForm({ schema: bounded, submit: async () => {} });
  return createElement(FormProvider, { value: form.connection }, [
    createElement(TextField, { key: 1, name: name('name'), label: 'Name' }),
    createElement(TextareaField, { key: 2, name: name('notes'), label: 'Notizen' }),
    createElement(TextField, { key: 3, name: name('name'), label: 'Kurz', maxLength: 4 }),
    createElement(TextField, { key: 4, name: null, label: 'Suche' }),
  ]);
}

test('a text takes no more letters than the schema of its form, unless it says otherwise', () => {
  const fields = [...drawn(createElement(BoundedForm)).matchAll(/<(?:input|textarea) [^>]*?>/g)];
  const bounds = fields.map(([element]) => /maxLength="(\d+)"/i.exec(element)?.[1]);
  expect(bounds).toEqual(['35', '10000', '4', undefined]);
});
