import { expect, type Locator, type Page } from '@playwright/test';

/** How a person works the page: with a pointer or with nothing but the keyboard. */
export interface Hand {
  press(target: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  choose(select: Locator, value: string): Promise<void>;
  /** Types into a search field and takes the first thing found. */
  pick(field: Locator, text: string): Promise<void>;
}

/** By a pointer: the field is left afterwards. */
export async function fill(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  // What a field reads is written tidily when it is left.
  await field.blur();
}

/** Pastes text as it comes from a spreadsheet. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

export function pointer(page: Page): Hand {
  return {
    press: (target) => target.click(),
    type: fill,
    choose: async (select, value) => {
      await select.selectOption(value);
    },
    async pick(field, text) {
      await field.click();
      await field.fill(text);
      await page.getByRole('option', { name: text }).first().click();
    },
  };
}

/** More stops than any page here has. */
const tabLimit = 80;

export function keyboard(page: Page): Hand {
  /** Goes on from where the focus is, as a person does, until the target has it. */
  async function reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    // An open list hides everything else from screen readers, and so from locators by role.
    let element = await target.elementHandle();
    for (let stops = 0; stops < tabLimit; stops += 1) {
      if (await element?.evaluate((node) => node === document.activeElement)) return;
      // What has just arrived may be drawn anew.
      if (!(await element?.evaluate((node) => node.isConnected))) element = await target.elementHandle();
      await page.keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not lead to ${target}`);
  }
  return {
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async type(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async choose(select, value) {
      await reach(select);
      const label = await select.locator(`option[value="${value}"]`).textContent();
      await page.keyboard.type(label ?? '');
      await expect(select).toHaveValue(value);
    },
    async pick(field, text) {
      await reach(field);
      await page.keyboard.type(text);
      await expect(page.getByRole('option', { name: text }).first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  };
}
