import { expect, test } from 'vitest';
import { english, listPage, speechFor } from './page.ts';

const french = { ...english, title: 'Courrier <reçu>', empty: 'Rien.' };
const words = { fr: french, 'pt-BR': { ...english, title: 'Correio' } };

test.each([
  ['pt-BR,fr;q=0.5', 'Correio'],
  ['fr-CA', french.title],
  ['de, pt-BR', 'Correio'],
  ['frr', french.title],
  ['de', french.title],
  [undefined, french.title],
])('who reads %s reads "%s"', (accepted, title) => {
  expect(speechFor(accepted, words).say.title).toBe(title);
});

test('the words are text, the page is in their language', () => {
  const page = listPage(speechFor('fr', words), [], 'token');
  expect(page).toContain('<html lang="fr">');
  expect(page).toContain('<h1>Courrier &lt;reçu&gt;</h1>');
  expect(page).toContain('Rien.');
});
