import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, type Language, type Mailbox, test, type Words } from '../setup/browser.ts';
import { type Hand, keyboard, paste, pointer } from '../setup/hand.ts';
import { newAddress, password } from '../setup/landlord.ts';
import { firstOfThisMonth, money, monthStart, shownDay, thisMonth, today } from '../setup/shown.ts';

interface Walker {
  page: Page;
  hand: Hand;
  words: Words;
  at: (path: string) => string;
  language: Language;
  mailbox: Mailbox;
  /** Where the landlord lets: at home, or abroad. */
  country: 'DE' | 'US';
}

const currencyIn = { DE: 'EUR', US: 'USD' };
const shown = (cents: number, { language, country }: Walker) => money(cents, language, currencyIn[country]);

/** Called wherever the walk has come to a page or dialog of its own. */
type Look = (what: string) => Promise<void>;

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first();

async function signUp({ page, hand, words, at, language, mailbox }: Walker, look: Look) {
  const email = newAddress();
  await page.goto(at('/'));
  await look('home');
  await hand.press(
    page
      .getByRole('main')
      .getByRole('link', { name: words('Home.start') })
      .first(),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('AuthPages.registerTitle'));
  await look('sign-up');
  const name = language === 'de' ? 'Petra Vogel' : 'Grace Miller';
  await hand.type(page.getByLabel(words('AuthPages.name')), name);
  await hand.type(page.getByLabel(words('AuthPages.email')), email);
  await hand.type(page.getByLabel(words('AuthPages.password'), { exact: true }), password);
  await hand.press(button(page.getByRole('main'), words('AuthPages.register')));
  await expect(page.getByText(words('AuthPages.mailSent', { email }))).toBeVisible();
  await look('mail sent');

  const mail = await mailbox.next(email);
  expect(mail.subject).toBe(
    language === 'de' ? 'Bitte bestätigen Sie Ihre E-Mail-Adresse' : 'Please confirm your e-mail address',
  );
  const link = mail.links.find((address) => address.includes('/auth/confirm'));
  await page.goto(link ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('AuthPages.confirm.signup.title'));
  await look('confirm');
  await hand.type(page.getByLabel(words('AuthPages.password'), { exact: true }), password);
  await hand.press(button(page, words('AuthPages.confirm.signup.action')));
  await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}`));
}

async function createPortfolio({ page, hand, words, at, country }: Walker, look: Look) {
  await expect(page).toHaveURL(new RegExp(`${at('/dashboard/setup')}$`));
  await look('set-up: portfolio');
  await hand.choose(page.getByLabel(words('PortfolioForm.jurisdiction')), country);
  await hand.type(page.getByLabel(words('PortfolioForm.timeZone')), 'Berlin');
  await hand.press(button(page.getByRole('main'), words('PortfolioForm.create')));
  await expect(page.getByText(words('Homes.question'))).toBeVisible();
}

/** Address, tenant, start and rent on one screen; what cannot be read is said of its cell, and stays as it was typed. */
async function enterHome(walker: Walker, look: Look) {
  const { page, hand, words, language, country } = walker;
  await look('set-up: what is let');
  const main = page.getByRole('main');
  const cell = (column: string) =>
    main.getByRole('textbox', {
      name: `${words(`Homes.columns.${column}`)} ${words('Homes.row', { number: 1 })}`,
    });
  await hand.type(main.getByLabel(words('PropertyForm.street')), 'Lindenstraße');
  await hand.type(main.getByLabel(words('PropertyForm.houseNumber')), '5');
  await hand.type(main.getByLabel(words('PropertyForm.postalCode')), '10969');
  await hand.type(main.getByLabel(words('PropertyForm.city')), 'Berlin');
  await hand.choose(
    main.getByLabel(words(`Labels.stateKind.${country === 'DE' ? 'land' : 'state'}`)),
    country === 'DE' ? 'DE-BE' : 'US-NH',
  );
  await hand.type(cell('tenant'), 'Jörg Müller');
  await hand.type(cell('startsOn'), shownDay(firstOfThisMonth(), language));
  await hand.type(cell('net'), 'viel');
  await hand.press(button(main, words('Homes.enter')));
  await expect(
    main
      .getByRole('listitem')
      .filter({ hasText: words('Errors.field.not_a_number') })
      .first(),
  ).toBeVisible();
  await expect(cell('net')).toHaveValue('viel');
  await look('set-up: a rent that is none');
  if (country === 'DE') {
    await hand.type(cell('net'), language === 'de' ? '700,00' : '700.00');
    await hand.type(cell('costs'), '150');
  } else {
    // No advances where nobody has them.
    await expect(cell('costs')).toHaveCount(0);
    await hand.type(cell('net'), '850');
    await hand.type(cell('tenant'), 'Jörg Müller');
    await expect(cell('net')).toHaveValue('$850.00');
  }
  await hand.press(button(main, words('Homes.enter')));
  await expect(cell('tenant')).toBeHidden();
}

async function recordPayment(walker: Walker, look: Look) {
  const { page, hand, words, language } = walker;
  await hand.press(page.getByRole('link', { name: words('Setup.steps.rent.action') }));
  const rent = page.getByRole('region', { name: words('PropertyRents.title'), exact: true });
  await expect(rent).toContainText(shown(85_000, walker));
  await expect(rent).toContainText(thisMonth(language));
  await look('property');

  await hand.press(rent.getByRole('button', { name: words('PropertyRents.pay') }).first());
  const dialog = page.getByRole('dialog', { name: words('PaymentForm.title') });
  const amount = dialog.getByLabel(words('PaymentForm.amount'));
  await expect(amount).toHaveValue(language === 'de' ? '850,00' : shown(85_000, walker));
  await look('payment');
  await hand.type(amount, language === 'de' ? '500,5' : '500.5');
  await expect(dialog).toContainText(words('SettlementChoice.remains', { amount: shown(34_950, walker) }));
  await hand.press(button(dialog, words('PaymentForm.record')));
  await expect(dialog).toBeHidden();
  await expect(rent).toContainText(shown(34_950, walker));
  await hand.press(rent.getByRole('link', { name: 'Jörg Müller' }));
}

/** The account says the same as the property's page, entry by entry. */
async function readAccount(walker: Walker, look: Look) {
  const { page, words, language } = walker;
  await expect(page).toHaveURL(/\/tenant\/[0-9a-f-]{36}/);
  const account = page.getByRole('region', { name: words('Account.title'), exact: true });
  const entries = account.getByRole('listitem');
  await expect(entries).toHaveCount(2);
  const payment = entries.filter({ hasText: words('Account.paymentIn') });
  await expect(payment).toContainText(shown(50_050, walker));
  await expect(payment).toContainText(shownDay(today(), language));
  await expect(payment).toContainText(thisMonth(language));
  const charge = entries.filter({ hasText: thisMonth(language), hasNotText: words('Account.paymentIn') });
  await expect(charge).toContainText(shown(85_000, walker));
  await charge.getByRole('button').first().click();
  await expect(charge).toContainText(words('Account.paidWith'));
  await expect(charge).toContainText(shown(34_950, walker));
  await look('tenant');
}

async function firstRent(walker: Walker, look: Look) {
  await signUp(walker, look);
  await createPortfolio(walker, look);
  await enterHome(walker, look);
  await recordPayment(walker, look);
  await readAccount(walker, look);
}

// Between them the two with axe show both languages, widths and colour schemes; both must fit the other width, too.
const screens = [
  { language: 'en', width: 1440, other: 390, colorScheme: 'light', withAxe: true, country: 'DE' },
  { language: 'de', width: 390, other: 1440, colorScheme: 'dark', withAxe: true, country: 'DE' },
  { language: 'en', width: 390, other: null, colorScheme: 'light', withAxe: false, country: 'US' },
] as const;

const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// A walk is long, and each has an account of its own.
test.describe.configure({ mode: 'parallel' });

for (const { language, width, other, colorScheme, withAxe, country } of screens) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 }, jurisdiction: country });

    test('from the home page to the first payment on the tenant’s account', async ({
      page,
      words,
      at,
      mailbox,
    }) => {
      test.slow();
      const broken: string[] = [];
      page.on('pageerror', (error) => broken.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') broken.push(message.text());
      });
      const look: Look = async (what) => {
        if (withAxe) await expectAccessible(page, `${what} (${language}, ${width})`);
        expect(await overhang(page), `${what} does not scroll sideways`).toBe(0);
        if (other === null) return;
        await page.setViewportSize({ width: other, height: 900 });
        expect(await overhang(page), `${what} does not scroll sideways, ${other} wide`).toBe(0);
        await page.setViewportSize({ width, height: 900 });
      };
      const walker = { page, hand: pointer(page), words, at, language, mailbox, country };
      await firstRent(walker, look);
      // What is not dialogs has been looked at in `every-page`, filled and in both languages.
      for (const [place, title] of [
        ['/dashboard/properties?new=1', 'PropertyList.title'],
        ['/dashboard/tenants?new=1', 'TenantsPage.title'],
        ['/dashboard/setup', 'Setup.title'],
      ] as const) {
        await page.goto(at(place));
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(words(title));
        if (place.includes('?new'))
          await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await look(place);
      }
      expect(broken).toEqual([]);
    });
  });
}

test('the whole way with nothing but the keyboard', async ({ page, words, at, language, mailbox }) => {
  test.slow();
  await firstRent(
    { page, hand: keyboard(page), words, at, language, mailbox, country: 'DE' },
    async () => {},
  );
});

test('a house comes out of a spreadsheet, a unit for each of its flats', async ({
  page,
  landlord,
  words,
  at,
}) => {
  await page.goto(at('/dashboard/setup'));
  await expect(page.getByRole('button', { name: words('Demo.open') })).toBeVisible();
  const main = page.getByRole('main');
  const cell = (column: string, number: number) =>
    main.getByRole('textbox', {
      name: `${words(`Homes.columns.${column}`)} ${words('Homes.row', { number })}`,
    });
  await main.getByText(words('Homes.situations.house'), { exact: true }).click();
  await main.getByLabel(words('PropertyForm.street')).fill('Am Ring');
  await paste(
    cell('unit', 1),
    'Unit\tTenant\tSince\tRent\nLeft\tAda King\t2024-02-01\t800\nRight\tBen Poe\tsoon\t950\nTop\nAttic\tCleo Fox\t2025-05-01\t610',
  );
  await expect(cell('unit', 4)).toHaveValue('Attic');
  await expect(main.getByLabel(words('Homes.flats'))).toHaveValue('4');
  await main.getByRole('button', { name: words('Homes.enter'), exact: true }).click();
  const fault = words('Homes.fault', {
    number: 2,
    column: words('Homes.columns.startsOn'),
    problem: words('Errors.field.not_a_date'),
  });
  await expect(main.getByText(fault)).toBeVisible();
  await expect(cell('startsOn', 2)).toBeFocused();
  await cell('startsOn', 2).fill('2024-03-01');
  // They have been running: last month is booked, too, which nobody has paid yet.
  await main.getByLabel(words('EarlierMonths.bookedFrom')).selectOption(monthStart(-1));
  const arePaid = main.getByLabel(words('EarlierMonths.paid', { month: thisMonth('en') }));
  await expect(arePaid).toBeChecked();
  await arePaid.uncheck();
  await main.getByRole('button', { name: words('Homes.enter'), exact: true }).click();
  await expect(cell('unit', 1)).toBeHidden();
  const [house, ...others] = (await landlord.api.property.list.query({})).rows;
  expect(others).toEqual([]);
  const units = await landlord.api.unit.list.query({ propertyId: house?.id ?? '' });
  expect(
    Object.fromEntries(units.map(({ name, currentLease }) => [name, currentLease?.tenants[0]?.name])),
  ).toEqual({
    Attic: 'Cleo Fox',
    Left: 'Ada King',
    Right: 'Ben Poe',
    Top: undefined,
  });
  const { rows } = await landlord.api.lease.list.query({ propertyId: house?.id });
  expect(Object.fromEntries(rows.map(({ openCents, bookedFrom }) => [openCents, bookedFrom]))).toEqual(
    Object.fromEntries([61_000, 80_000, 95_000].map((cents) => [2 * cents, monthStart(-1)])),
  );
  // Until the first payment is in, Today leads back, also who put it off.
  await page.getByRole('button', { name: words('Setup.later'), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}$`));
  await expect(page.getByRole('link', { name: words('Overview.setup.action'), exact: true })).toBeVisible();
});

test('a table of more rows than are asked for says so, and takes them one entry after the other', async ({
  page,
  landlord,
  words,
  at,
}) => {
  await page.goto(at('/dashboard/setup'));
  await expect(page.getByRole('button', { name: words('Demo.open') })).toBeVisible();
  const main = page.getByRole('main');
  const cell = (column: string, number: number) =>
    main.getByRole('textbox', {
      name: `${words(`Homes.columns.${column}`)} ${words('Homes.row', { number })}`,
      exact: true,
    });
  const rows = Array.from({ length: 62 }, (_, index) =>
    [`Ring ${Math.min(index + 1, 61)}`, index < 60 ? '' : `F${index}`, '', '', ''].join('\t'),
  );
  rows[0] = 'Ring 1\tLeft\tAnna & Ben Poe\t2024-02-01\t800';
  await paste(cell('tenant', 1), rows.join('\n'));
  const notice = main.getByRole('status');
  await expect(notice).toContainText(words('Homes.table', { count: 62 }));
  await notice.getByRole('button', { name: words('Homes.situations.several'), exact: true }).click();
  await expect(cell('tenant', 1)).toHaveValue('Anna & Ben Poe');
  // Both flats of the last place wait: one place is never two.
  await expect(main.getByText(words('Homes.beyond', { count: 2, most: 60 }))).toBeVisible();
  await expect(cell('place', 61)).toBeHidden();
  await main.getByRole('button', { name: words('Homes.enter'), exact: true }).click();
  await expect(page.getByText(words('Homes.enteredSome', { count: 2 }))).toBeVisible();
  await expect(cell('place', 1)).toHaveValue('Ring 61');
  await main.getByRole('button', { name: words('Homes.enter'), exact: true }).click();
  await expect(cell('place', 1)).toBeHidden();
  const { rows: places } = await landlord.api.property.list.query({ search: 'Ring 61' });
  expect(places.map(({ name }) => name)).toEqual(['Ring 61']);
});
