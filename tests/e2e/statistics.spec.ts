import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, type Language, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant, type Landlord } from '../setup/landlord.ts';
import { euro, today } from '../setup/shown.ts';

const year = Number(today().slice(0, 4)) - 1;

/** A flat bought on 1 April and let from 1 July last year; five of six rents paid, two bills. */
async function fillLastYear({ api }: Landlord) {
  const flat = await createFlat(api);
  const { owners, valuations, units, arrearsCents, lacksOwner, archivedAt, coverDocumentId, ...rest } =
    await api.property.get.query({ id: flat.id });
  const { createdAt, updatedAt, ...fields } = rest;
  await api.property.update.mutate({
    ...fields,
    purchasedOn: `${year}-04-01`,
    purchasePriceCents: 20_000_000,
  });
  const tenantId = await createTenant(api);
  const leaseId = await createLease(api, {
    unitId: flat.unitId,
    tenantId,
    startsOn: `${year}-07-01`,
    netCents: 70_000,
  });
  for (const month of ['07', '08', '09', '10', '11']) {
    await api.payment.record.mutate({
      id: randomUUID(),
      leaseId,
      paidOn: `${year}-${month}-03`,
      amountCents: 70_000,
    });
  }
  const categories = await api.category.list.query({});
  const categoryId = categories.find((category) => category.code === 'repairs')?.id ?? '';
  for (const [bookedOn, amountCents] of [
    [`${year}-08-12`, 11_900],
    [`${year}-10-30`, 25_050],
  ] as const) {
    await api.transaction.record.mutate({
      id: randomUUID(),
      propertyId: flat.id,
      bookedOn,
      direction: 'expense',
      categoryId,
      title: 'Reparatur',
      amountCents,
    });
  }
  return flat;
}

/** A figure by its name: what `has` is given is sought inside each tile, so it starts from the page. */
const tile = (within: Locator, label: string) =>
  within.locator('dl > div').filter({ has: within.page().getByText(label, { exact: true }) });

/** A card by its title, brought into the window: charts are drawn when they are seen. */
async function showCard(within: Locator, title: string): Promise<Locator> {
  const card = within.getByRole('article', { name: title });
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('svg.recharts-surface').first()).toBeVisible();
  return card;
}

async function openYear(page: Page, words: (key: string) => string): Promise<Locator> {
  const section = page.locator('#statistics');
  await section.scrollIntoViewIfNeeded();
  await section.getByRole('button', { name: new RegExp(`^${words('Statistics.range')}: `) }).click();
  await page.getByRole('menuitem', { name: String(year), exact: true }).click();
  return section;
}

const walks: [Language, number][] = [
  ['en', 1440],
  ['de', 390],
];

for (const [language, width] of inTurn(import.meta.filename, walks)) {
  test.describe(`${language}, ${width} wide`, () => {
    test.use({ language, viewport: { width, height: 900 } });

    test('last year: 5 × 700 = 3,500 € in, 119 + 250.50 = 369.50 € out, net 3,130.50 €; 4,200 € due, 700 € open; 184 of 275 days', async ({
      page,
      words,
      at,
      landlord,
    }) => {
      const flat = await fillLastYear(landlord);
      await page.goto(at(`/property/${flat.id}/statistics`));
      const section = await openYear(page, words);
      const figure = (rule: string) => tile(section, words(`Explain.rules.${rule}.title`));
      const shows = (rule: string, cents: number) =>
        expect(figure(rule), rule).toContainText(euro(cents, language).replace('-', '−'));
      await shows('money_in', 350_000);
      await shows('expenses', 36_950);
      await shows('cash_flow', 313_050);
      await shows('due', 420_000);
      await shows('received', 350_000);
      await expect(figure('collection_rate')).toContainText(euro(70_000, language));
      await expect(figure('occupancy')).toContainText(words('Statistics.daysOf', { let: 184, all: 275 }));
      // 12 × 700 ÷ 200,000.
      await expect(figure('gross_yield')).toContainText(language === 'de' ? '4,20' : '4.20%');

      await figure('cash_flow').getByRole('button').click();
      const dialog = page.getByRole('dialog', { name: words('Explain.rules.cash_flow.title') });
      await expect(dialog).toContainText(
        `${euro(350_000, language)} − ${euro(36_950, language)} = ${euro(313_050, language)}`,
      );
      await expectAccessible(page, `trace of the net cash flow (${language}, ${width})`);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      const money = await showCard(section, words('Statistics.money'));
      await expect(money.getByRole('img', { name: words('Statistics.money') })).toBeVisible();
      await money.getByRole('button', { name: words('Statistics.chart.asTable') }).click();
      const sums = money.getByRole('row').last();
      for (const cents of [350_000, 36_950, 313_050]) await expect(sums).toContainText(euro(cents, language));
      await expectAccessible(page, `property with statistics (${language}, ${width})`);

      // Of the five rents each was paid when it was due; the repairs are both of that year.
      const tax = page.locator('#tax');
      await tax.scrollIntoViewIfNeeded();
      await expect(tax.getByRole('button', { name: `${words('Tax.year')}: ${year}` })).toBeVisible();
      const line = (name: string) => tax.getByRole('row').filter({ hasText: name });
      await expect(line(words('Categories.anlageVGroups.rent_dwelling'))).toContainText(
        euro(350_000, language),
      );
      await expect(line(words('Categories.anlageVGroups.maintenance'))).toContainText(euro(36_950, language));
      await expect(tax.getByRole('row').last()).toContainText(euro(313_050, language));
      await expect(tax).toContainText(words('Tax.missingTitle'));
      await expectAccessible(page, `the form of a property (${language}, ${width})`);

      await page.goto(at('/dashboard/year'));
      await tax.scrollIntoViewIfNeeded();
      const house = tax.getByRole('row').filter({ hasText: euro(350_000, language) });
      await expect(house.first()).toContainText(euro(313_050, language));
      await tax.getByRole('link').first().click();
      await page.waitForURL(/\/statistics#tax$/);
      await expect(line(words('Categories.anlageVGroups.maintenance'))).toContainText(euro(36_950, language));

      const { rows } = await landlord.api.charge.list.query({ propertyId: flat.id });
      const ofYear = rows.filter((row) => row.dueOn.startsWith(String(year)));
      expect(
        ofYear.reduce((sum, row) => sum + row.totalCents, 0),
        'due by the rows',
      ).toBe(420_000);
      expect(
        ofYear.reduce((sum, row) => sum + row.openCents, 0),
        'open by the rows',
      ).toBe(70_000);
    });
  });
}

test('the table of a chart as CSV, the chart as a picture', async ({ page, words, at, landlord }) => {
  const flat = await fillLastYear(landlord);
  await page.goto(at(`/property/${flat.id}/statistics`));
  const section = await openYear(page, words);
  // Until its figures are there the charts show the months before.
  await expect(tile(section, words('Explain.rules.money_in.title'))).toContainText(euro(350_000, 'en'));
  const money = await showCard(section, words('Statistics.money'));
  const download = async (what: string) => {
    const title = words('Statistics.money');
    await money.getByRole('button', { name: words('Statistics.chart.download', { title }) }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: words(what) }).click(),
    ]);
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  const csv = await download('Statistics.chart.csv');
  expect(csv.name).toBe(`hausbuch-money-${year}-01-01-${year}-12-31.csv`);
  const lines = csv.content.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toBe(`${words('Statistics.sum')},3500.00,369.50,3130.50,0.00`);
  const png = await download('Statistics.chart.png');
  expect(png.content.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.content.length).toBeGreaterThan(5_000);
});
