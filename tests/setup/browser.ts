import fs from 'node:fs';
import path from 'node:path';
import { type Browser, test as base } from '@playwright/test';
import { createTranslator } from 'next-intl';
import type { Jurisdiction } from '../../src/domain/vocabulary.ts';
import { languageOf, spelledIn, type Wording, withWording, wordingOf } from '../../src/i18n/wording.ts';
import { pathIn } from '../../src/lib/language-path.ts';
import { type Language, languageFacts } from '../../src/lib/languages.ts';
import { waitInAll } from './awake.ts';
import { type Installation, type Landlord, signUp } from './landlord.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

export { awake } from './awake.ts';
export type { Mail, Mailbox } from './mailbox.ts';
export type { Language };
/** A sentence of `messages/` in the language of the test. */
export type Words = (key: string, values?: Record<string, string | number>) => string;

const read = (name: string) =>
  JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../../messages', `${name}.json`), 'utf8'));

function wordsOf(wording: Wording): Words {
  const words = read(languageOf(wording));
  // Typed keys of fourteen hundred messages would slow the type check; a wrong one throws here.
  const t = createTranslator({
    locale: languageOf(wording),
    messages: wording === 'en-US' ? withWording(words, read('wording/en-US')) : spelledIn(wording, words),
    onError: (error) => {
      throw error;
    },
  });
  return (key, values) => t(key, values);
}

interface Fixtures {
  /** Set with `test.use`; decides the browser's language, the addresses and the words. */
  language: Language;
  /** Whose words: those of the language, or of the country whose landlord it is. */
  jurisdiction: Jurisdiction | undefined;
  installation: Installation;
  mailbox: Mailbox;
  words: Words;
  /** A path as it stands in the language: `/dashboard` is `/de/dashboard` in German. */
  at: (path: string) => string;
  /** Signed in in the test's browser, with a portfolio in Berlin. */
  landlord: Landlord;
  /** Fails a test whose pages were refused a script, threw, or were made anew by React. */
  faultless: undefined;
}

/** Playwright's test with the started product as base address, its mails and its words. */
export const test = base.extend<Fixtures, { browser: Browser }>({
  // Pages are awake once they have gone somewhere; a window that the product opens is waited for with `awake`.
  browser: [async ({ browser }, provide) => provide(waitInAll(browser)), { scope: 'worker' }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  baseURL: async ({}, provide) => {
    await provide(process.env.E2E_BASE_URL);
  },
  language: ['en', { option: true }],
  jurisdiction: [undefined, { option: true }],
  locale: async ({ language }, provide) => {
    await provide(languageFacts[language].locale);
  },
  timezoneId: 'Europe/Berlin',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  installation: async ({}, provide) => {
    await provide({
      url: process.env.E2E_BASE_URL ?? '',
      mailboxUrl: process.env.E2E_MAILBOX_URL ?? '',
      dataDir: process.env.E2E_DATA ?? '',
    });
  },
  mailbox: async ({ installation }, provide) => {
    await provide(openMailbox(installation.mailboxUrl));
  },
  words: async ({ language, jurisdiction }, provide) => {
    await provide(wordsOf(wordingOf(language, jurisdiction)));
  },
  at: async ({ language }, provide) => {
    await provide((place) => pathIn(language, place));
  },
  landlord: async ({ installation, language, context }, provide) => {
    const landlord = await signUp(installation, language);
    await context.addCookies(landlord.cookies());
    await provide(landlord);
  },
  faultless: [
    async ({ context }, provide) => {
      const faults: string[] = [];
      context.on('weberror', (error) =>
        faults.push(`${error.error().message} (${error.page()?.url() ?? ''})`),
      );
      context.on('console', (message) => {
        const text = message.text();
        const isFault = /Content.Security.Policy|Minified React error|hydrat/i.test(text);
        // The browser says of every answer that failed which it was; this one is asked for nobody's sake.
        const isUnasked = message.location().url.includes('live.lastChange');
        if (message.type() === 'error' && (isFault || isUnasked)) {
          faults.push(`${text} (${message.page()?.url() ?? ''})`);
        }
      });
      await provide(undefined);
      if (faults.length > 0) throw new Error(`The pages of this test had faults:\n${faults.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
