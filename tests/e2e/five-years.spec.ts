import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import {
  agreedDepositCents,
  depositHeld,
  type Entry,
  entries,
  type FlatKey,
  flats,
  keepAccount,
  leases,
} from '../independent/five-years.ts';
import { expect, test, type Words } from '../setup/browser.ts';
import { fill } from '../setup/hand.ts';
import { createTenant, type Landlord } from '../setup/landlord.ts';
import { euro, shownDay, shownMonth, thisMonth, today } from '../setup/shown.ts';
import { openSubPage } from '../setup/sub-page.ts';

const property = 'Lindenstraße 5';
const placeOf = (key: FlatKey) => `${property}, ${flats[key]}`;
const day = (iso: string) => shownDay(iso, 'de');
const money = (cents: number) => euro(cents, 'de');
/** As a landlord types it: `1234,5` is an amount, too. */
const typed = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
/** A minus and a space of any kind are the same to the eye. */
const plain = (text: string) => text.replaceAll('−', '-').replace(/\s/g, ' ').trim();

interface Desk {
  page: Page;
  words: Words;
  account: Locator;
  dialog: Locator;
}

const press = (within: Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first().click();

/** Lease by hand: unit, time, the rents of the years, and that everything is booked from the first month. */
async function enterLease({ page, words, dialog }: Desk, key: FlatKey) {
  const { starts, ends, rents } = leases[key];
  const current = rents.at(-1);
  if (!current) throw new Error('a lease has a rent');
  await openSubPage(page, words, 'TenantPage.leases');
  await press(page.locator('section#leases'), words('TenantPage.newLease'));
  await dialog.getByRole('checkbox', { name: flats[key] }).check();
  // The button itself is for the eyes of screen readers; people click its words.
  await dialog.getByText(words('LeaseForm.durations.fixed'), { exact: true }).click();
  await fill(dialog.getByLabel(words('LeaseForm.startsOn')), day(starts));
  await fill(dialog.getByLabel(words('LeaseForm.endsOn')), day(ends));
  await dialog.getByLabel(words('LeaseForm.bookedFrom')).selectOption(`${starts.slice(0, 7)}-01`);
  // What was paid, and when, is entered one by one below.
  await dialog
    .getByRole('checkbox', { name: words('EarlierMonths.paid', { month: thisMonth('de') }) })
    .uncheck();
  for (const [index, rent] of rents.slice(0, -1).entries()) {
    await press(dialog, words(index === 0 ? 'EarlierRents.add' : 'EarlierRents.addAnother'));
    const earlier = dialog.getByRole('region', {
      name: words('EarlierRents.earlier', { line: String(index + 1) }),
    });
    if (index > 0) await fill(earlier.getByLabel(words('EarlierRents.wasSince')), day(rent.from));
    await fillRent(earlier, words, rent);
  }
  await fill(dialog.getByLabel(words('EarlierRents.rentSince')), day(current.from));
  const today = dialog.getByLabel(words('Labels.rentLine.net')).last();
  await fill(today, typed(current.net));
  const costs = words('Labels.rentLine.operating_costs_advance');
  await fill(dialog.getByRole('textbox', { name: costs }).last(), typed(current.costs));
  await press(dialog, words('LeaseForm.create'));
  await expect(dialog).toBeHidden();
  await expect(page.locator('section#leases')).toContainText(placeOf(key));
}

async function fillRent(within: Locator, words: Words, rent: { net: number; costs: number }) {
  await fill(within.getByLabel(words('Labels.rentLine.net')), typed(rent.net));
  const costs = words('Labels.rentLine.operating_costs_advance');
  await fill(within.getByRole('textbox', { name: costs }), typed(rent.costs));
}

/** Opens the line of the account that a day, a word and an amount tell from all others. */
async function openRow({ words, account }: Desk, what: { on?: string; title: string; cents?: number }) {
  let row = account.getByRole('listitem').filter({ hasText: what.title });
  // A payment names the months it paid, too.
  const received = words('Account.paymentIn');
  if (what.title !== received) row = row.filter({ hasNotText: received });
  if (what.on) row = row.filter({ hasText: day(what.on) });
  if (what.cents) row = row.filter({ hasText: money(what.cents) });
  const earlier = account.getByRole('button', { name: words('Account.earlier') });
  // What was just recorded may still be on its way; what is older is a page further down.
  await expect(async () => {
    while ((await row.count()) === 0 && (await earlier.isVisible())) {
      const before = await account.getByRole('listitem').count();
      await earlier.click();
      await expect.poll(() => account.getByRole('listitem').count()).toBeGreaterThan(before);
    }
    await expect(row.first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const toggle = row.first().locator('button[aria-expanded]');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  return row.first();
}

async function choosePayment(desk: Desk, option: string) {
  const { page, words, account, dialog } = desk;
  await press(account, words('Account.recordPayment'));
  const [lease, amount] = [
    dialog.getByLabel(words('PaymentForm.lease')),
    dialog.getByLabel(words('PaymentForm.amount')),
  ];
  await expect(amount).toBeVisible();
  const before = await amount.elementHandle();
  const chosen = await lease.inputValue();
  await lease.selectOption({ label: option });
  // Another lease has a form of its own; nothing may be typed into the one that goes.
  if ((await lease.inputValue()) !== chosen) {
    await page.waitForFunction((field) => !field?.isConnected, before);
    await expect(amount).toBeVisible();
  }
}

async function enter(desk: Desk, entry: Entry): Promise<void> {
  const { page, words, account, dialog } = desk;
  const received = words('Account.paymentIn');
  switch (entry.do) {
    case 'pay': {
      await choosePayment(desk, placeOf(entry.lease));
      await fill(dialog.getByLabel(words('PaymentForm.amount')), typed(entry.cents));
      await fill(dialog.getByLabel(words('PaymentForm.paidOn')), day(entry.on));
      for (const month of entry.for ?? []) {
        await dialog.getByRole('checkbox', { name: shownMonth(`${month}-01`, 'de') }).check();
      }
      await press(dialog, words('PaymentForm.record'));
      break;
    }
    case 'transfer':
      await choosePayment(desk, words('PaymentForm.severalLeases'));
      await fill(dialog.getByLabel(words('PaymentForm.amount')), typed(entry.cents));
      await fill(dialog.getByLabel(words('PaymentForm.paidOn')), day(entry.on));
      await press(dialog, words('PaymentForm.record'));
      break;
    case 'undo': {
      const slip = entries.find((one) => one.do === 'pay' && one.key === entry.key);
      if (slip?.do !== 'pay') throw new Error(`no payment ${entry.key}`);
      const row = await openRow(desk, { on: slip.on, title: received, cents: slip.cents });
      await press(row, words('Account.undo'));
      // Messages of success are alert dialogs to a screen reader, too.
      const question = page.getByRole('alertdialog', { name: words('UndoPayment.title') });
      await press(question, words('UndoPayment.undo'));
      await expect(question).toBeHidden();
      return;
    }
    case 'return': {
      const payment = entries.find((one) => one.do === 'pay' && one.key === entry.key);
      if (payment?.do !== 'pay') throw new Error(`no payment ${entry.key}`);
      const row = await openRow(desk, { on: payment.on, title: received, cents: payment.cents });
      await press(row, words('Account.return'));
      await fill(dialog.getByLabel(words('ReturnPayment.returnedOn')), day(entry.on));
      await fill(dialog.getByLabel(words('ReturnPayment.fee')), typed(entry.fee));
      await press(dialog, words('ReturnPayment.record'));
      break;
    }
    case 'charge':
      await press(account, words('Account.newCharge'));
      await dialog.getByLabel(words('PostCharge.lease')).selectOption({ label: placeOf(entry.lease) });
      await dialog.getByLabel(words('PostCharge.kind')).selectOption('other');
      await fill(dialog.getByLabel(words('PostCharge.amount'), { exact: true }), typed(entry.cents));
      await fill(dialog.getByLabel(words('PostCharge.dueOn')), day(entry.due));
      await fill(dialog.getByLabel(words('PostCharge.note')), entry.note);
      await press(dialog, words('PostCharge.post'));
      break;
    case 'waive': {
      const row = await openRow(desk, { title: shownMonth(`${entry.month}-01`, 'de') });
      // What was just paid of it has arrived.
      await expect(row).toContainText(words('Account.stillOpen'));
      await press(row, words('Account.waive'));
      await fill(dialog.getByLabel(words('WaiveCharge.reason')), entry.reason);
      await press(dialog, words('WaiveCharge.waive'));
      break;
    }
    case 'agree': {
      await openSubPage(page, words, 'TenantPage.leases');
      const lease = page
        .locator('section#leases')
        .getByRole('listitem')
        .filter({ hasText: flats[entry.lease] });
      await lease.getByRole('button', { name: /Aktionen/ }).click();
      await page.getByRole('menuitem', { name: words('LeaseList.actions.rent') }).click();
      await fill(dialog.getByLabel(words('AgreeRent.validFrom')), day(entry.from));
      await fillRent(dialog, words, entry);
      await press(dialog, words('AgreeRent.agree'));
      await press(dialog, words('AgreeRent.correct'));
      await expect(page.getByText(words('AgreeRent.corrected')).first()).toBeVisible();
      if (await dialog.isVisible()) await press(dialog, words('Form.close'));
      await openSubPage(page, words, 'TenantPage.account');
      break;
    }
    case 'deposit': {
      await press(page.locator('#deposit'), words('Deposit.record'));
      await dialog.getByLabel(words('Deposit.kind')).selectOption(entry.kind);
      await expect(dialog.getByLabel(words('Deposit.kind'))).toHaveValue(entry.kind);
      await fill(dialog.getByLabel(words('Deposit.amount'), { exact: true }), typed(entry.cents));
      await fill(dialog.getByLabel(words('Deposit.bookedOn'), { exact: true }), day(entry.on));
      if (entry.reason)
        await fill(dialog.getByRole('textbox', { name: words('Deposit.reason') }), entry.reason);
      if (entry.until) await fill(dialog.getByLabel(words('Deposit.heldUntil')), day(entry.until));
      if (entry.kind === 'deduction') await dialog.getByLabel(words('Deposit.settles')).check();
      await press(dialog, words('Form.save'));
    }
  }
  await expect(dialog).toBeHidden();
}

/** Every day of the account as the page shows it, with the balance after its last line. */
async function shownBalances({ words, account }: Desk): Promise<[day: string, balance: string][]> {
  const earlier = account.getByRole('button', { name: words('Account.earlier') });
  await expect(earlier).toBeVisible(); // five years fill more than one page
  while (await earlier.isVisible()) {
    const before = await account.getByRole('listitem').count();
    await earlier.click();
    await expect.poll(() => account.getByRole('listitem').count()).toBeGreaterThan(before);
  }
  const lines = await account
    .locator('li > button[aria-expanded]')
    .evaluateAll((buttons) =>
      buttons.map((button): [string, string] => [
        button.querySelector('.account-date')?.textContent ?? '',
        button.querySelector('.account-balance [data-amount], .account-balance > :last-child')?.textContent ??
          '',
      ]),
    );
  const days = new Map<string, string>();
  // The latest stands on top: the first line of a day has its last balance.
  for (const [on, balance] of lines) if (!days.has(plain(on))) days.set(plain(on), plain(balance));
  return [...days].reverse();
}

async function foundHouse({ api }: Landlord) {
  const id = randomUUID();
  await api.property.create.mutate({
    id,
    unitId: randomUUID(),
    name: property,
    kind: 'multi_family',
    street: 'Lindenstraße',
    houseNumber: '5',
    postalCode: '10969',
    city: 'Berlin',
    state: 'DE-BE',
    country: 'DE',
  });
  for (const name of Object.values(flats)) {
    await api.unit.create.mutate({ id: randomUUID(), propertyId: id, name, kind: 'apartment' });
  }
}

test.describe('five years of one tenant', () => {
  test.use({ language: 'de' });

  test('entered by hand, account, arrears and interest are the second accountant’s', async ({
    page,
    words,
    at,
    landlord,
  }) => {
    test.setTimeout(15 * 60_000);
    page.setDefaultTimeout(20_000);
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(String(error)));
    await foundHouse(landlord);
    const tenantId = await createTenant(landlord.api, 'Müller');
    await page.goto(at(`/tenant/${tenantId}`));
    const desk: Desk = {
      page,
      words,
      account: page.getByRole('region', { name: words('Account.title'), exact: true }),
      dialog: page.getByRole('dialog'),
    };
    await enterLease(desk, 'first');
    await enterLease(desk, 'second');

    await openSubPage(page, words, 'TenantPage.account');
    const deposit = page.locator('#deposit');
    await press(deposit, words('Deposit.agree'));
    await desk.dialog.getByLabel(words('Deposit.lease')).selectOption({ label: placeOf('first') });
    await fill(desk.dialog.getByLabel(words('Deposit.amount'), { exact: true }), typed(agreedDepositCents));
    await press(desk.dialog, words('Form.save'));
    await expect(desk.dialog).toBeHidden();

    for (const entry of entries) await test.step(JSON.stringify(entry), () => enter(desk, entry));

    const account = keepAccount(today());
    const days = [...account.balances('first'), ...account.balances('second')].map((one) => one.day);
    const expected = [...new Set(days)].sort().map((iso): [string, string] => {
      const owed = account.balance('first', iso) + account.balance('second', iso);
      return [day(iso), plain(money(0 - owed))];
    });
    await page.reload();
    // A day on which only what was undone stood is not shown, and changes no balance.
    const shown = await shownBalances(desk);
    const listed = new Set(shown.map(([on]) => on));
    expect(shown).toEqual(expected.filter(([on]) => listed.has(on)));
    expect(expected.length - shown.length).toBeLessThanOrEqual(1);

    const arrears = page.locator('#arrears');
    await expect(arrears).toBeVisible();
    const ages = await arrears.locator('dl dd').allTextContents();
    expect(ages.map(plain)).toEqual(account.ages('second', today()).map((cents) => plain(money(cents))));
    await expect(arrears).toContainText(money(account.interest('second', today())));
    await expect(deposit.locator('dl').first()).toContainText(money(depositHeld(today())));

    const statement = await page.request.get(
      `/api/account/statement?tenantId=${tenantId}&format=csv&language=de&asOf=2022-12-31`,
    );
    const last = (await statement.text()).trim().split('\n').at(-1)?.split(';').at(-1) ?? '';
    const owed = account.balance('first', '2022-12-31');
    expect(plain(last).replaceAll('.', '')).toBe(typed(0 - owed));
    expect(broken).toEqual([]);
  });
});
