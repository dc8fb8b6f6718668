import { expect, test } from 'vitest';
import { toCsv } from './csv';

test('German figures: comma and semicolon; −5 cents are −0,05', () => {
  expect(
    toCsv(
      [
        ['Monat', 'Netto'],
        ['November 2026', { cents: 123_456 }],
        ['x', { cents: -5 }],
      ],
      { decimal: ',' },
    ),
  ).toBe('\ufeffMonat;Netto\r\nNovember 2026;1234,56\r\nx;-0,05\r\n');
});

test('English figures: point and comma, days as they are', () => {
  expect(toCsv([['May', { cents: 100 }, { count: 31 }]], { decimal: '.' })).toBe('\ufeffMay,1.00,31\r\n');
});

test('quotes, separators and line breaks are quoted', () => {
  expect(toCsv([['a "b"', 'c;d', 'e,f', 'g\nh']], { decimal: ',' })).toBe(
    '\ufeff"a ""b""";"c;d";e,f;"g\nh"\r\n',
  );
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  ' =1',
  '\u200b=1',
  '\u3000\uff1d1',
  '\uff1d1',
  '\uff0b1',
  '\uff0d1',
  '\uff201',
])('a name that would run as a formula does not: %j', (name) => {
  expect(toCsv([[name]], { decimal: '.' })).toBe(`\ufeff'${name}\r\n`);
});

test.each(['\r=1', '\n@A1', '\rx'])('nor does one after a line break: %j', (name) => {
  expect(toCsv([[name]], { decimal: '.' })).toBe(`\ufeff"'${name}"\r\n`);
});

test('words kept together on a page are plain words in a spreadsheet', () => {
  expect(toCsv([['Plagwitz, 2.\u00a0OG\u00a0rechts']], { decimal: '.' })).toBe(
    '\ufeff"Plagwitz, 2. OG rechts"\r\n',
  );
});
