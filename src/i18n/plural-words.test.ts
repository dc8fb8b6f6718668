import { createTranslator } from 'next-intl';
import { expect, test } from 'vitest';
import de from '../../messages/de.json';
import en from '../../messages/en.json';

test('an installation that lets a person own one portfolio says so', () => {
  const said = (count: number) => [
    createTranslator({ locale: 'de', messages: de, namespace: 'Errors.portfolio' })('too_many', { count }),
    createTranslator({ locale: 'en', messages: en, namespace: 'Errors.portfolio' })('too_many', { count }),
  ];
  const [german, english] = said(1);
  expect(german).toContain('höchstens ein Portfolio besitzen.');
  expect(english).toContain('own one portfolio here at most.');
  expect(said(50)[0]).toContain('höchstens 50 Portfolios besitzen.');
});
