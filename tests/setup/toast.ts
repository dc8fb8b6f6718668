import type { Page } from '@playwright/test';
import type { Words } from './browser.ts';

/** Takes back what a notice speaks of: there may be others, one over the other. */
export const undo = (page: Page, words: Words, said: string) =>
  page
    .locator('[data-slot="toast"]')
    .filter({ hasText: said })
    .getByRole('button', { name: words('Form.undo') })
    .click();
