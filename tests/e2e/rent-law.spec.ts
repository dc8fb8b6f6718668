import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { addMonths } from '../../src/lib/calendar.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { fill } from '../setup/hand.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, screens, shownDay, today } from '../setup/shown.ts';

const press = (within: Page | Locator, name: string | RegExp) =>
  within
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

const pick = (within: Locator, label: string, option: string) =>
  within.getByLabel(label).selectOption({ label: option });

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('of a shop no cap is shown: the sections that have one are for dwellings', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id, unitId } = await createFlat(landlord.api);
      const [flat] = (await landlord.api.unit.list.query({ propertyId: id })) ?? [];
      const shop = {
        id: unitId,
        version: flat?.version ?? 0,
        name: 'Laden',
        floor: null,
        kind: 'commercial' as const,
      };
      await landlord.api.unit.update.mutate(shop);
      const tenantId = await createTenant(landlord.api, 'Schmidt');
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-1), netCents: 70_000 });
      await page.goto(at(`/tenant/${tenantId}/leases`));
      await press(page, words('LeaseList.actionsOf', { names: 'Anna Schmidt' }));
      await page.getByRole('menuitem', { name: words('LeaseList.actions.contract'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await press(dialog, words('Contract.newRent'));
      await pick(dialog, words('AgreeRent.reason'), words('Labels.rentReason.reference_rent'));
      await expect(dialog.getByText(words('RentCap.noDwelling'))).toBeVisible();
      await expect(dialog.getByRole('region', { name: words('RentCap.title') })).toHaveCount(0);
      await expectAccessible(page, 'no cap');
    });

    test('an ordinance says 15 %: 700 × 115 % = 805; a subsidised heating on 70 m² adds 35', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api, 'Schmidt');
      const startsOn = addMonths(today(), -72);
      const leaseId = await createLease(landlord.api, {
        unitId,
        tenantId,
        startsOn,
        bookedFrom: monthStart(-1),
        netCents: 70_000,
      });
      const step = { id: randomUUID(), validFrom: monthStart(12), netCents: 75_000 };
      await landlord.api.rent.agreeSteps.mutate({ leaseId, steps: [step] });

      await page.goto(at('/dashboard/settings/legal'));
      const figures = page.getByRole('region', { name: words('LegalFigures.title') });
      await press(figures, words('LegalFigures.add'));
      const dialog = page.getByRole('dialog');
      await pick(dialog, words('LegalFigures.kind'), words('LegalFigures.kinds.rent_cap'));
      await fill(dialog.getByLabel(words('LegalFigures.place')), 'Berlin');
      await pick(dialog, words('LegalFigures.values.rent_cap'), words('LegalFigures.caps.1500'));
      await fill(dialog.getByLabel(words('LegalFigures.validFrom')), shownDay(startsOn, language));
      await fill(dialog.getByLabel(words('LegalFigures.source')), 'GVBl. 2023 S. 210');
      await expectAccessible(page, 'ordinance');
      await press(dialog, words('Form.save'));
      await expect(figures).toContainText(`Berlin: ${words('LegalFigures.kinds.rent_cap')}`);

      await page.goto(at(`/tenant/${tenantId}/leases`));
      await press(page, words('LeaseList.actionsOf', { names: 'Anna Schmidt' }));
      await page.getByRole('menuitem', { name: words('LeaseList.actions.contract'), exact: true }).click();
      await press(dialog, words('Contract.newRent'));
      await pick(dialog, words('AgreeRent.reason'), words('Labels.rentReason.reference_rent'));
      const law = dialog.getByRole('region', { name: words('RentCap.title') });
      await expect(law).toContainText('GVBl. 2023 S. 210');
      await expect(law).toContainText(words('RentCap.hasSteps'));
      await expect(law).toContainText(euro(80_500, language));
      // The first of next month stands there; the tenant owes what is asked for today from the third (§ 558b BGB).
      await expect(law.getByText(words('RentCap.tooSoon'))).toContainText(shownDay(monthStart(3), language));
      await expectAccessible(page, 'cap of the place');

      await pick(dialog, words('AgreeRent.reason'), words('Labels.rentReason.modernisation'));
      await pick(law, words('RentCap.kind'), words('RentCap.kinds.heating'));
      await fill(law.getByLabel(words('RentCap.wholeCost')), '20000');
      await fill(law.getByLabel(words('RentCap.area')), '70');
      await fill(law.getByLabel(words('RentCap.subsidy')), '6000');
      await expect(law).toContainText(euro(73_500, language));
      await fill(law.getByLabel(words('RentCap.received')), shownDay(monthStart(0), language));
      // Not announced: nine months after the one in which it was received.
      await expect(law.getByText(words('RentCap.owedFrom'))).toContainText(shownDay(monthStart(9), language));
      await expectAccessible(page, 'modernisation');
    });
  });
}
