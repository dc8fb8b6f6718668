import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Response } from '@playwright/test';
import { IS_HEARD } from '../../src/components/frame/early-input.ts';

/** What can be clicked or typed into. Of hidden inputs React leaves those of a form's action alone. */
const controls = 'body, a[href], button, input:not([type=hidden]), select, textarea';
const patienceMs = 30_000;

/**
 * What React does not hear, by what it says. Null where none of the product's scripts was sent for: a page for want
 * of a network, another server's, a file.
 */
function unheard(controls: string, isHeard: (element: Element) => boolean): string[] | null {
  if (!document.querySelector('script[src*="/_next/"]')) return null;
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((element) => !isHeard(element))
    .map((element) => {
      const said = element === document.body ? '' : (element.ariaLabel ?? element.textContent);
      return `${element.localName} ${said.trim().slice(0, 40)}`.trim();
    });
}

// As words: the page's policy lets nothing be made of a text within it.
const question = `(${unheard})(${JSON.stringify(controls)}, ${IS_HEARD})`;

/** A page that leads on while it is asked has no answer; the next one has. Neither has one that hangs. */
async function ask(page: Page): Promise<{ found: string[] | null; cause?: unknown }> {
  try {
    const patience = pause(patienceMs, 'hangs' as const, { ref: false });
    const found = await Promise.race([page.evaluate<string[] | null>(question), patience]);
    if (found === 'hangs') throw new Error('The page does not answer');
    return { found };
  } catch (cause) {
    return { found: ['a page that has gone'], cause };
  }
}

/**
 * Waits until React hears whatever can be clicked or typed into. Parts that were streamed count once they stand in the
 * page, shown or not; what is drawn over it (a dialog, a menu) is React's own from the start, and so is every page that
 * a link within the product leads to.
 * @throws when it does not come to that in 30 s; names the controls
 */
export async function awake(page: Page): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!page.isClosed()) {
    const { found, cause } = await ask(page);
    if (found === null) return;
    if (found.length === 0) {
      // It listens to keys and to the window a moment later. A page whose clock a test has stopped is never idle.
      const idle = page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));
      return Promise.race([idle.catch(() => undefined), pause(1_000)]);
    }
    if (Date.now() > end) {
      const some = `${found.slice(0, 8).join('; ')}${found.length > 8 ? '; …' : ''}`;
      throw new Error(
        `React does not hear ${found.length} controls of ${page.url()} after ${patienceMs / 1_000} s: ${some}`,
        { cause },
      );
    }
    await pause(50);
  }
}

/** How many times slower the browsers compute: `E2E_SLOWER=6 npm test -- e2e figures` shows what counts on speed. */
const slower = Number(process.env.E2E_SLOWER ?? 1);
if (!(slower >= 1))
  throw new Error(`E2E_SLOWER is "${process.env.E2E_SLOWER}": how many times slower, from 1`);

async function slowDown(page: Page): Promise<void> {
  if (slower === 1) return;
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}

function waitInside(page: Page): void {
  const slowed = slowDown(page);
  const waiting =
    <Given extends unknown[]>(load: (...given: Given) => Promise<Response | null>) =>
    async (...given: Given) => {
      await slowed;
      const answer = await load(...given);
      const isHtml = answer?.headers()['content-type']?.startsWith('text/html') ?? false;
      // Who asks for no more than the first byte wants to see the page before it is awake.
      if (isHtml && !given.some(asksForCommit)) await awake(page);
      return answer;
    };
  page.goto = waiting(page.goto.bind(page));
  page.reload = waiting(page.reload.bind(page));
  page.goBack = waiting(page.goBack.bind(page));
  page.goForward = waiting(page.goForward.bind(page));
}

const asksForCommit = (given: unknown) =>
  typeof given === 'object' && given !== null && 'waitUntil' in given && given.waitUntil === 'commit';

/** From now on every page of a context is awake when it has gone somewhere, also those of other windows. */
function waitIn(context: BrowserContext): BrowserContext {
  context.on('page', waitInside);
  return context;
}

/** The same for every context of a browser that runs scripts. */
export function waitInAll(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    return options?.javaScriptEnabled === false ? context : waitIn(context);
  };
  return browser;
}
