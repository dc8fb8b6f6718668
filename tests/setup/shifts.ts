import type { Page } from '@playwright/test';

/** What the browser tells of a shift, and of what it was that moved. */
interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/**
 * Keeps how far things on the page move from now on, as a layout shift counts it, also what moves within half a second of a
 * press: there the browser's own sum leaves it out, but whoever pressed sees it all the same.
 */
export async function keepShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: { value: number; what: string[] }[] = [];
    Object.assign(window, { keptShifts: kept });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const what = sources.map(({ node }) => (node?.textContent ?? '').trim().slice(0, 40));
        kept.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved since it was asked last. */
export const takeShifts = (page: Page) =>
  page.evaluate(() => {
    const { keptShifts } = window as unknown as { keptShifts: { value: number; what: string[] }[] };
    return keptShifts.splice(0);
  });
