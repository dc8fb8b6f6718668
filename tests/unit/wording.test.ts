import fs from 'node:fs';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { compareLanguages, flatten } from '../../scripts/checks/message-rules.ts';
import type { Jurisdiction } from '../../src/domain/vocabulary.ts';
import { readMessages } from '../../src/i18n/read-messages.ts';
import { withWording, wordingOf } from '../../src/i18n/wording.ts';

const read = (name: string) => JSON.parse(fs.readFileSync(`messages/${name}.json`, 'utf8'));
const [english, american] = [read('en'), read('wording/en-US')];
const [before, otherwise] = [flatten(english), flatten(american)];

/** What an American landlord does not say. “Let” is also a verb everybody has: let it go, let me know. */
const british =
  /\b(flats?|lettings?|tenanc(y|ies)|post(al )?codes?|handovers?|colours?|instalments?|per cent|favour|labour|cheques?|net rents?|modernis\w+|(recogn|author|organ)is\w+)\b|\b(is|are|was|be|not|days|units|what is) let\b|^let\b|\blet (to|until|since|from)\b/i;

/** Public pages, which know no country, and what is said only where German law or its banks are. */
const elsewhere =
  /^(Home|What|About|Privacy|Heating|LettingCheck|RentCap|IndexLetter|Debits|Demo\.offer$|Deposit\.returnDueHint|LegalFigures\.brakes|LetterTexts\.(move_in_confirmation|new_advance|index_rent|sepa_mandate)|Activity\.actions\.mandate|CostStatement\.(problems|warnings)|Server\.demo\.story\.(kreuzberg|prenzlauerBerg|objectionAnswer)|Explain\.)/;
/** What is read of a message, without the names of its gaps. */
const said = (parts: MessageFormatElement[]): string =>
  parts
    .map((part) => {
      if (part.type === TYPE.literal) return part.value;
      if (part.type === TYPE.tag) return said(part.children);
      if (part.type !== TYPE.select && part.type !== TYPE.plural) return ' ';
      return Object.values(part.options)
        .map((option) => said(option.value))
        .join(' ');
    })
    .join('');
const britishIn = (text: string) => british.exec(said(parse(text)))?.[0];
const isOfGermany = (key: string, text: string) => elsewhere.test(key) || /§|German|BGH/.test(text);

test('what the United States call otherwise has the keys and the gaps of English, and differs from it', () => {
  const there = new Map([...before].filter(([key]) => otherwise.has(key)));
  expect(compareLanguages({ en: there, 'en-US': otherwise })).toEqual([]);
  expect([...otherwise].filter(([key, text]) => before.get(key) === text)).toEqual([]);
});

test('no British word is left in what a landlord in the United States reads', () => {
  const words = flatten(withWording(english, american));
  expect(words.get('Labels.propertyKind.apartment')).toBe('Apartment');
  expect(words.get('PropertyForm.title')).toBe(before.get('PropertyForm.title'));
  const left = [...words].filter(([key, text]) => !isOfGermany(key, text) && britishIn(text));
  const found = left.map(([key, text]) => `${key}: “${britishIn(text)}” in “${text}”`);
  expect(britishIn('{colour}: {count, plural, other {{colour}}}')).toBeUndefined();
  expect(britishIn('{count, plural, one {flat} other {homes}}')).toBe('flat');
  expect(found, 'other words in en.json, or American ones in messages/wording/en-US.json').toEqual([]);
});

test('“by mail” is the postal service in the United States: e-mail is called so, and letters go by postal mail', () => {
  const words = flatten(withWording(english, american));
  const left = [...words].filter(
    ([key, text]) => !isOfGermany(key, text) && /\bby (mail|post)\b/i.test(said(parse(text))),
  );
  expect(left).toEqual([]);
});

test('in Switzerland German has no ß, in Austria no “Kaltmiete”, and gaps stay what they are', async () => {
  const german = flatten(await readMessages('de'));
  const austrian = flatten(await readMessages('de-AT'));
  const swiss = flatten(await readMessages('de-CH'));
  expect(compareLanguages({ de: german, 'de-AT': austrian, 'de-CH': swiss })).toEqual([]);
  expect([...swiss].filter(([, text]) => /ß|Kaltmiete|Umsatzsteuer|USt\./.test(text))).toEqual([]);
  expect([...austrian].filter(([, text]) => /Kaltmiete|Nebenkosten/.test(text))).toEqual([]);
  const net = [german, austrian, swiss].map((words) => words.get('Labels.rentLine.net'));
  expect(net).toEqual(['Kaltmiete', 'Nettomiete', 'Nettomiete']);
  expect(['AT', 'CH', 'DE'].map((country) => wordingOf('de', country as Jurisdiction))).toEqual([
    ...['de-AT', 'de-CH', 'de'],
  ]);
});

test('pages of a portfolio take their words where its country is known', () => {
  const rooms = ['src/app/[locale]/(app)', 'src/features'];
  const files = rooms.flatMap((room) =>
    fs
      .readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(room, name)),
  );
  expect(files.length).toBeGreaterThan(100);
  // `getTranslations` and `getMessages` of next-intl know the language alone: their English is British.
  const asked = files.filter((file) =>
    /\bget(Translations|Messages)\b[^;]*next-intl/.test(fs.readFileSync(file, 'utf8')),
  );
  expect(asked).toEqual([]);
});
