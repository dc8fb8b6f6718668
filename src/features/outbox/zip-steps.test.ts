import { expect, test } from 'vitest';
import { zipLetters } from './zip-steps';

test('a letter whose file is lost keeps the others from nothing, and two of one name are told apart', async () => {
  const bytes = new TextEncoder().encode('%PDF');
  const zip = zipLetters(['a', 'lost', 'a', 'b/c'], async (name) =>
    name === 'lost' ? null : [{ name: `${name}.pdf`, bytes }],
  );
  const text = await new Response(zip).text();
  expect([...new Set(text.match(/[\w ()]+\.pdf/g))]).toEqual(['a.pdf', 'a (2).pdf', 'b_c.pdf']);
});
