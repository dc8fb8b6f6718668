import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesFromMessages, keptTogether, languagesIn, staleFiles } from './languages.ts';
import { root } from './surroundings.ts';

test('what follows from messages/ stands as it must', () => {
  expect(staleFiles(root).map(([name]) => name)).toEqual([]);
});

test.each([
  ['§ 551 Abs. 3 Satz 1 BGB, §§ 7 and 8', '§~551 Abs.~3 Satz 1 BGB, §§~7 and 8'],
  ['{size} m² à 12,50 €, 19 % von {total} €', '{size}~m² à 12,50~€, 19~% von {total}~€'],
  ['in m² oder %, Nr. eins, 3 kWhs', 'in m² oder %, Nr. eins, 3 kWhs'],
  ['{count, plural, one {# %} other {# %}} m', '{count, plural, one {# %} other {# %}} m'],
])('no line ends within %s', (written, kept) => {
  expect(keptTogether(written)).toBe(kept.replaceAll('~', '\u00a0'));
});

test('one file more is one language more, in the list and in every mail', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-languages-'));
  fs.cpSync(path.join(root, 'messages'), path.join(folder, 'messages'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'supabase'));
  fs.cpSync(path.join(root, 'supabase', 'config.toml'), path.join(folder, 'supabase', 'config.toml'));
  const french = JSON.parse(fs.readFileSync(path.join(root, 'messages', 'en.json'), 'utf8'));
  Object.assign(french.Server.mails, { greeting: 'Bonjour{name},', notYou: '<Pas> vous ?' });
  Object.assign(french.Server.mails.password_changed, { subject: 'Mot de "passe"', text: 'Compte {email}.' });
  fs.writeFileSync(path.join(folder, 'messages', 'fr.json'), JSON.stringify(french));
  const files = filesFromMessages(folder);
  fs.rmSync(folder, { recursive: true });

  const list = files.get(path.join('src', 'lib', 'languages.ts'));
  expect(list).toContain("export const languages = ['en', 'de', 'fr'] as const;");
  expect(list).toContain("name: 'Français',\n    locale: 'fr-FR',\n    dateFormat: 'dd/mm/yyyy',");

  const mail = files.get(path.join('supabase', 'templates', 'notification', 'password_changed.html')) ?? '';
  const [, german = '', own = '', english = ''] =
    /\{\{ if eq \.Data\.language "de" \}\}([\s\S]*)\{\{ else if eq \.Data\.language "fr" \}\}([\s\S]*)\{\{ else \}\}([\s\S]*)\{\{ end \}\}/.exec(
      mail,
    ) ?? [];
  expect(german).toContain('Guten Tag{{ if .Data.display_name }} {{ .Data.display_name }}{{ end }},');
  expect(own).toContain('Compte {{ .Email }}.');
  expect(own).toContain('&#60;Pas&#62; vous ? <a href="{{ .SiteURL }}/fr/auth/forgot"');
  expect(english).toContain('<a href="{{ .SiteURL }}/auth/forgot"');
  const config = files.get(path.join('supabase', 'config.toml')) ?? '';
  const [, subject = ''] = /password_changed\]\n.*\nsubject = (.*)/.exec(config) ?? [];
  expect(JSON.parse(subject)).toBe(
    '{{ if eq .Data.language "de" }}Ihr Passwort wurde geändert{{ else if eq .Data.language "fr" }}Mot de "passe"{{ else }}Your password was changed{{ end }}',
  );
});

// Anybody signs up with a stranger's address, or asks to change to it: what they wrote would come to that stranger from us.
test('mails to addresses nobody has proven hold the account’s language, and nothing else it was given', () => {
  for (const [name, text] of filesFromMessages(root)) {
    if (!/templates\/(?!notification|reauthentication)/.test(name)) continue;
    const given = [...text.matchAll(/\.Data\.\w+(?: "\w+")?/g)].map(([found]) => found);
    expect(given, name).not.toEqual([]);
    expect(new Set(given), name).toEqual(new Set(['.Data.language "de"']));
  }
});

test.each([
  ['german', 'such as fr.json or pt-BR.json'],
  ['pt_BR', 'pt-BR.json'],
  ['pt-br', 'pt-BR.json'],
])('a file %s.json is told its name: %s', (name, wanted) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-languages-'));
  fs.mkdirSync(path.join(folder, 'messages'));
  fs.writeFileSync(path.join(folder, 'messages', `${name}.json`), '{}');
  expect(() => languagesIn(folder)).toThrow(
    `messages/${name}.json names no language: call it by its tag, ${wanted}.`,
  );
  fs.rmSync(folder, { recursive: true });
});
