import type { Page } from '@playwright/test';

/** Waits until a page is drawn whole: a signed-in page keeps a stream open, so the network is never idle. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const height = () => document.documentElement.scrollHeight;
    // Sections and pictures come when they are scrolled to.
    for (let top = 0; top < height(); top += window.innerHeight) {
      window.scrollTo(0, top);
      await pause(40);
    }
    await document.fonts.ready;
    const unfinished = () =>
      document.querySelector('.skeleton, [aria-busy="true"]') !== null ||
      [...document.images].some((image) => image.checkVisibility() && !image.complete);
    for (let tries = 0; tries < 80 && unfinished(); tries += 1) {
      document.querySelector('.skeleton')?.scrollIntoView();
      await pause(100);
    }
    window.scrollTo(0, 0);
    let known = -1;
    for (let tries = 0; tries < 20 && known !== height(); tries += 1) {
      known = height();
      await pause(150);
    }
  });
}
