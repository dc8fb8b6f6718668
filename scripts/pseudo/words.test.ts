import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compareLanguages, flatten } from '../checks/message-rules.ts';
import { root } from '../surroundings.ts';
import { pseudoMessage, pseudoMessages } from './words.ts';

test('words grow and are bracketed, what is filled in stays', () => {
  expect(pseudoMessage('Save')).toBe('⟦Šààvéé⟧');
  expect(pseudoMessage('{count, plural, one {# unit} other {# units}}')).toBe(
    '⟦{count,plural,one{# ûûñîît} other{# ûûñîîtš}}⟧',
  );
  expect(pseudoMessage('Read <link>more</link>, {name}')).toContain('<link>');
});

test('every message of the default language has the same places to fill in, and is longer', () => {
  const english = JSON.parse(fs.readFileSync(path.join(root, 'messages', 'en.json'), 'utf8'));
  const [en, pseudo] = [flatten(english), flatten(pseudoMessages(english))];
  expect(compareLanguages({ en, pseudo })).toEqual([]);
  const letters = (text = '') => text.replace(/\{[^{}]*\}/g, '').match(/\p{L}/gu)?.length ?? 0;
  const short = [...en].filter(([key, text]) => letters(pseudo.get(key)) < letters(text) * 1.2);
  expect(short.filter(([, text]) => !/[{<]/.test(text))).toEqual([]);
});
