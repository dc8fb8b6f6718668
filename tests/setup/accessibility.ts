import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with what axe finds on the page as it stands, dialogs included. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Colours are measured as they stand; half-way through a fade they would be others.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        // What a closed menu holds does not move, and so never arrives.
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility())
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('\n')}`,
  );
  expect(findings, `axe finds nothing: ${what}`).toEqual([]);
}
