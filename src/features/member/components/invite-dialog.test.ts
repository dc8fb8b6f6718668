import { readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { LinkToHandOver } from './invite-dialog';

afterEach(() => vi.unstubAllGlobals());

function shown(): string {
  const messages = JSON.parse(readFileSync('messages/en.json', 'utf8'));
  const children = createElement(LinkToHandOver, {
    email: 'jo@example.com',
    link: 'http://nas.local/invitation?token=x',
    onClose: () => undefined,
  });
  return renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale: 'en', timeZone: 'Europe/Berlin', messages, children }),
  );
}

test('a link is copied by a button where the page may use the clipboard, else by hand', () => {
  vi.stubGlobal('navigator', { clipboard: {} });
  expect(shown()).toContain('>Copy<');
  // As over plain HTTP on a home network.
  vi.stubGlobal('navigator', {});
  expect(shown()).toContain('http://nas.local/invitation?token=x');
  expect(shown()).not.toContain('Copy');
});

test('why no mail went is not guessed at', () => {
  expect(shown()).toContain('No mail has gone out.');
});
