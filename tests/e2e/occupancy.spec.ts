import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../src/lib/calendar.ts';
import { expectAccessible, expectInOrder } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createTenant, type Landlord } from '../setup/landlord.ts';
import { euro, monthStart, screens, shownDay } from '../setup/shown.ts';

async function open(page: Page, button: Locator): Promise<Locator> {
  await button.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

async function letFlat(
  api: Landlord['api'],
  lease: { unitId: string; tenantId: string; startsOn: string; endsOn?: string },
) {
  const { unitId, tenantId, startsOn, endsOn } = lease;
  await api.lease.create.mutate({
    id: randomUUID(),
    unitIds: [unitId],
    tenantIds: [tenantId],
    startsOn,
    endsOn,
    isFixedTerm: endsOn !== undefined,
    bookedFrom: monthStart(endsOn ? -6 : -3),
    prorationMethod: 'calendar_days',
    dueRule: 'first',
    rentLines: [{ component: 'net', amountCents: 70_000, settlement: 'none', vatRateBp: 0 }],
  });
}

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a gap of two months is let to its last day, and a lease over own use ends that', async ({
      page,
      landlord: { api },
      words,
      at,
    }) => {
      test.slow();
      const flat = await createFlat(api);
      const name = 'Lindenstraße 5';
      const [flatUnit, tenantId] = [flat.unitId, await createTenant(api, 'Schmidt')];
      await api.unit.update.mutate({
        id: flatUnit,
        version: 1,
        name,
        kind: 'apartment',
        askingRentCents: 84_000,
      });
      const [gapFrom, gapTo] = [monthStart(-5), addDays(monthStart(-3), -1)];
      await letFlat(api, {
        unitId: flatUnit,
        tenantId,
        startsOn: monthStart(-30),
        endsOn: addDays(gapFrom, -1),
      });
      await letFlat(api, { unitId: flatUnit, tenantId, startsOn: monthStart(-3) });
      await page.goto(at(`/property/${flat.id}/tenants`));

      const days = page.getByRole('list', { name: words('Occupancy.daysOf', { name }) });
      const gap = days.getByRole('listitem').filter({ hasText: words('Occupancy.states.gap') });
      await expect(gap).toContainText(shownDay(gapTo, language));
      // 2 × 840
      await expect(gap).toContainText(euro(168_000, language));
      await expect(days.getByRole('listitem')).toHaveCount(3);
      await expectInOrder(page, 'strip');

      const letIt = words('Occupancy.letFrom', { name, day: shownDay(gapFrom, language) });
      const form = await open(page, gap.getByRole('button', { name: letIt, exact: true }));
      await expect(form.getByLabel(words('LeaseForm.startsOn'))).toHaveValue(shownDay(gapFrom, language));
      await expect(form.getByLabel(words('LeaseForm.endsOn'))).toHaveValue(shownDay(gapTo, language));
      await form.getByRole('button', { name: words('Form.cancel'), exact: true }).click();
      await expect(form).toBeHidden();

      await letFlat(api, { unitId: flatUnit, tenantId, startsOn: gapFrom, endsOn: gapTo });
      await api.unit.setPeriod.mutate({ unitId: flatUnit, validFrom: monthStart(-8), ownUse: true });
      await page.reload();
      const conflict = days.getByRole('listitem').filter({ hasText: words('Occupancy.states.conflict') });
      const day = shownDay(monthStart(-8), language);
      const end = words('Occupancy.endOwnUseFrom', { name, day });
      const facts = await open(page, conflict.getByRole('button', { name: end, exact: true }));
      await expect(facts.getByLabel(words('Unit.validFrom'))).toHaveValue(day);
      await expect(facts.getByLabel(words('Unit.ownUse'))).not.toBeChecked();
      await expectAccessible(page, 'end of own use');
      await facts.getByRole('button', { name: words('Form.save'), exact: true }).click();
      await expect(facts).toBeHidden();
      await expect(conflict).toHaveCount(0);
      await expect(days.getByRole('listitem')).toHaveCount(1);
    });
  });
}
