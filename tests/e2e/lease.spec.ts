import type { Locator, Page } from '@playwright/test';
import { addDays, addMonths, lastOfMonth, monthOf, shiftMonth } from '../../src/lib/calendar.ts';
import { expectInOrder } from '../setup/accessibility.ts';
import { expect, test, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { fill } from '../setup/hand.ts';
import { createFlat, createLease, createTenant, type Landlord } from '../setup/landlord.ts';
import { euro, monthStart, screens, shownDay, shownMonth, today } from '../setup/shown.ts';
import { openSubPage } from '../setup/sub-page.ts';

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first().click();

/** A flat let since six years ago at 700 €, booked from last month, and somebody who might move in. */
async function letFlat(api: Landlord['api']) {
  const { unitId } = await createFlat(api);
  const tenantId = await createTenant(api, 'Schmidt');
  await createTenant(api, 'Weber');
  const startsOn = addMonths(today(), -72);
  const leaseId = await createLease(api, {
    unitId,
    tenantId,
    startsOn,
    bookedFrom: monthStart(-1),
    netCents: 70_000,
  });
  return { tenantId, leaseId, startsOn };
}

async function choose(page: Page, words: Words, entry: string) {
  const menu = page.getByRole('button', {
    name: words('LeaseList.actionsOf', { names: 'Anna Schmidt' }),
    exact: true,
  });
  const item = page.getByRole('menuitem', { name: words(`LeaseList.actions.${entry}`), exact: true });
  await menu.click();
  await item.click();
}

/** The dialog that ends the lease, for an end both have agreed to. */
async function endByAgreement(page: Page, words: Words): Promise<Locator> {
  await choose(page, words, 'end');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(words('Labels.noticeBy.agreement'), { exact: true }).click();
  return dialog;
}

test.describe.configure({ mode: 'parallel' });

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('others move in, the rent rises by steps of 20 €, and nothing booked changes by itself', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { tenantId, startsOn } = await letFlat(landlord.api);
      await page.goto(at(`/tenant/${tenantId}/leases`));
      await choose(page, words, 'contract');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(words('Contract.wholeLease')).first()).toBeVisible();
      await expectInOrder(page, 'lease');

      await press(dialog, words('Contract.changeTenants'));
      const movesIn = monthStart(1);
      await dialog.getByLabel('Anna Schmidt').check();
      // As a person does: going there scrolls the dialog, and a list closes when what it hangs on moves.
      await dialog.getByLabel(words('Contract.joining')).click();
      await dialog.getByLabel(words('Contract.joining')).fill('Weber');
      await expect(page.getByRole('option', { name: /Weber/ }).first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expectInOrder(page, 'change of tenants');
      await press(dialog, words('Form.save'));
      await expect(
        dialog.getByText(`${words('Contract.from')} ${shownDay(movesIn, language)}`),
      ).toBeVisible();
      const range = { from: shownDay(startsOn, language), to: shownDay(addDays(movesIn, -1), language) };
      await expect(dialog.getByText(words('Contract.range', range))).toBeVisible();

      await press(dialog, words('Contract.planSteps'));
      await fill(dialog.getByLabel(words('Steps.amount')), '20');
      const planned = dialog.getByRole('region', { name: words('Steps.planned') });
      for (const cents of [72_000, 74_000, 76_000]) {
        await expect(planned).toContainText(euro(cents, language));
      }
      await expectInOrder(page, 'steps');
      await press(dialog, words('Steps.agree'));
      await expect(dialog.getByText(words('RentList.coming'))).toHaveCount(3);
      const last = shownDay(addMonths(monthStart(1), 24), language);
      await press(dialog, words('RentList.remove', { day: last }));
      await press(page.getByRole('alertdialog'), words('RentList.removeConfirm'));
      await expect(dialog.getByText(words('RentList.coming'))).toHaveCount(2);

      // The first rent was 650: two booked months differ, and follow only when that is confirmed.
      await press(dialog, words('RentList.edit', { day: shownDay(startsOn, language) }));
      await fill(dialog.getByRole('textbox', { name: words('Labels.rentLine.net') }), '650');
      await press(dialog, words('Form.save'));
      await expect(dialog.getByText(words('AgreeRent.differTitle'))).toBeVisible();
      await press(dialog, words('AgreeRent.leave'));
      await expect(dialog.getByText(words('RentList.differ', { count: 2 }))).toBeVisible();
      await expectInOrder(page, 'lease with differing months');
      await press(dialog, words('RentList.lookAtThem'));
      await press(page.getByRole('dialog').last(), words('AgreeRent.correct'));
      await expect(dialog.getByText(words('RentList.differ', { count: 2 }))).toHaveCount(0);

      // Two months more, that came in when they were due: what is open stays.
      await press(dialog, words('Contract.openEarlier'));
      await dialog.getByLabel(words('LeaseForm.bookedFrom')).selectOption(monthStart(-3));
      const sum = words('EarlierMonths.sum', { count: 2, amount: euro(130_000, language) });
      await expect(dialog.getByText(sum)).toBeVisible();
      await expectInOrder(page, 'earlier months');
      await press(dialog, words('EarlierMonths.book'));
      await expect(dialog.getByText(shownMonth(monthStart(-3), language), { exact: true })).toBeVisible();
      await press(dialog, words('Form.close'));
      await openSubPage(page, words, 'TenantPage.account');
      // 2 × 650
      await expect(page.getByRole('region', { name: words('Account.title') })).toContainText(
        euro(130_000, language),
      );
    });

    test('a notice by the landlord after six years: six months to the end of a month; it can be taken back', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { tenantId } = await letFlat(landlord.api);
      await page.goto(at(`/tenant/${tenantId}/leases`));
      await choose(page, words, 'end');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(words('Labels.noticeBy.landlord'), { exact: true }).click();
      // Received on the tenth of next month, which every third working day precedes.
      const received = addDays(monthStart(1), 9);
      for (const field of ['noticeGivenOn', 'noticeReceivedOn']) {
        await fill(dialog.getByLabel(words(`EndLease.${field}`)), shownDay(received, language));
      }
      const end = lastOfMonth(shiftMonth(monthOf(received), 6));
      await expect(dialog.getByText(words('EndLease.statutory', { months: 6 }))).toContainText(
        shownDay(end, language),
      );
      await expect(dialog.getByLabel(words('EndLease.endsOn'))).toHaveValue(shownDay(end, language));
      const circumstance = dialog.getByLabel(words('EndLease.circumstance'));
      await circumstance.selectOption('shared_house');
      await expect(dialog.getByText(words('EndLease.statutory', { months: 9 }))).toBeVisible();
      await expectInOrder(page, 'notice');
      await circumstance.selectOption('none');
      await expect(dialog.getByText(words('EndLease.statutory', { months: 6 }))).toBeVisible();
      await fill(dialog.getByLabel(words('EndLease.endsOn')), shownDay(addDays(end, -31), language));
      await expect(dialog.getByText(words('EndLease.earlier'))).toBeVisible();
      await press(dialog, words('EndLease.takeOver'));
      await fill(dialog.getByLabel(words('EndLease.noticeGivenOn')), shownDay(today(), language));
      await press(dialog, words('EndLease.end'));
      const leases = page.getByRole('region', { name: words('TenantPage.leases') });
      await expect(leases).toContainText(words('Labels.leaseState.notice_given'));
      await expect(leases).toContainText(shownDay(end, language));

      await choose(page, words, 'renew');
      await expect(dialog.getByText(words('RenewLease.takesNoticeBack'))).toBeVisible();
      await expectInOrder(page, 'renewal');
      await press(dialog, words('RenewLease.renew'));
      await expect(leases).toContainText(words('Labels.leaseState.active'));
    });

    test('who saves before the booked months are listed is asked afterwards: the half month is put right', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { tenantId, leaseId } = await letFlat(landlord.api);
      await page.route(/lease\.previewEnd/, () => {}); // it never arrives
      await page.goto(at(`/tenant/${tenantId}/leases`));
      const dialog = await endByAgreement(page, words);
      await fill(dialog.getByLabel(words('EndLease.agreedOn')), shownDay(monthStart(-1), language));
      const endsOn = addDays(monthStart(-1), 14);
      await fill(dialog.getByLabel(words('EndLease.endsOn')), shownDay(endsOn, language));
      await press(dialog, words('EndLease.end'));
      await expect(dialog.getByRole('heading')).toHaveText(words('AgreeRent.differTitle'));
      await expect(dialog.getByText(words('AgreeRent.differLater'))).toBeVisible();
      await expectInOrder(page, 'asked afterwards');
      await press(dialog, words('AgreeRent.correct'));
      await expect(dialog).toBeHidden();
      expect(await landlord.api.rent.differences.query({ leaseId })).toEqual([]);
    });

    test('a month booked after the end is corrected unless somebody says that it stays', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { tenantId, leaseId } = await letFlat(landlord.api);
      await page.goto(at(`/tenant/${tenantId}/leases`));
      const dialog = await endByAgreement(page, words);
      await fill(dialog.getByLabel(words('EndLease.agreedOn')), shownDay(monthStart(-1), language));
      const endsOn = addDays(monthStart(0), -1);
      await fill(dialog.getByLabel(words('EndLease.endsOn')), shownDay(endsOn, language));
      await expect(dialog.getByLabel(words('EndLease.correct'))).toBeChecked();
      await press(dialog, words('EndLease.end'));
      await expect(dialog).toBeHidden();
      expect(await landlord.api.rent.differences.query({ leaseId })).toEqual([]);
    });

    test('a first day typed a month late: with rents booked and one paid it is put right, and what changes is listed before', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api, 'Schmidt');
      const startsOn = monthStart(-2);
      const leaseId = await createLease(landlord.api, { unitId, tenantId, startsOn, netCents: 70_000 });
      const payment = { id: crypto.randomUUID(), leaseId, paidOn: startsOn, amountCents: 70_000 };
      await landlord.api.payment.record.mutate(payment);
      const openCents = async () => (await landlord.api.ledger.openItems.query({ leaseId })).openCents;
      const moveTo = async (day: string) => {
        await page.goto(at(`/tenant/${tenantId}/leases`));
        await choose(page, words, 'contract');
        const dialog = page.getByRole('dialog');
        await press(dialog, words('Contract.editPart', { part: words('Contract.parts.terms') }));
        await fill(dialog.getByLabel(words('LeaseForm.startsOn'), { exact: true }), shownDay(day, language));
        return dialog;
      };
      expect(await openCents()).toBe(2 * 70_000);
      // Earlier by a month: it is booked, and what came in settles it as the oldest.
      const earlier = await moveTo(monthStart(-3));
      const added = { count: 1, amount: euro(70_000, language) };
      await expect(earlier.getByText(words('Contract.addedMonths', added))).toBeVisible();
      await expectInOrder(page, 'a month more');
      await press(earlier, words('Form.save'));
      await expect(earlier.getByText(shownDay(monthStart(-3), language)).first()).toBeVisible();
      expect(await openCents()).toBe(3 * 70_000);
      // Later by two: both fall away, and the payment settles the first that is left.
      const later = await moveTo(monthStart(-1));
      await expect(later.getByText(words('EndLease.differ', { count: 2 }))).toBeVisible();
      await expect(later.getByLabel(words('EndLease.correct'))).toBeChecked();
      await expectInOrder(page, 'two months less');
      await press(later, words('Form.save'));
      await expect(later.getByText(words('EndLease.differ', { count: 2 }))).toBeHidden();
      expect(await openCents()).toBe(70_000);
      expect(await landlord.api.rent.differences.query({ leaseId })).toEqual([]);
    });

    test('an end whose answer was lost is told to have none, also once the page knows the lease anew', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { tenantId, leaseId } = await letFlat(landlord.api);
      let reached = 0;
      await page.route(/lease\.end/, async (route) => {
        reached += 1;
        await route.fetch();
        await route.abort('connectionfailed');
      });
      await page.goto(at(`/tenant/${tenantId}/leases`));
      const dialog = await endByAgreement(page, words);
      const endsOn = lastOfMonth(monthOf(addMonths(today(), 2)));
      await fill(dialog.getByLabel(words('EndLease.endsOn')), shownDay(endsOn, language));
      await press(dialog, words('EndLease.end'));
      // It was entered, and the page hears of that by itself.
      const leases = page.getByRole('region', { name: words('TenantPage.leases'), includeHidden: true });
      await expect(leases).toContainText(shownDay(endsOn, language));
      await expect(dialog.getByText(words('Errors.network'))).toBeVisible();
      expect(reached).toBe(1);
      await page.unroute(/lease\.end/);
      await press(dialog, words('EndLease.end'));
      await expect(dialog).toBeHidden();
      expect((await landlord.api.lease.get.query({ id: leaseId })).endsOn).toBe(endsOn);
    });

    test('a payment of 600 € was 700 €: edited, the account shows one payment and what it was', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { tenantId, leaseId } = await letFlat(landlord.api);
      const paidOn = today();
      await landlord.api.payment.record.mutate({
        id: crypto.randomUUID(),
        leaseId,
        paidOn,
        amountCents: 60_000,
      });
      await page.goto(at(`/tenant/${tenantId}/account`));
      const account = page.getByRole('region', { name: words('Account.title') });
      const entry = account.getByRole('button', { name: new RegExp(words('Account.paymentIn')) });
      await entry.click();
      await press(account, words('Account.edit'));
      const dialog = page.getByRole('dialog');
      await fill(dialog.getByLabel(words('PaymentForm.amount')), '700');
      await expectInOrder(page, 'edit payment');
      await press(dialog, words('Form.save'));
      await expect(dialog).toHaveCount(0);
      await expect(entry).toHaveCount(1);
      await expect(entry).toContainText(euro(70_000, language));
      await entry.click();
      await expect(account.getByText(words('Account.was'))).toContainText(euro(60_000, language));
      // 2 × 700 − 700
      await expect(account).toContainText(euro(70_000, language));
    });
  });
}
