import type { Page } from '@playwright/test';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart } from '../setup/shown.ts';

/** Opens the details of a tenant for editing. */
async function edit(page: Page, words: Words) {
  const dialog = page.getByRole('dialog', { name: words('TenantForm.editTitle') });
  await page
    .locator('#main')
    .getByRole('button', { name: words('TenantPage.edit'), exact: true })
    .click();
  await expect(dialog.getByRole('textbox', { name: words('TenantForm.lastName') })).toBeVisible();
  return dialog;
}

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('what two windows change at once is shown side by side, and what was entered is not lost', async ({
      page,
      context,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const id = await createTenant(landlord.api);
      await page.goto(at(`/tenant/${id}`));
      const mine = await edit(page, words);
      const lastName = mine.getByRole('textbox', { name: words('TenantForm.lastName') });
      const firstName = mine.getByRole('textbox', { name: words('TenantForm.firstName') });
      await lastName.fill('Schmitt');

      const other = await context.newPage();
      await other.goto(at(`/tenant/${id}`));
      const theirs = await edit(other, words);
      await theirs.getByLabel(words('TenantForm.lastName')).fill('Schmied');
      await theirs.getByLabel(words('TenantForm.firstName')).fill('Änne');
      await theirs.getByRole('button', { name: words('TenantForm.save'), exact: true }).click();
      await expect(theirs).toBeHidden();

      // What I had not touched follows; what we both changed waits.
      const label = words('TenantForm.lastName');
      const keep = mine.getByRole('button', { name: `${words('EditConflict.keep')}: ${label}` });
      await expect(keep).toBeVisible();
      await expect(firstName).toHaveValue('Änne');
      await expect(lastName).toHaveValue('Schmitt');
      await expect(mine.getByText('Schmied')).toBeVisible();
      await expectAccessible(page, 'conflict');
      await mine.getByRole('button', { name: words('TenantForm.save'), exact: true }).click();
      await expect(mine).toBeVisible();

      // Neither Escape nor the way back takes the entries along.
      const question = page.getByRole('alertdialog', { name: words('Form.discardTitle') });
      await page.keyboard.press('Escape');
      await expectAccessible(page, 'unsaved entries');
      await question.getByRole('button', { name: words('Form.keepEditing'), exact: true }).click();
      await expect(question).toBeHidden();

      await keep.click();
      await mine.getByRole('button', { name: words('TenantForm.save'), exact: true }).click();
      await expect(mine).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Änne Schmitt');
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('Änne Schmitt');
    });

    test('facts typed for one day are not dropped by a look at another, and others in their place are told', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id, unitId } = await createFlat(landlord.api);
      const of = { unitId, validFrom: monthStart(-2) };
      const old = await landlord.api.unit.setPeriod.mutate({ ...of, areaSqm100: 6_000 });
      await page.goto(at(`/property/${id}`));
      await page.getByRole('button', { name: words('Unit.actionsOf', { name: 'Lindenstraße 5' }) }).click();
      await page.getByRole('menuitem', { name: words('Unit.changePeriod') }).click();
      const facts = page.getByRole('dialog', { name: words('Unit.periodTitle') });
      await facts.getByText(words('Unit.mode.correct'), { exact: true }).click();
      const which = facts.getByLabel(words('Unit.entry.label'));
      const area = facts.getByRole('textbox', { name: words('Unit.area') });
      await expect(area).toHaveValue(/60/);
      await area.fill('61');
      await which.selectOption({ label: words('Unit.entry.ever') });
      const question = page.getByRole('alertdialog', { name: words('Form.discardTitle') });
      await question.getByRole('button', { name: words('Form.keepEditing'), exact: true }).click();
      await expect(which).toHaveValue(of.validFrom);
      await expect(area).toHaveValue('61');

      await landlord.api.unit.removePeriod.mutate({ ...of, id: old.id, version: 1 });
      await landlord.api.unit.setPeriod.mutate({ ...of, areaSqm100: 6_200 });
      const take = facts.getByRole('button', {
        name: `${words('EditConflict.keep')}: ${words('Unit.area')}`,
      });
      await expect(take).toBeVisible();
      await expect(area).toHaveValue('61');
      await which.selectOption({ label: words('Unit.entry.ever') });
      await question.getByRole('button', { name: words('Form.discard'), exact: true }).click();
      await expect(area).toHaveValue('');
    });

    test('everything overdue is settled at once and taken back; the year before is a click away', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { id, unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      const startsOn = monthStart(-14);
      await createLease(landlord.api, { unitId, tenantId, startsOn, netCents: 70_000 });
      await page.goto(at(`/property/${id}#rent`));
      await expect(page, 'an old address leads to its page').toHaveURL(at(`/property/${id}/rent`));
      const rent = page.getByRole('region', { name: words('PropertyRents.title'), exact: true });
      const overdue = rent.getByRole('button', { name: words('Labels.chargeState.overdue') });
      await expect(overdue.first()).toBeVisible();

      const year = Number(startsOn.slice(0, 4));
      const before = rent.getByRole('button', { name: /\d{4}$/ }).first();
      for (let shown = Number(monthStart(0).slice(0, 4)); shown > year; shown -= 1) await before.click();
      await expect(page).toHaveURL(new RegExp(`rentYear=${year}`));
      await expect(before).toBeDisabled();
      await expectAccessible(page, 'months of a year');
      await page.goBack();
      await expect(page).not.toHaveURL(new RegExp(`rentYear=${year}`));

      await rent.getByRole('button', { name: /14|15/ }).click();
      const dialog = page.getByRole('dialog', { name: words('PayOverdue.title') });
      const boxes = dialog.getByRole('checkbox');
      await expect(boxes.nth(13)).toBeVisible();
      const count = await boxes.count();
      await boxes.last().uncheck();
      await expect(dialog.getByRole('status')).toContainText(euro((count - 1) * 70_000, language));
      await expectAccessible(page, 'all overdue');
      await dialog
        .getByRole('button', { name: words('PayOverdue.record', { count: count - 1 }), exact: true })
        .click();
      await expect(dialog).toBeHidden();
      await expect(overdue).toHaveCount(1);
      await page.getByRole('button', { name: words('Form.undo'), exact: true }).click();
      await expect(overdue).not.toHaveCount(1);
    });
  });
}

test('a message that was written but not sent is not lost by a click elsewhere', async ({
  page,
  words,
  at,
}) => {
  await page.goto(at('/contact'));
  const message = page.getByRole('textbox', { name: words('ContactForm.message') });
  const isGuarded = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await isGuarded()).toBe(false);
  await message.fill('Guten Tag');
  // What asks is sent for with the first letter.
  await expect.poll(isGuarded).toBe(true);
  await page.getByRole('link', { name: words('Frame.privacy') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('Form.keepEditing') })
    .click();
  await expect(message).toHaveValue('Guten Tag');
  await message.fill('');
  expect(await isGuarded()).toBe(false);
  await page.getByRole('link', { name: words('Frame.privacy') }).click();
  await expect(page).toHaveURL(/privacy/);
});

test('a letter typed into the dialog of the address is asked about though Escape follows at once', async ({
  page,
  landlord,
  words,
  at,
}) => {
  await page.goto(at('/dashboard/settings/access'));
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(words('Access.newEmail'));
  await page.getByRole('button', { name: words('Access.changeEmail'), exact: true }).click();
  await expect(field).toBeVisible();
  // Nothing more comes: what asks must be there already.
  await expect(dialog).toContainText(landlord.email);
  await page.route('**/*', () => {});
  await field.pressSequentially('n');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: words('Form.discardTitle') })).toBeVisible();
});
