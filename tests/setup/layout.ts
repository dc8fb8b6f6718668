import type { Page } from '@playwright/test';

/**
 * What of a page does not fit the window: the page itself, a table that has to be pushed to be read, and words that are broken where
 * no hyphen may stand. An address or a number may be broken anywhere.
 */
export const findTooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const over = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
    if (over(document.documentElement) > 0) found.add(`the page, by ${over(document.documentElement)}`);
    const main = document.querySelector('main') ?? document.body;
    for (const table of main.querySelectorAll('.data-table')) {
      let place = table.parentElement;
      while (place && getComputedStyle(place).overflowX === 'visible') place = place.parentElement;
      if (place && over(place) > 1)
        found.add(`the table “${table.querySelector('caption')?.textContent ?? ''}”, by ${over(place)}`);
    }
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!around?.checkVisibility() || around.closest('.sr-only, script, style, textarea, select')) continue;
      const said = text.nodeValue ?? '';
      if (getComputedStyle(around).hyphens === 'auto' || /[@\d]/.test(said)) continue;
      for (const { 0: word, index } of said.matchAll(/\p{L}{4,}/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()]
          .filter(({ width }) => width > 0)
          .map(({ top }) => Math.round(top));
        if (new Set(lines).size > 1) found.add(`the word “${word}”`);
      }
    }
    return [...found];
  });
