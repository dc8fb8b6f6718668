import type { StoredMessage } from './store.ts';
import { escapeHtml } from './template.ts';

/** What the pages of the mailbox say. */
export interface MailboxWords {
  title: string;
  explanation: string;
  empty: string;
  /** Stands before a text message. */
  sms: string;
  to: string;
  code: string;
  back: string;
  /** A mail as HTML, beside its text. */
  designed: string;
  forbidden: string;
  missing: string;
}

export const english: MailboxWords = {
  title: 'Mailbox',
  explanation: 'Every mail and text message this installation has sent, newest first.',
  empty: 'No mail yet.',
  sms: 'Text message',
  to: 'To',
  code: 'Code',
  back: 'All mails',
  designed: 'As designed',
  forbidden: 'This address needs the token of the link that was shown at start.',
  missing: 'There is no such mail.',
};

/** A language (BCP 47) and its words. */
export interface Speech {
  language: string;
  say: MailboxWords;
}

/** The first language a browser names that there are words for, else the first there is. */
export function speechFor(
  acceptLanguage: string | undefined,
  words: Readonly<Record<string, MailboxWords>>,
): Speech {
  const known = Object.entries(words).map(([language, say]): Speech => ({ language, say }));
  for (const range of (acceptLanguage ?? '').split(',')) {
    const tag = range.split(';', 1).join('').trim().toLowerCase();
    const found = known.find(({ language }) => `${tag}-`.startsWith(`${language.toLowerCase()}-`));
    if (found) return found;
  }
  return known[0] ?? { language: 'en', say: english };
}

const style = `
  :root { color-scheme: light dark; --line: light-dark(#e2e5e9, #33383f); --quiet: light-dark(#5a6370, #9aa4b2);
    --ground: light-dark(#f7f8f9, #14171b); --sheet: light-dark(#fff, #1c2026); --ink: light-dark(#15191f, #eceff3);
    --accent: light-dark(#14573f, #7fd3b0); }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
  a { color: var(--accent); } p { margin: 0 0 1rem; } .quiet { color: var(--quiet); font-size: .875rem; }
  ul { list-style: none; margin: 1.5rem 0 0; padding: 0; background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
  li + li { border-top: 1px solid var(--line); }
  li a { display: block; padding: .875rem 1rem; color: inherit; text-decoration: none; }
  li a:hover, li a:focus-visible { background: var(--ground); }
  li strong { display: block; overflow-wrap: anywhere; }
  .sheet { margin-top: 1.5rem; padding: 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
  .code { font-size: 1.75rem; font-variant-numeric: tabular-nums; letter-spacing: .15em; }
  iframe { width: 100%; height: 36rem; border: 0; border-radius: .5rem; background: #fff; }
  summary { cursor: pointer; margin-bottom: .75rem; }`;

function page(language: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

/** Addresses become links; everything else is shown as it is written. */
function linkified(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => {
      const shown = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${shown}" target="_blank" rel="noreferrer">${shown}</a>` : shown;
    })
    .join('');
}

function when(language: string, at: Date): string {
  const shown = at.toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return `<time datetime="${at.toISOString()}">${escapeHtml(shown)}</time>`;
}

const kindOf = ({ say }: Speech, message: StoredMessage) =>
  message.channel === 'sms' ? `${escapeHtml(say.sms)} · ` : '';

export function listPage(speech: Speech, messages: StoredMessage[], token: string): string {
  const { language, say } = speech;
  const items = messages.map(
    (message) => `<li><a href="/messages/${message.id}?token=${encodeURIComponent(token)}">
      <strong>${escapeHtml(message.subject)}</strong>
      <span class="quiet">${kindOf(speech, message)}${escapeHtml(say.to)} ${escapeHtml(message.to)} · ${when(language, message.createdAt)}</span></a></li>`,
  );
  const list =
    items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p class="sheet">${escapeHtml(say.empty)}</p>`;
  return page(
    language,
    say.title,
    `<h1>${escapeHtml(say.title)}</h1><p class="quiet">${escapeHtml(say.explanation)}</p>${list}`,
  );
}

export function messagePage(speech: Speech, message: StoredMessage, token: string): string {
  const { language, say } = speech;
  const code = message.code
    ? `<p class="quiet">${escapeHtml(say.code)}</p><p class="code">${escapeHtml(message.code)}</p>`
    : '';
  const designed =
    message.html === ''
      ? ''
      : `<details class="sheet"><summary>${escapeHtml(say.designed)}</summary>
    <iframe title="${escapeHtml(say.designed)}" sandbox="allow-popups" srcdoc="${escapeHtml(message.html)}"></iframe></details>`;
  return page(
    language,
    message.subject,
    `<p><a href="/?token=${encodeURIComponent(token)}">← ${escapeHtml(say.back)}</a></p>
    <h1>${escapeHtml(message.subject)}</h1>
    <p class="quiet">${kindOf(speech, message)}${escapeHtml(say.to)} ${escapeHtml(message.to)} · ${when(language, message.createdAt)}</p>
    <div class="sheet">${code}<pre>${linkified(message.text)}</pre></div>${designed}`,
  );
}

export function noticePage({ language, say }: Speech, notice: 'forbidden' | 'missing'): string {
  return page(language, say.title, `<h1>${escapeHtml(say.title)}</h1><p>${escapeHtml(say[notice])}</p>`);
}
