import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { languageName } from '../../src/i18n/language-name.ts';
import { addDays } from '../../src/lib/calendar.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createTenant, type Landlord } from '../setup/landlord.ts';
import { euro, monthStart, shownDay } from '../setup/shown.ts';
import { openSubPage } from '../setup/sub-page.ts';

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first().click();

/** Five months at 700 €, the first three paid on the 20th and so late, a deposit held; it ended with last month. */
async function endedLease(api: Landlord['api']) {
  const { unitId } = await createFlat(api);
  const tenantId = await createTenant(api);
  const [leaseId, depositId] = [randomUUID(), randomUUID()];
  await api.lease.create.mutate({
    id: leaseId,
    unitIds: [unitId],
    tenantIds: [tenantId],
    startsOn: monthStart(-5),
    endsOn: addDays(monthStart(0), -1),
    isFixedTerm: true,
    bookedFrom: monthStart(-5),
    prorationMethod: 'calendar_days',
    dueRule: 'third_working_day',
    rentLines: [{ component: 'net', amountCents: 70_000, settlement: 'none', vatRateBp: 0 }],
  });
  for (const months of [-5, -4, -3]) {
    const paidOn = `${monthStart(months).slice(0, 8)}20`;
    await api.payment.record.mutate({ id: randomUUID(), leaseId, paidOn, amountCents: 70_000 });
  }
  await api.deposit.create.mutate({ id: depositId, leaseId, agreedCents: 210_000 });
  await api.deposit.record.mutate({
    id: randomUUID(),
    depositId,
    kind: 'received',
    bookedOn: monthStart(-5),
    amountCents: 210_000,
  });
  return tenantId;
}

async function choose(page: Page, words: Words, entry: string) {
  const menu = page.getByRole('button', { name: words('LeaseList.actionsOf', { names: 'Anna Schmidt' }) });
  const item = page.getByRole('menuitem', { name: words(`LeaseList.actions.${entry}`), exact: true });
  await menu.first().click();
  await item.click();
}

for (const language of inTurn(import.meta.filename, ['de', 'en'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a lease follows another: what was open and the deposit go on, then the rent follows the index', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const tenantId = await endedLease(landlord.api);
      await page.goto(at(`/tenant/${tenantId}/leases`));
      await choose(page, words, 'renew');
      await press(page.getByRole('dialog'), words('RenewLease.followUp'));
      await press(page.getByRole('dialog'), words('LeaseForm.create'));
      const carry = page.getByRole('dialog', { name: words('CarryOver.title') });
      await expect(
        carry.getByText(words('CarryOver.open', { amount: euro(140_000, language) })),
      ).toBeVisible();
      await expect(carry.getByText(euro(210_000, language))).toBeVisible();
      await expectAccessible(page, 'carry over');
      await press(carry, words('CarryOver.carry'));
      await expect(carry).toBeHidden();
      await openSubPage(page, words, 'TenantPage.account');
      const account = page.locator('section#account');
      const carried = words('Labels.paymentMethod.account_transfer');
      await expect(account.getByRole('button', { name: new RegExp(carried) })).toBeVisible();
      // Nothing is overdue in the old account any more; what was paid late bore interest all the same.
      await expect(page.locator('#arrears')).toContainText(words('Arrears.paidLate'));
      await expect(page.locator('#deposit')).toContainText(words('Labels.depositMovement.moved_in'));

      await account.getByRole('button', { name: new RegExp(carried) }).click();
      await press(account, words('Account.undo'));
      await press(page.getByRole('alertdialog'), words('UndoPayment.undo'));
      await expect(account.getByRole('button', { name: new RegExp(carried) })).toBeHidden();

      await openSubPage(page, words, 'TenantPage.leases');
      await choose(page, words, 'contract');
      const contract = page.getByRole('dialog');
      await press(contract, words('Contract.indexRent'));
      const base = contract.getByLabel(words('IndexRent.baseMonth'));
      await base.fill(shownDay('2023-01-15', language));
      await base.blur();
      await press(contract, words('Form.save'));
      // By the newest index of the table, 122,7: 700 × 122,7 ÷ 114,3 = 751,44; by 7,3 % 751,10.
      await expect(contract.getByText(euro(75_110, language)).first()).toBeVisible();
      await expectAccessible(page, 'index rent');
      const download = page.waitForEvent('download');
      await press(contract, languageName(language, language));
      expect((await download).suggestedFilename()).toContain('Anna Schmidt');
      await press(contract, words('IndexRent.agree'));
      await expect(contract.getByText(words('Labels.rentReason.indexed')).first()).toBeVisible();
    });
  });
}
