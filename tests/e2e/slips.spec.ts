import { addDays } from '../../src/lib/calendar.ts';
import { expectInOrder } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { fill } from '../setup/hand.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, screens, shownDay, today } from '../setup/shown.ts';

test.describe.configure({ mode: 'parallel' });

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });
    const number = (de: string, en: string) => (language === 'de' ? de : en);

    test('a meter is exchanged: a day before its last reading and a lower reading are told', async ({
      page,
      landlord: { api },
      words,
      at,
    }) => {
      test.slow();
      const { id: propertyId, unitId } = await createFlat(api);
      const meter = { id: crypto.randomUUID(), kind: 'cold_water', measure: 'm3' } as const;
      await api.meter.create.mutate({ ...meter, unitId, number: 'KW-1', location: 'Bad' });
      const [start, change] = [addDays(today(), -60), addDays(today(), -20)];
      const recorded = { id: crypto.randomUUID(), meterId: meter.id, readOn: start };
      await api.meter.recordReading.mutate({ ...recorded, readingThousandths: 412_500 });
      await page.goto(at(`/property/${propertyId}`));
      await page.getByRole('button', { name: words('Unit.actionsOf', { name: 'Lindenstraße 5' }) }).click();
      await page.getByRole('menuitem', { name: words('Unit.meters') }).click();
      const dialog = page.getByRole('dialog');
      const kind = words('Labels.meterKind.cold_water');
      const [old, next] = [`${kind} · KW-1 · Bad`, `${kind} · KW-2 · Bad`];
      const save = dialog.getByRole('button', { name: words('Form.save'), exact: true });
      const day = dialog.getByLabel(words('Meter.readOn'), { exact: true });
      const shows = dialog.getByLabel(words('Meter.reading'), { exact: true });
      const edit = async (name: string) => {
        await dialog.getByRole('button', { name: words('Meter.edit', { name }) }).click();
        await page.getByRole('menuitem', { name: words('Meter.editTitle') }).click();
      };

      await test.step('the last reading of the old one; a lower one is told while it is typed', async () => {
        await dialog.getByRole('button', { name: words('Meter.read') }).click();
        const last = { reading: number('412,5 m³', '412.5 m³'), day: shownDay(start, language) };
        await expect(dialog.getByText(words('Handover.previous', last))).toBeVisible();
        await shows.fill('41,9'.replace(',', number(',', '.')));
        await expect(dialog.getByText(words('Handover.lower', last))).toBeVisible();
        await expectInOrder(page, 'lower reading');
        await fill(day, shownDay(addDays(start, -1), language));
        await expect(dialog.getByText(words('Handover.lower', last))).toHaveCount(0);
        await fill(day, shownDay(change, language));
        await fill(shows, number('419,75', '419.75'));
        const difference = number('+7,25 m³', '+7.25 m³');
        await expect(dialog.getByText(words('Handover.difference', { difference }))).toBeVisible();
        await save.click();
        await expect(
          dialog.getByRole('list', { name: words('Meter.readings', { name: old }) }),
        ).toContainText(number('419,75 m³', '419.75 m³'));
      });

      await test.step('it is not out before that day', async () => {
        await edit(old);
        const removedOn = dialog.getByLabel(words('Meter.removedOn'));
        await fill(removedOn, shownDay(addDays(change, -1), language));
        await save.click();
        const refusal = words('Errors.meter.removed_before_read', { day: shownDay(change, language) });
        await expect(dialog.getByText(refusal)).toBeVisible();
        await expect(removedOn).toBeFocused();
        await expectInOrder(page, 'out too early');
        await fill(removedOn, shownDay(change, language));
        await save.click();
        await expect(
          dialog.getByText(words('Meter.removedSince', { day: shownDay(change, language) })),
        ).toBeVisible();
      });

      await test.step('nor read after it', async () => {
        await dialog.getByRole('button', { name: words('Meter.read') }).click();
        await fill(shows, '430');
        await save.click();
        const refusal = words('Errors.meter.read_after_removal', { day: shownDay(change, language) });
        await expect(dialog.getByText(refusal)).toBeVisible();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: words('Form.discard') }).click();
      });

      await test.step('the new one goes on where the old one ended', async () => {
        await dialog.getByRole('button', { name: words('Meter.add'), exact: true }).click();
        await dialog.getByLabel(words('Handover.meterKind'), { exact: true }).selectOption('cold_water');
        await fill(dialog.getByLabel(words('Handover.meterNumber')), 'KW-2');
        await fill(dialog.getByLabel(words('Handover.meterLocation')), 'Bad');
        await save.click();
        const card = dialog.getByText(words('Meter.noReading')).locator('..');
        await card.getByRole('button', { name: words('Meter.read') }).click();
        await fill(day, shownDay(addDays(change, -1), language));
        const beside = words('Meter.beside', { name: old, day: shownDay(change, language) });
        await expect(dialog.getByText(beside)).toBeVisible();
        await expectInOrder(page, 'beside the old one');
        await fill(day, shownDay(change, language));
        await expect(dialog.getByText(beside)).toHaveCount(0);
        await fill(shows, number('0,2', '0.2'));
        await save.click();
        const readings = dialog.getByRole('list', { name: words('Meter.readings', { name: next }) });
        await expect(readings).toContainText(number('0,2 m³', '0.2 m³'));
        await expectInOrder(page, 'exchanged');
      });

      await test.step('the old one out after the new one was read is told', async () => {
        await edit(old);
        const removedOn = dialog.getByLabel(words('Meter.removedOn'));
        const already = words('Meter.readAlready', { name: next, day: shownDay(change, language) });
        await expect(dialog.getByText(already)).toHaveCount(0);
        await fill(removedOn, shownDay(addDays(change, 1), language));
        await expect(dialog.getByText(already)).toBeVisible();
        await expectInOrder(page, 'out too late');
        await fill(removedOn, shownDay(change, language));
        await expect(dialog.getByText(already)).toHaveCount(0);
        await dialog.getByRole('button', { name: words('Form.cancel') }).click();
      });

      await test.step('an older day with more than was read later is told', async () => {
        const card = dialog
          .getByRole('list', { name: words('Meter.readings', { name: next }) })
          .locator('..');
        await card.getByRole('button', { name: words('Meter.read') }).click();
        await fill(day, shownDay(addDays(change, -1), language));
        await fill(shows, '5');
        const later = { reading: number('0,2 m³', '0.2 m³'), day: shownDay(change, language) };
        await expect(dialog.getByText(words('Handover.higher', later))).toBeVisible();
        await expectInOrder(page, 'higher than later');
        await fill(shows, number('0,1', '0.1'));
        await expect(dialog.getByText(words('Handover.higher', later))).toHaveCount(0);
      });
    });

    test('a deposit payment ten times too high is told while it is typed, and may be saved', async ({
      page,
      landlord: { api },
      words,
      at,
    }) => {
      const { unitId } = await createFlat(api);
      const tenantId = await createTenant(api, 'Schmidt');
      const startsOn = monthStart(-2);
      const leaseId = await createLease(api, {
        ...{ unitId, tenantId, startsOn, bookedFrom: startsOn, netCents: 70_000 },
      });
      await api.deposit.create.mutate({ id: crypto.randomUUID(), leaseId, agreedCents: 30_000 });
      await page.goto(at(`/tenant/${tenantId}/account`));
      const kept = page.locator('#deposit');
      await kept.getByRole('button', { name: words('Deposit.record') }).click();
      const dialog = page.getByRole('dialog', { name: words('Deposit.record') });
      const stands = { agreed: euro(30_000, language), received: euro(0, language) };
      await expect(dialog.getByText(words('Deposit.agreedAndIn', stands))).toBeVisible();
      await dialog.getByLabel(words('Deposit.amount'), { exact: true }).fill('3000');
      const over = { ...stands, amount: euro(270_000, language) };
      await expect(dialog.getByText(words('Deposit.overAgreed', over))).toBeVisible();
      await expect(
        dialog.getByText(words('Deposit.overCap', { amount: euro(90_000, language) })),
      ).toBeVisible();
      await expectInOrder(page, 'deposit over');
      await dialog.getByLabel(words('Deposit.amount'), { exact: true }).fill('301');
      await expect(
        dialog.getByText(words('Deposit.overAgreed', { ...stands, amount: euro(100, language) })),
      ).toBeVisible();
      await expect(dialog.getByText(words('Deposit.capText', { cap: euro(210_000, language) }))).toHaveCount(
        0,
      );
      await dialog.getByRole('button', { name: words('Form.save'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(kept).toContainText(euro(30_100, language));
    });
  });
}
