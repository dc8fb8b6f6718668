import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageError } from './page-error';

const all = (locale: 'en' | 'de') => JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'));
const words = (locale: 'en' | 'de') => all(locale).ErrorState;

function shown(locale: 'en' | 'de', error: unknown): string {
  const children = createElement(PageError, { error, retry: () => undefined });
  const messages = { ErrorState: words(locale), Errors: all(locale).Errors };
  const props = { locale, timeZone: 'Europe/Berlin', messages, children } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, props));
}

test('a page that failed says so in its title, offers another try and names the error for the log', () => {
  const english = shown('en', Object.assign(new Error('select iban from …'), { digest: '2903117' }));
  expect(english).toContain('<title>Internal Server Error</title>');
  expect(english).toContain(words('en').retry);
  expect(english).toContain('2903117');
  expect(english).not.toContain('iban');
  const asked = Object.assign(new Error('unexpected'), { data: { errorId: 'ab12cd34' } });
  expect(shown('en', asked), 'of a call of the page').toContain('ab12cd34');
  expect(shown('en', asked)).toContain(words('en').textWithId);
  expect(shown('en', new Error('x')), 'no id, no promise of one').toContain(words('en').text);
  expect(shown('de', new Error('x'))).toContain('<title>Interner Serverfehler</title>');
});

test('who has another role by now, or is in the portfolio no more, is told so', () => {
  for (const locale of ['en', 'de'] as const) {
    const { Errors } = all(locale);
    for (const [code, sentence] of [
      ['forbidden', Errors.forbidden],
      ['portfolio.gone', Errors.portfolio.gone],
    ]) {
      const page = shown(locale, Object.assign(new Error(code), { data: { domain: { code } } }));
      expect(page).toContain(sentence);
      expect(page).toContain(`<title>${words(locale).title}</title>`);
      expect(page).not.toContain(words(locale).internal);
    }
  }
});
