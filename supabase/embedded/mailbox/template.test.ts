import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notificationKinds } from '../config.ts';
import { compileHtml, compileLine, linksOfHtml, textOfHtml } from './template.ts';

describe('templates', () => {
  test.each([
    ['{{ .A }}', { A: 'x' }, 'x'],
    ['{{.A}}', { A: 'x' }, 'x'],
    ['{{ .Data.b }}', { Data: { b: 2 } }, '2'],
    ['{{ .Missing }}{{ .Data.none }}', { Data: {} }, ''],
    ['{{ if eq .L "de" }}ja{{ else }}yes{{ end }}', { L: 'de' }, 'ja'],
    ['{{ if eq .L "de" }}ja{{ else }}yes{{ end }}', { L: 'DE' }, 'yes'],
    ['{{ if eq .Data.language "de" }}ja{{ else }}yes{{ end }}', {}, 'yes'],
    ['{{ if eq .L "de" }}a{{ else if eq .L "at" }}b{{ else }}c{{ end }}', { L: 'at' }, 'b'],
    ['{{ if .A }}1{{ if .B }}2{{ end }}3{{ end }}', { A: 'x', B: '' }, '13'],
    ['a {{- .A -}} b', { A: 'x' }, 'axb'],
    ['{{/* a comment */}}a', {}, 'a'],
  ])('%s with %j is %s', (source, data, expected) => {
    expect(compileHtml(source)(data)).toBe(expected);
  });

  test.each([
    '{{ range .A }}{{ end }}',
    '{{ if .A }}',
    '{{ end }}',
    '{{ else }}',
    '{{ .A | upper }}',
    '{{ if eq .A .B }}{{ end }}',
    '{{ if ne .A "b" }}{{ end }}',
  ])('refuses %s when it is read', (source) => {
    expect(() => compileHtml(source)).toThrow();
  });

  test('values never become markup, template or a way out of an attribute', () => {
    const render = compileHtml('<p>{{ .A }}</p><a href="https://x.test/?q={{ .A }}">{{ .A }}</a>');
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
        (value) => {
          const html = render({ A: value, B: 'SECRET' });
          expect(html.match(/<[^>]*>/g)?.length).toBe(4);
          expect(html).not.toMatch(/\{\{ \.B \}\}.*SECRET/);
          const [link] = linksOfHtml(html);
          expect(new URL(link ?? '').searchParams.get('q')).toBe(value);
        },
      ),
    );
    expect(render({ A: '{{ .B }}', B: 'SECRET' })).not.toContain('SECRET');
  });

  test('an address that is no web address does not become a link', () => {
    const render = compileHtml('<a href="{{ .URL }}">x</a>');
    expect(render({ URL: 'javascript:alert(1)' })).toBe('<a href="#">x</a>');
    expect(render({ URL: 'https://a.test/b?c=1&d=2' })).toBe('<a href="https://a.test/b?c=1&amp;d=2">x</a>');
  });

  test('inherited properties are not values', () => {
    expect(compileHtml('{{ .Data.constructor }}{{ .toString }}')({ Data: {} })).toBe('');
  });

  test('a subject stays on one line', () => {
    expect(compileLine('Hello {{ .A }}')({ A: 'x\r\nBcc: everybody@example.com' })).toBe(
      'Hello x Bcc: everybody@example.com',
    );
  });

  test('the text part keeps paragraphs and writes links out', () => {
    const html =
      '<h1>A &amp; B</h1>\n<p>first\n line</p><p><a href="https://x.test/?a=1&amp;b=2">Open</a></p>';
    expect(textOfHtml(html)).toBe('A & B\n\nfirst line\n\nOpen: https://x.test/?a=1&b=2');
  });
});

describe('the project’s own mails', () => {
  const folder = join(import.meta.dirname, '../../templates');
  const files = readdirSync(folder).filter((file) => file.endsWith('.html'));
  const notices = readdirSync(join(folder, 'notification'));
  const render = (file: string, language?: string) =>
    compileHtml(readFileSync(join(folder, file), 'utf8'))({
      SiteURL: 'https://haus.test',
      Email: 'a@haus.test',
      OldEmail: 'old@haus.test',
      Phone: '491701111111',
      OldPhone: '491702222222',
      Provider: 'google',
      FactorType: 'phone',
      NewEmail: 'b@haus.test',
      Token: '123456',
      TokenHash: 'abc',
      RedirectTo: 'https://haus.test/dashboard?x=1&y=2',
      Data: { language, display_name: 'Anna' },
    });

  test('are six', () => {
    expect(files.sort()).toEqual([
      'confirmation.html',
      'email_change.html',
      'invite.html',
      'magic_link.html',
      'reauthentication.html',
      'recovery.html',
    ]);
  });

  test.each(files)('%s speaks both languages, shows the code and links to our own page', (file) => {
    for (const [language, path] of [
      ['de', '/de/auth/confirm'],
      ['en', '/auth/confirm'],
      [undefined, '/auth/confirm'],
    ] as const) {
      const html = render(file, language);
      const text = textOfHtml(html);
      // Whoever is signed in already is called by name; else anybody may have given this address, and what they call
      // themselves does not go there.
      const name = file === 'reauthentication.html' ? ' Anna' : '';
      expect(text).toContain(language === 'de' ? `Guten Tag${name},` : `Hello${name},`);
      expect(text.includes('Anna')).toBe(name !== '');
      expect(text).toContain('123456');
      expect(text).not.toContain('{{');
      for (const link of linksOfHtml(html).map((url) => new URL(url))) {
        expect(link.origin + link.pathname).toBe(`https://haus.test${path}`);
        expect(link.searchParams.get('token_hash')).toBe('abc');
        expect(link.searchParams.get('next')).toBe('https://haus.test/dashboard?x=1&y=2');
      }
      expect(linksOfHtml(html)).toHaveLength(file === 'reauthentication.html' ? 0 : 1);
    }
  });

  test('there is a notice of each change', () => {
    expect(notices.sort()).toEqual(notificationKinds.map((kind) => `${kind}.html`).sort());
  });

  test.each([
    ['password_changed', 'a@haus.test'],
    ['email_changed', 'old@haus.test'],
    ['phone_changed', '+491701111111'],
    ['identity_linked', 'google'],
    ['identity_unlinked', 'google'],
    ['mfa_factor_enrolled', 'a@haus.test'],
    ['mfa_factor_unenrolled', 'a@haus.test'],
  ])('the notice %s says in both languages what was changed', (kind, fact) => {
    const text = (language?: string) => textOfHtml(render(`notification/${kind}.html`, language));
    expect(text('de')).toMatch(/Guten Tag Anna,/);
    expect(text('en')).toMatch(/Hello Anna,/);
    expect(text()).toBe(text('en'));
    for (const said of [text('de'), text('en')]) {
      expect(said).toContain(fact);
      expect(said).not.toContain('{{');
    }
  });
});
