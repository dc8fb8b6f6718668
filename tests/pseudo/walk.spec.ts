import type { Page } from '@playwright/test';
import { rules } from '../../src/explain/registry.ts';
import { languages } from '../../src/lib/languages.ts';
import { expect, test } from '../setup/browser.ts';
import { findPlaces, openDemo } from '../setup/landlord.ts';
import { pageList } from '../setup/page-list.ts';
import { settle } from '../setup/settle.ts';
import { plainWords } from './plain-words.ts';

const language = languages.find((one) => `${one}` === 'en-XA');

interface Seen {
  texts: string[];
  /** Elements whose content is wider than they are, though they are not made to be scrolled. */
  wide: string[];
  /** What ends in three dots where it does not fit: only for names that people give. */
  cut: string[];
}

/** Everything that is shown and said in a page or an open dialog, once it has come to rest. */
function look(page: Page): Promise<Seen> {
  return page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map((one) => one.finished));
    const texts = new Set<string>();
    const wide: string[] = [];
    const cut: string[] = [];
    /** Part of a sentence may lie in an element of its own. */
    const sentenceOf = (element: HTMLElement): HTMLElement => {
      const { parentElement } = element;
      return parentElement && getComputedStyle(element).display === 'inline'
        ? sentenceOf(parentElement)
        : element;
    };
    /** As far as something in it hangs over the edge by a margin or a place of its own. */
    const overhang = (element: HTMLElement) =>
      Math.max(
        0,
        ...[...element.querySelectorAll('*')].flatMap((child) => {
          const { marginInlineStart, marginInlineEnd, insetInlineStart, insetInlineEnd } =
            getComputedStyle(child);
          const edges = [marginInlineStart, marginInlineEnd, insetInlineStart, insetInlineEnd];
          return edges.map((edge) => -Number.parseFloat(edge)).filter((edge) => edge <= 32);
        }),
      );
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility()) continue;
      if (element.closest('script, style, svg, iframe, #recharts_measurement_span')) continue;
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      if (own.some((node) => node.textContent?.trim())) texts.add(sentenceOf(element).innerText ?? '');
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const said = element.getAttribute(name);
        if (said) texts.add(said);
      }
      const { overflowX, textOverflow, display } = getComputedStyle(element);
      // What is typed moves in its field.
      const isScrolled = overflowX === 'auto' || overflowX === 'scroll' || element.matches('input');
      const isSmall = element.clientWidth <= 1 || display === 'inline' || element.closest('table');
      const missing = element.scrollWidth - element.clientWidth - 1;
      if (isScrolled || isSmall || missing <= 0 || missing < overhang(element)) continue;
      const { className, tagName, innerText } = element;
      if (textOverflow === 'ellipsis') cut.push(innerText);
      else {
        wide.push(
          `${tagName}.${String(className).slice(0, 60)} ${element.scrollWidth}>${element.clientWidth}: ${innerText.slice(0, 50)}`,
        );
      }
    }
    return { texts: [...texts], wide, cut };
  });
}

/** Every text of the user's: what the export of everything has in it, longest first. */
async function userData(page: Page): Promise<string[]> {
  let zip = '';
  // A busy server says so and is asked again.
  await expect(async () => {
    const response = await page.request.get('/api/export');
    expect(response.status()).toBe(200);
    zip = (await response.body()).toString('utf8');
  }).toPass({ timeout: 60_000, intervals: [5_000, 15_000] });
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
    words,
  }) => {
    expect(language, 'npm run pseudo makes the language').toBeDefined();
    if (!language) return;
    await page.setViewportSize({ width, height: 900 });
    const demo = await openDemo(landlord, language, { withPapers: true });
    const ids = await findPlaces(demo.api, (names) => names.at(-1));
    const signedIn = demo.cookies();
    await context.addCookies(signedIn);
    const portfolios = (await landlord.api.portfolio.list.query()).map((one) => one.name);
    const sources = Object.values(rules).flatMap((rule) => rule.explain(rule.example).trace.sources);
    const data = [landlord.email, landlord.name, ...portfolios, ...sources, ...(await userData(page))];
    const faults = new Set<string>();
    const note = async (place: string) => {
      const { texts, wide, cut } = await look(page);
      for (const text of texts) {
        const plain = plainWords(text, data);
        if (plain.length > 0) faults.add(`${place}: words ${plain.join(' ')} in "${text.slice(0, 80)}"`);
      }
      for (const one of wide) faults.add(`${place}: ${one.replace(/\s+/g, ' ')}`);
      for (const one of cut) if (!data.includes(one)) faults.add(`${place}: cut off "${one}"`);
    };
    for (const { name: place, path, visitor } of pageList) {
      await context.clearCookies();
      if (visitor === 'landlord') await context.addCookies(signedIn);
      await page.goto(at(path(ids)));
      await expect(page.getByRole('main')).toBeVisible();
      await settle(page);
      await note(place);
      if (visitor !== 'landlord') continue;
      const openers = page
        .getByRole('main')
        .locator('button[aria-haspopup], button.button--primary, button.button--secondary');
      for (let index = 0; index < Math.min(await openers.count(), 40); index += 1) {
        const opener = openers.nth(index);
        if (!(await opener.isVisible()) || !(await opener.isEnabled())) continue;
        if ((await opener.getAttribute('type')) === 'submit') continue;
        const name = (await opener.textContent()) || (await opener.getAttribute('aria-label')) || '';
        // It asks nothing, and without it there is nothing to look at.
        if (name === words('Demo.remove')) continue;
        const label = name.slice(0, 40);
        await opener.click({ timeout: 5_000 }).catch(() => undefined);
        const opened = page.locator('[role=dialog], [role=menu], [role=listbox]').first();
        if (
          await opened.waitFor({ timeout: 1_500 }).then(
            () => true,
            () => false,
          )
        ) {
          await note(`${place} › ${label}`);
          await page.keyboard.press('Escape');
          await opened.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => page.reload());
        }
      }
    }
    expect([...faults].join('\n')).toBe('');
  });
}
