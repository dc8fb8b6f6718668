/**
 * The mails about accounts, written from `Server.mails` in messages/: one template each, in which the language is
 * chosen by the user's data. They are files because a Supabase project is handed files, and so are their subjects in
 * supabase/config.toml.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

const ownName = '{{ if .Data.display_name }} {{ .Data.display_name }}{{ end }}';

/** What only the auth server knows, in the words of Go's templates. */
const values = new Map([
  ['name', ownName],
  ['email', '{{ .Email }}'],
  ['newEmail', '{{ .NewEmail }}'],
  ['oldEmail', '{{ .OldEmail }}'],
  ['phone', '{{ .Phone }}'],
  ['oldPhone', '{{ .OldPhone }}'],
  ['provider', '{{ .Provider }}'],
]);

/** Mails with a code, and where there is one a link that does the same; `type` as /auth/confirm takes it. */
const asking = [
  ['confirmation', 'signup'],
  ['recovery', 'recovery'],
  ['magic_link', 'magiclink'],
  ['email_change', 'email_change'],
  ['reauthentication', null],
  ['invite', 'invite'],
] as const;
/** Mails that tell what was changed, and how to undo it if somebody else did it. */
const telling = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const inside = (tree: unknown, name: string): unknown =>
  typeof tree === 'object' && tree !== null ? Reflect.get(tree, name) : undefined;

/**
 * What goes to addresses that may not be the account's: anybody signs up with a stranger's, or wants to change to it. What they
 * call themselves would come to that stranger from us, and may read like an address.
 */
const toStrangers = new Set<string>(['confirmation', 'recovery', 'magic_link', 'email_change', 'invite']);

/** Says a message as HTML or plain, with the values of the auth server in it. */
function speaker(root: string, language: string) {
  const messages = JSON.parse(fs.readFileSync(path.join(root, 'messages', `${language}.json`), 'utf8'));
  const words: unknown = messages.Server.mails;
  const say = (key: string, protect: (text: string) => string): string => {
    const problem = (what: string) => new Error(`Server.mails.${key} in ${language}: ${what}`);
    const text = key.split('.').reduce(inside, words);
    if (typeof text !== 'string') throw problem('is missing');
    const parts = parse(text, { ignoreTag: true }).map((element) => {
      if (element.type === TYPE.literal) {
        if (element.value.includes('{{')) throw problem('{{ has a meaning of its own');
        return protect(element.value);
      }
      if (element.type !== TYPE.argument) throw problem('only {names} can stand in a mail');
      if (element.value === 'factor') {
        const [phone, totp] = [say('factor.phone', protect), say('factor.totp', protect)];
        return `{{ if eq .FactorType "phone" }}${phone}{{ else }}${totp}{{ end }}`;
      }
      const value = values.get(element.value);
      if (value === undefined) throw problem(`the auth server does not know {${element.value}}`);
      return value;
    });
    return parts.join('');
  };
  return { html: (key: string) => say(key, escaped), plain: (key: string) => say(key, (text) => text) };
}
type Speaker = ReturnType<typeof speaker>;

const paragraph = (html: string, style = 'margin:0 0 16px') => `<p style="${style}">${html}</p>\n`;
const noteStyle = 'margin:24px 0 0;color:#59636e;font-size:14px';

function opening({ html }: Speaker, mail: string): string {
  const greeting = html('greeting');
  const said = toStrangers.has(mail) ? greeting.replace(ownName, '') : greeting;
  return `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${html(`${mail}.title`)}</h1>\n${paragraph(said)}`;
}

function askingBody(said: Speaker, [mail, type]: (typeof asking)[number], prefix: string): string {
  const button = (href: string) =>
    `<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#14573f;color:#ffffff;font-weight:600;text-decoration:none">${said.html(`${mail}.action`)}</a>`;
  const address = `{{ .SiteURL }}${prefix}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=${type}&amp;next={{ .RedirectTo }}`;
  const link =
    type === null ? '' : paragraph(button(address), 'margin:24px 0') + paragraph(said.html('orEnterCode'));
  const code = paragraph('{{ .Token }}', 'margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:4px');
  const text = paragraph(said.html(`${mail}.text`));
  return opening(said, mail) + text + link + code + paragraph(said.html(`${mail}.note`), noteStyle);
}

function tellingBody(said: Speaker, mail: (typeof telling)[number], prefix: string): string {
  const text = said.html(`${mail}.text`);
  const told =
    mail === 'phone_changed'
      ? `{{ if .OldPhone }}${said.html(`${mail}.textBefore`)}{{ else }}${text}{{ end }}`
      : text;
  const address = `{{ .SiteURL }}${prefix}/auth/forgot`;
  // Whoever took the address over gets the mails of a new password, too.
  const note =
    mail === 'email_changed'
      ? said.html(`${mail}.note`)
      : `${said.html('notYou')} <a href="${address}" style="color:#14573f">${address}</a>`;
  return opening(said, mail) + paragraph(told) + paragraph(note, noteStyle);
}

const page = (body: string) => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
</head>
<body style="margin:0;padding:24px 12px;background:#f5f6f7;color:#1b1f24;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e3e6e9;border-radius:12px">
<p style="margin:0 0 24px;font-weight:600;color:#14573f">Hausbuch</p>
${body}
</div>
</body>
</html>
`;

/** The default language, which the first of the list is, speaks to everybody whose own is not there. */
function chosen(
  [fallback = '', ...others]: string[],
  textIn: (language: string) => string,
  gap: string,
): string {
  if (others.length === 0) return textIn(fallback);
  const branches = others.map((language) => `if eq .Data.language "${language}" }}${gap}${textIn(language)}`);
  return `{{ ${branches.join('{{ else ')}{{ else }}${gap}${textIn(fallback)}{{ end }}`;
}

/** Every file with what must stand in it; paths below the root. */
export function mailTemplates(root: string, languages: string[]): Map<string, string> {
  const speakers = new Map(languages.map((language) => [language, speaker(root, language)]));
  const saidIn = (language: string) => {
    const said = speakers.get(language);
    if (!said) throw new Error(`no words in ${language}`);
    return said;
  };
  const prefixOf = (language: string) => (language === languages[0] ? '' : `/${language}`);
  const files = new Map<string, string>();
  const folder = path.join('supabase', 'templates');
  for (const mail of asking) {
    const body = (language: string) => askingBody(saidIn(language), mail, prefixOf(language));
    files.set(path.join(folder, `${mail[0]}.html`), page(chosen(languages, body, '\n')));
  }
  for (const mail of telling) {
    const body = (language: string) => tellingBody(saidIn(language), mail, prefixOf(language));
    files.set(path.join(folder, 'notification', `${mail}.html`), page(chosen(languages, body, '\n')));
  }
  const config = path.join('supabase', 'config.toml');
  const text = fs.readFileSync(path.join(root, config), 'utf8');
  const subjectOf = (mail: string) =>
    chosen(languages, (language) => saidIn(language).plain(`${mail}.subject`), '');
  files.set(
    config,
    text.replace(
      /(\[auth\.email\.(?:template|notification)\.(\w+)\]\n(?:[^[\n]*\n)*?subject = ).*/g,
      (_, before: string, mail: string) => before + JSON.stringify(subjectOf(mail)),
    ),
  );
  return files;
}
