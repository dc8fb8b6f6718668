import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { addDays } from '../../src/lib/calendar.ts';
import { expect, test } from '../setup/browser.ts';
import {
  createFlat,
  createLease,
  createTenant,
  findPlaces,
  letWithAdvance,
  openDemo,
  signUp,
} from '../setup/landlord.ts';
import { pageList } from '../setup/page-list.ts';
import { settle } from '../setup/settle.ts';
import { monthStart, shownDay } from '../setup/shown.ts';

test.use({ language: 'en', locale: 'en-US' });

/** Words of German law, and units and money nobody uses there. */
const german =
  /§|\btext form\b|\bBGB\b|\bBGH\b|BetrKV|Anlage V|third working day|\bVAT\b|Bundesbank|Heating, advance|Operating costs, advance|rent brake|base rate|operating-cost regulation|\bEStG\b|\bGEG\b|Kaltmiete|m²|€|EUR\b/i;

/** Words of British landlords, as the unit test of the wording holds every sentence against them. */
const british =
  /\b(flats?|lettings?|tenanc(?:y|ies)|post(?:al )?codes?|handovers?|colours?|not let|let to)\b|^let$/im;

/** What of that stands on the page, with a little around it. */
async function foreignWords(page: Page, where: string): Promise<string[]> {
  const text = `${await page.title()}\n${await page.locator('body').innerText()}`;
  return [...text.matchAll(new RegExp(`${german.source}|${british.source}`, 'gim'))].map(
    ({ 0: word, index }) =>
      `${where}: ${word} in “${text.slice(Math.max(0, index - 40), index + 40).replaceAll(/\s+/g, ' ')}”`,
  );
}

test('a landlord in the United States reads no word of German law and none of Britain, on no page and in no dialog of every day', async ({
  page,
  landlord,
  context,
  words,
  at,
}) => {
  test.setTimeout(300_000);
  const place = { jurisdiction: 'US', currency: 'USD', timeZone: 'America/New_York' } as const;
  const demo = await openDemo(landlord, 'en', { place, withPapers: true });
  await context.clearCookies();
  await context.addCookies(demo.cookies());
  const places = await findPlaces(demo.api);
  const [running] = (await demo.api.lease.list.query({ includeEnded: false })).rows;
  const own = { tenantId: running?.tenants[0]?.id ?? '', leaseId: running?.id ?? '' };
  // Pages of a lease are walked without a record of handing over, too.
  const ids = { ...places, handover: places.handover ?? { ...own, handoverId: '' } };
  const found: string[] = [];
  for (const { name, path, visitor } of pageList) {
    if (visitor !== 'landlord' || name === 'new-password') continue;
    if (name === 'handover' && places.handover === null) continue;
    if (name === 'plant-year' && ids.plant === null) continue;
    await page.goto(at(path(ids)));
    await settle(page);
    found.push(...(await foreignWords(page, name)));
  }

  await test.step('files that only banks of the euro take are not offered', async () => {
    await page.goto(at('/dashboard/rent'));
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: words('RentPage.bank'), exact: true })).toBeVisible();
    for (const place of ['debits', 'payouts']) {
      await expect(main.getByRole('link', { name: words(`RentPage.${place}`), exact: true })).toHaveCount(0);
    }
  });

  await test.step('nor in the palette, nor by keys', async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog').last();
    await expect(palette.getByRole('option', { name: words('Search.actions.bank') })).toBeVisible();
    for (const goal of ['debits', 'payouts']) {
      await expect(palette.getByRole('option', { name: words(`Search.actions.${goal}`) })).toHaveCount(0);
    }
    found.push(...(await foreignWords(page, 'palette')));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog').last();
    await expect(keys).toContainText(words('Search.actions.bank'));
    for (const goal of ['debits', 'payouts']) {
      await expect(keys).not.toContainText(words(`Search.actions.${goal}`));
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('dialogs that keys open', async () => {
    await page.goto(at('/dashboard'));
    await settle(page);
    for (const keys of ['n p', 'n t', 'n l', 'n b']) {
      for (const key of keys.split(' ')) await page.keyboard.press(key);
      const dialog = page.getByRole('dialog').last();
      await expect(dialog.getByRole('textbox').first()).toBeVisible();
      for (const fold of await dialog.locator('summary').all()) await fold.click();
      await settle(page);
      found.push(...(await foreignWords(page, keys)));
      // Nothing was entered, so nothing is asked.
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    }
  });

  await test.step('what is done with a lease', async () => {
    const [lease] = (await demo.api.lease.list.query({ includeEnded: false })).rows;
    const home = lease?.tenants[0]?.id ?? '';
    for (const action of ['contract', 'end'] as const) {
      await page.goto(at(`/tenant/${home}/leases`));
      await settle(page);
      await page
        .getByRole('button', { name: /^Lease of .*: actions$/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: words(`LeaseList.actions.${action}`), exact: true }).click();
      await expect(page.getByRole('dialog').last()).toBeVisible();
      await settle(page);
      found.push(...(await foreignWords(page, action)));
    }
  });
  expect(found).toEqual([]);
});

test('an amount is written as they write it on leaving the field, and an area in square feet', async ({
  page,
  landlord,
  words,
  at,
}) => {
  const id = crypto.randomUUID();
  await landlord.api.portfolio.create.mutate({
    id,
    name: 'Elm Street',
    jurisdiction: 'US',
    currency: 'USD',
    timeZone: 'America/New_York',
  });
  await page.context().addCookies(landlord.workIn(id).cookies());
  await page.goto(at('/dashboard/setup'));
  const rent = page.getByRole('textbox', {
    name: `${words('Homes.columns.net')} ${words('Homes.row', { number: 1 })}`,
  });
  await rent.fill('2450');
  await rent.blur();
  await expect(rent).toHaveValue('$2,450.00');
  await page.goto(at('/dashboard/properties?new=1'));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('sq\u00a0ft');
  await expect(dialog).not.toContainText('m²');
});

test('costs are settled by a key of one’s own, and neither page nor letter knows a law of ours', async ({
  page,
  landlord,
  words,
  at,
}, info) => {
  const portfolioId = crypto.randomUUID();
  await landlord.api.portfolio.create.mutate({
    id: portfolioId,
    name: 'Elm Street',
    jurisdiction: 'US',
    currency: 'USD',
    timeZone: 'America/New_York',
  });
  const { api, cookies } = landlord.workIn(portfolioId);
  await page.context().addCookies(cookies());
  const [id, unitId, tenantId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await api.property.create.mutate({
    id,
    unitId,
    name: 'Elm Street 12',
    kind: 'apartment',
    street: 'Elm Street',
    houseNumber: '12',
    postalCode: '12207',
    city: 'Albany',
    state: 'US-NY',
    country: 'US',
  });
  await api.tenant.create.mutate({
    id: tenantId,
    kind: 'person',
    firstName: 'Ann',
    lastName: 'Miller',
    letterLanguage: 'en',
  });
  const period = { from: monthStart(-2), to: addDays(monthStart(-1), -1) };
  await letWithAdvance(api, { unitId, tenantId, startsOn: period.from, netCents: 170_000 });
  const categories = await api.category.list.query({});
  await api.transaction.record.mutate({
    id: crypto.randomUUID(),
    propertyId: id,
    bookedOn: period.from,
    direction: 'expense',
    categoryId: categories.find((row) => row.direction === 'expense' && row.parentId !== null)?.id ?? '',
    recoverableKey: 'units',
    title: 'Snow removal',
    amountCents: 12_345,
  });
  const address = at(`/property/${id}/statement/${period.from}_${period.to}`);
  await page.goto(address);
  await expect(page.locator('#results')).toContainText('$123.45');
  await settle(page);
  await page.screenshot({ path: info.outputPath('statement.png'), fullPage: true });
  const found = await foreignWords(page, 'statement');
  const send = words('CostStatements.send');
  await page.getByRole('button', { name: send }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: send }).click();
  await expect(page.getByText(words('CostStatements.sendDone'))).toBeVisible();
  found.push(...(await foreignWords(page, 'settled')));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `${words('CostStatements.letter')}: ` }).click(),
  ]);
  const pdf = await getDocumentProxy(new Uint8Array(await fs.readFile(await file.path())));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain('$123.45');
  expect(text).not.toMatch(german);
  expect(found).toEqual([]);
});

test.describe('in American words', () => {
  test.use({ jurisdiction: 'US' });

  test('insurance is proposed by area for a house in Berlin and by no key in Albany; rent comes by check, of a month to come later', async ({
    page,
    landlord,
    words,
    at,
  }, info) => {
    const portfolioId = crypto.randomUUID();
    await landlord.api.portfolio.create.mutate({
      ...{ id: portfolioId, name: 'Elm Street', jurisdiction: 'US', currency: 'USD' },
      timeZone: 'America/New_York',
    });
    const { api, cookies } = landlord.workIn(portfolioId);
    await page.context().addCookies(cookies());
    const berlin = await createFlat(api);
    const albany = { id: crypto.randomUUID(), unitId: crypto.randomUUID() };
    await api.property.create.mutate({
      ...{ ...albany, name: 'Elm Street 12', kind: 'apartment', street: 'Elm Street', houseNumber: '12' },
      ...{ postalCode: '12207', city: 'Albany', state: 'US-NY', country: 'US' },
    });
    for (const [house, key] of [
      [berlin, 'area'],
      [albany, ''],
    ] as const) {
      await page.goto(at(`/property/${house.id}/recurring`));
      const bookings = page.getByRole('region', { name: words('Bookings.title'), exact: true });
      const press = bookings.getByRole('button', { name: words('Bookings.newTransaction'), exact: true });
      await press.first().click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByLabel(words('BookingForm.category'))
        .selectOption({ label: words('Category.builtIn.insurance') });
      await dialog.locator('summary').first().click();
      await expect(dialog.getByLabel(words('BookingForm.recoverable'))).toHaveValue(key);
    }

    const tenantId = await createTenant(api);
    const first = (months: number) => monthStart(months, 'America/New_York');
    await createLease(api, { unitId: albany.unitId, tenantId, startsOn: first(0), netCents: 170_000 });
    await page.goto(at('/dashboard/rent'));
    await page.getByTitle(words('RentPage.otherwiseShort')).click();
    const method = page.getByRole('dialog').getByLabel(words('PaymentForm.method'));
    await expect(method.getByRole('option')).toContainText(['Zelle', 'Autopay', 'Cash', 'Card', 'Check']);
    await page.screenshot({ path: info.outputPath('method.png') });
    await page.goto(at(`/dashboard/rent?month=${first(1).slice(0, 7)}`));
    await expect(page.getByRole('main')).toContainText(words('RentPage.comingText'));
    await page.screenshot({ path: info.outputPath('month-to-come.png') });
    await page.goto(at(`/dashboard/rent?month=${first(-1).slice(0, 7)}`));
    await expect(page.getByRole('main')).toContainText(words('RentPage.pastText'));
  });
});

test.describe('in Ireland', () => {
  test.use({ locale: 'en-IE', timezoneId: 'Europe/Dublin' });

  test('who is invited reads and types the day first, as who invites', async ({
    page,
    landlord,
    installation,
    mailbox,
    words,
  }) => {
    const guest = await signUp(installation, 'en');
    const before = await guest.api.account.getProfile.query();
    expect(before.dateFormat).toBeNull();
    const confirmation = await mailbox.next(guest.email);
    await landlord.api.member.invite.mutate({
      id: crypto.randomUUID(),
      email: guest.email,
      role: 'manager',
      language: 'en',
    });
    const { links } = await mailbox.next(guest.email, confirmation);
    await page.context().clearCookies();
    await page.context().addCookies(guest.cookies());
    await page.goto(links.find((link) => link.includes('/invitation?')) ?? '');
    await page.getByRole('button', { name: words('Invitation.accept'), exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    const { dateFormat, displayName } = await guest.api.account.getProfile.query();
    expect({ dateFormat, displayName }).toEqual({
      dateFormat: 'dd/mm/yyyy',
      displayName: before.displayName,
    });
  });
});

test('a landlord in the United States enters an account by its routing number', async ({
  page,
  landlord,
  words,
  at,
}) => {
  const id = crypto.randomUUID();
  const place = { jurisdiction: 'US', currency: 'USD', timeZone: 'America/New_York' } as const;
  await landlord.api.portfolio.create.mutate({
    id,
    name: 'Elm Street',
    ...place,
    landlordName: 'Mark Weaver',
  });
  await page.context().addCookies(landlord.workIn(id).cookies());
  await page.goto(at('/dashboard/settings/landlords'));
  await page.getByRole('button', { name: words('BankAccounts.add') }).click();
  const dialog = page.getByRole('dialog');
  const routing = dialog.getByRole('textbox', { name: words('Statement.bankCode.us') });
  await routing.fill('021000022');
  await dialog.getByRole('textbox', { name: words('Statement.accountNumber') }).fill('1234567890');
  await dialog.getByRole('button', { name: words('Form.save') }).click();
  await expect(dialog).toContainText(words('Errors.field.bank_code_us'));
  await routing.fill('021000021');
  await dialog.getByRole('button', { name: words('Form.save') }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('#accounts')).toContainText('021000021 / 1234567890');

  await page.goto(at('/dashboard/tenants'));
  await page
    .getByRole('button', { name: words('TenantsPage.newTenant') })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
  await expect(page.getByRole('dialog')).not.toContainText('IBAN');
});

test('a new lease opened from its tenant follows the house that is chosen, and keeps what was typed', async ({
  page,
  landlord: { api },
  words,
  at,
}) => {
  await createFlat(api, 'Lindenstraße 5');
  const palma = { id: crypto.randomUUID(), unitId: crypto.randomUUID() };
  await api.property.create.mutate({
    ...palma,
    name: 'Casa Palma',
    kind: 'house',
    city: 'Palma',
    country: 'ES',
  });
  const tenantId = await createTenant(api);
  await page.goto(at(`/tenant/${tenantId}/leases`));
  await page
    .getByRole('button', { name: words('TenantPage.newLease') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const due = dialog.getByRole('combobox', { name: words('LeaseForm.dueRule') });
  const heating = dialog.getByRole('textbox', { name: words('Labels.rentLine.heating_advance') });
  await expect(due).toHaveValue('third_working_day');
  await expect(heating).toBeVisible();
  await dialog.getByRole('combobox', { name: words('LeaseForm.property') }).fill('Palma');
  await page.getByRole('option', { name: /Casa Palma/ }).click();
  await expect(due).toHaveValue('first');
  await expect(heating).toHaveCount(0);
  const net = dialog.getByRole('textbox', { name: words('Labels.rentLine.net') });
  await net.fill('900');
  await net.blur();
  await dialog.getByRole('button', { name: words('LeaseForm.addProperty') }).click();
  await dialog.getByRole('combobox', { name: words('LeaseForm.otherProperty') }).fill('Linden');
  await page.getByRole('option', { name: /Lindenstraße 5/ }).click();
  await dialog.getByRole('checkbox', { name: 'Casa Palma' }).uncheck();
  await expect(due).toHaveValue('third_working_day');
  await expect(net).toHaveValue('€900.00');
});

test('in Austria a rent has ten per cent in the flat and its costs and twenty in heating and parking', async ({
  page,
  landlord,
  words,
  at,
}) => {
  const id = crypto.randomUUID();
  const place = { jurisdiction: 'AT', currency: 'EUR', timeZone: 'Europe/Vienna' } as const;
  await landlord.api.portfolio.create.mutate({ id, name: 'Graz', ...place });
  const { api, cookies } = landlord.workIn(id);
  await page.context().addCookies(cookies());
  const graz = { id: crypto.randomUUID(), unitId: crypto.randomUUID() };
  const address = { street: 'Keplerstraße', houseNumber: '12/3/14', postalCode: '8020', city: 'Graz' };
  await api.property.create.mutate({
    ...graz,
    ...address,
    name: 'Keplerstraße 12',
    kind: 'apartment',
    state: 'AT-6',
    country: 'AT',
  });
  const tenantId = await createTenant(api);
  await page.goto(at(`/tenant/${tenantId}/leases`));
  await page
    .getByRole('button', { name: words('TenantPage.newLease') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const part = (name: string) => words(`Labels.rentLine.${name}`);
  const amount = async (name: string, typed: string) => {
    await dialog.getByRole('textbox', { name: part(name), exact: true }).fill(typed);
  };
  const rate = async (name: string, typed: string) => {
    await dialog
      .getByRole('textbox', { name: words('RentLines.vatOf', { part: part(name) }), exact: true })
      .fill(typed);
  };
  // The only one there is.
  await expect(dialog.getByRole('checkbox', { name: /Keplerstraße 12/ })).toBeChecked();
  await amount('net', '880');
  await amount('operating_costs_advance', '220');
  for (const name of ['heating_advance', 'parking']) {
    await dialog.getByRole('button', { name: part(name), exact: true }).click();
  }
  await amount('heating_advance', '120');
  await amount('parking', '96');
  await dialog.getByRole('button', { name: words('RentLines.vat'), exact: true }).click();
  await rate('net', '10');
  await rate('operating_costs_advance', '10');
  await rate('heating_advance', '20');
  await rate('parking', '20');
  // 880 ÷ 11 = 80; 96 ÷ 6 = 16.
  await expect(dialog).toContainText(words('RentLines.vatContained', { amount: '€80.00', net: '€800.00' }));
  await expect(dialog).toContainText(words('RentLines.vatContained', { amount: '€16.00', net: '€80.00' }));
  await dialog.getByLabel(words('LeaseForm.startsOn')).fill(shownDay(monthStart(0), 'en'));
  await dialog.getByRole('button', { name: words('LeaseForm.create'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const [lease] = (await api.lease.list.query({ includeEnded: false })).rows;
  const [rent] = await api.rent.list.query({ leaseId: lease?.id ?? '' });
  const rates = Object.fromEntries(rent?.lines.map((line) => [line.component, line.vatRateBp]) ?? []);
  expect(rates).toEqual({ net: 1_000, operating_costs: 1_000, heating: 2_000, parking: 2_000 });
});
