import type { Page } from '@playwright/test';
import { languages } from '../../src/lib/languages.ts';
import { expect, test } from '../setup/browser.ts';
import { openDemo } from '../setup/landlord.ts';
import { pageList } from '../setup/page-list.ts';
import { settle } from '../setup/settle.ts';
import { plainWords } from './plain-words.ts';

const language = languages.find((one) => `${one}` === 'en-XA');

interface Seen {
  texts: string[];
  /** Elements whose content is wider than they are, though they are not made to be scrolled. */
  wide: string[];
}

/** Everything that is shown and said in a page or an open dialog. */
function look(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const texts = new Set<string>();
    const wide: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility() || element.closest('script, style, svg, iframe')) continue;
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      // Parts of one sentence may lie in several nodes.
      if (own.some((node) => node.textContent?.trim())) texts.add(element.innerText ?? '');
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const said = element.getAttribute(name);
        if (said) texts.add(said);
      }
      const { overflowX, display } = getComputedStyle(element);
      const clips = overflowX === 'auto' || overflowX === 'scroll';
      const isSmall = element.clientWidth <= 1 || display === 'inline';
      if (!clips && !isSmall && element.scrollWidth > element.clientWidth + 1 && !element.closest('table')) {
        const { className, tagName, innerText } = element;
        wide.push(
          `${tagName}.${String(className).slice(0, 60)} ${element.scrollWidth}>${element.clientWidth}: ${innerText.slice(0, 50)}`,
        );
      }
    }
    return { texts: [...texts], wide };
  });
}

/** Every text of the user's: what the export of everything has in it, longest first. */
async function userData(page: Page): Promise<string[]> {
  const response = await page.request.get('/api/export');
  const zip = (await response.body()).toString('utf8');
  const found = new Set<string>();
  for (const [, value = ''] of zip.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
    const text = value.replace(/\\"/g, '"');
    if (/\p{L}{2}/u.test(text) && !/^[a-z_]+$/.test(text)) found.add(text);
  }
  const parts = [...found].flatMap((text) => [
    text,
    ...text.split(/[\s,]+/).filter((part) => part.length > 3),
  ]);
  return [...new Set(parts)].sort((one, other) => other.length - one.length);
}

test.use({ ...(language && { language }) });

for (const width of [1440, 390]) {
  test(`no page and no dialog has words of its own or is too narrow for its words, ${width} wide`, async ({
    page,
    landlord,
    context,
    at,
  }) => {
    expect(language, 'npm run pseudo makes the language').toBeDefined();
    if (!language) return;
    await page.setViewportSize({ width, height: 900 });
    const demo = await openDemo(landlord, language);
    const houses = (await demo.api.property.list.query({})).rows;
    const tenants = (await demo.api.tenant.list.query({ sort: 'arrears', descending: true })).rows;
    const ids = { propertyId: houses.at(-1)?.id ?? '', tenantId: tenants[0]?.id ?? '' };
    const signedIn = demo.cookies();
    await context.addCookies(signedIn);
    const data = [landlord.email, landlord.name, ...(await userData(page))];
    const faults = new Set<string>();
    const note = async (place: string) => {
      const { texts, wide } = await look(page);
      for (const text of texts) {
        const words = plainWords(text, data);
        if (words.length > 0) faults.add(`${place}: words ${words.join(' ')} in "${text.slice(0, 80)}"`);
      }
      for (const one of wide) faults.add(`${place}: ${one.replace(/\s+/g, ' ')}`);
    };
    for (const { name, path, visitor } of pageList) {
      await context.clearCookies();
      if (visitor === 'landlord') await context.addCookies(signedIn);
      await page.goto(at(path(ids)));
      await expect(page.getByRole('main')).toBeVisible();
      await settle(page);
      await note(name);
      if (visitor !== 'landlord') continue;
      const openers = page
        .getByRole('main')
        .locator('button[aria-haspopup], button.button--primary, button.button--secondary');
      for (let index = 0; index < Math.min(await openers.count(), 40); index += 1) {
        const opener = openers.nth(index);
        if (!(await opener.isVisible()) || !(await opener.isEnabled())) continue;
        if ((await opener.getAttribute('type')) === 'submit') continue;
        const label = (await opener.innerText()).slice(0, 30);
        await opener.click({ timeout: 5_000 }).catch(() => undefined);
        const opened = page.locator('[role=dialog], [role=menu], [role=listbox]').first();
        if (
          await opened.waitFor({ timeout: 1_500 }).then(
            () => true,
            () => false,
          )
        ) {
          await note(`${name} › ${label}`);
          await page.keyboard.press('Escape');
          await opened.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => page.reload());
        }
      }
    }
    expect([...faults].join('\n')).toBe('');
  });
}
