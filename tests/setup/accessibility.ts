import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules of axe whose answer depends on colours: what a second colour scheme can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Colours are measured as they stand; half-way through a fade they would be others. One fade may begin as another ends. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        // What a closed menu holds does not move, and so never arrives.
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility());
    for (let still = 0; still < 3; still += 1) {
      const running = moving();
      if (running.length > 0) still = 0;
      await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
      await frame();
    }
  });
  // A toast on its way out is hidden and still reached by the keyboard, for as long as it fades (HeroUI).
  await expect(page.locator('.toast[aria-hidden="true"]:not([inert])')).toHaveCount(0);
}

async function findingsOf(page: Page, look: 'whole' | 'colours'): Promise<string[]> {
  await untilStill(page);
  // Nothing here is in a frame: no second page is needed to put the findings of frames together.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // What passes is counted by nobody, and to describe it takes longer than to find it.
  axe.options({ resultTypes: ['violations'] });
  if (look === 'colours') axe.withRules(colourRules);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('\n')}`,
  );
}

/**
 * Fails with what axe finds on the page as it stands, dialogs included.
 * @param look `colours`: the same page was looked at whole in its other colours
 */
export async function expectAccessible(
  page: Page,
  what: string,
  look: 'whole' | 'colours' = 'whole',
): Promise<void> {
  let findings = await findingsOf(page, look);
  // A toast may leave while axe looks: what is wrong with the page itself is found again.
  if (findings.length > 0) findings = await findingsOf(page, look);
  expect(findings, `axe finds nothing: ${what}`).toEqual([]);
}

/** The page as it stands: axe finds nothing, and nothing is wider than the window. */
export async function expectInOrder(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang, `${what} does not scroll sideways`).toBe(0);
}
