import { expect, test } from 'vitest';
import { HIDDEN, hiddenIn, hiderOf, type Other } from './other-people-rules';

const nobody = { emails: [], phones: [], ibans: [] };
const own = { firstName: 'Anna', lastName: 'Müller', ...nobody, phones: ['+49 170 1234567'] };
const bert: Other = {
  id: '01890000-0000-7000-8000-000000000001',
  ...{ firstName: 'Bert', lastName: 'Koch', isNear: true },
  emails: ['Bert.Koch@example.com'],
  phones: ['0171 / 765 43 21', '0170 1234567'],
  ibans: ['DE89370400440532013000'],
};
const far: Other = { ...nobody, firstName: 'Cäcilie', lastName: 'Berg', isNear: false };
const hide = hiderOf(own, [bert, far, { ...nobody, companyName: 'Haus GmbH', isNear: false }]);

test.each([
  ['who is near by each word of the name', 'Herr Koch, Bert, KOCH', 'Herr …, …, …'],
  ['not by a word that is no name', 'Sie kocht am Herd, koch nicht', 'Sie kocht am Herd, koch nicht'],
  ['who is far by the whole name, in either order', 'Berg, Cäcilie; CAECILIE BERG', '…, …; … …'],
  ['not by a part of it', 'Am Berg 3', 'Am Berg 3'],
  ['a company by its whole name', 'Haus GmbH im Haus', '… … im Haus'],
  ['addresses however they are written', 'an bert.koch@EXAMPLE.com.', 'an …'],
  ['numbers however they are dialled', 'Tel. +49 171 7654321!', 'Tel. …!'],
  ['not the number of both', 'Tel. 0170 1234567', 'Tel. 0170 1234567'],
  ['accounts with spaces, and what follows stays', 'DE89 3704 0044 0532 0130 00 Miete', '… Miete'],
  ['an account behind what begins like one', 'DE12 DE89370400440532013000', 'DE12 …'],
  ['ids', 'tenant 01890000-0000-7000-8000-000000000001', 'tenant …'],
  ['nothing of the person', 'Anna Müller, Miete 2026-11', 'Anna Müller, Miete 2026-11'],
])('hides %s', (_, text, shown) => {
  expect(hide(text)).toBe(shown);
});

const lansky = hiderOf(own, [
  { ...nobody, firstName: 'Carl', lastName: 'Meyer-Lansky', isNear: true },
  { ...nobody, firstName: 'Mai', lastName: 'von der Heide', isNear: true },
  { ...nobody, companyName: 'Bäcker', isNear: false },
  { ...nobody, lastName: 'Keller', isNear: false },
]);

test.each([
  ['before an s', "Kochs Ausweis, Koch's, Bert’s", "… Ausweis, …'s, …’s", hide],
  ['of a whole name before an s', 'Cäcilie Bergs Schlüssel', '… … Schlüssel', hide],
  ['at hyphens', 'Ausweis-Koch.pdf', 'Ausweis-….pdf', hide],
  ['half of a double name', 'Herr Meyer, Meyer-Lansky', 'Herr …, …-…', lansky],
  ['neither particles nor months', 'Von der Miete im Mai: Heide', 'Von der Miete im Mai: …', lansky],
  ['a month in a whole name', 'Mai von der Heide', '… … … …', lansky],
  ['no single word of who is far', 'Bäcker im Keller', 'Bäcker im Keller', lansky],
])('hides names %s', (_, text, shown, hider) => {
  expect(hider(text)).toBe(shown);
});

test('who bears the name of the person cannot be told apart, the rest of a family can', () => {
  const family = hiderOf(own, [
    { ...nobody, firstName: 'Max', lastName: 'Müller', isNear: true },
    { ...nobody, lastName: 'Müller', isNear: true },
  ]);
  expect(family('Anna und Max Müller')).toBe('Anna und … Müller');
});

test('looks into everything that a row holds', () => {
  const row = { at: [1, null, { names: ['Bert Koch', 'Anna'] }], 'Bert Koch': true };
  expect(hiddenIn(row, hide)).toEqual({
    at: [1, null, { names: [`${HIDDEN} ${HIDDEN}`, 'Anna'] }],
    [`${HIDDEN} ${HIDDEN}`]: true,
  });
});

test('of 500 random texts with a stranger somewhere in them none names one', () => {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const around = ['Miete', '12,50 €', 'Anna', '2026-11-30', 'für', '(bar)', '/', 'DE12', '+49', 'Koch'];
  const told = ['Bert', 'Bert Koch', 'bert.koch@example.com', '0171 7654321', 'DE89 3704 0044 0532 0130 00'];
  const more = ['Cäcilie Berg', 'Berg, Cäcilie', 'HAUS GMBH', '01890000-0000-7000-8000-000000000001'];
  const between = [' ', ', ', ' – ', '\n', ': '];
  for (let times = 0; times < 500; times += 1) {
    const parts = Array.from({ length: 1 + next(6) }, () => around[next(around.length)] ?? '');
    const secret = [...told, ...more][next(told.length + more.length)] ?? '';
    parts.splice(next(parts.length + 1), 0, secret);
    const text = parts.reduce((all, part) => `${all}${between[next(between.length)]}${part}`);
    const shown = hide(text);
    expect(shown.toLowerCase(), text).not.toContain(secret.toLowerCase());
    expect(shown).not.toMatch(/koch|bert|3704|cäcilie/i);
  }
});
