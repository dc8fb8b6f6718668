import { randomUUID } from 'node:crypto';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant, signUp } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('another landlord’s property and tenant are pages that do not exist', async ({
      page,
      landlord,
      installation,
      words,
      at,
    }) => {
      const owner = await signUp(installation, language);
      const { id, unitId } = await createFlat(owner.api, 'Geheimweg 7');
      const tenantId = await createTenant(owner.api, 'Verborgen');
      const leaseId = await createLease(owner.api, {
        unitId,
        tenantId,
        startsOn: monthStart(0),
        netCents: 70_000,
      });

      await createFlat(landlord.api);
      const own = await createTenant(landlord.api);
      const places = [
        ...['', '/tenants', '/rent', '/danger'].map((part) => `/property/${id}${part}`),
        ...['', '/account', `/leases/${leaseId}`].map((part) => `/tenant/${tenantId}${part}`),
      ];
      const guesses = [
        `/property/${randomUUID()}`,
        `/tenant/${randomUUID()}`,
        '/property/1',
        '/tenant/..%2f',
        `/tenant/${own}/leases/${leaseId}`,
        `/tenant/${own}/leases/1`,
        `/tenant/${own}/leases/${leaseId}/handovers/${randomUUID()}`,
      ];
      // Of each the status and what is told come with the answer; what is then shown is looked at once of each kind.
      for (const place of [...places, ...guesses]) {
        const answer = await page.request.get(at(place));
        expect(answer.status(), place).toBe(404);
        expect(await answer.text(), place).not.toMatch(/Geheimweg|Verborgen/);
      }
      const shown = [
        `/property/${id}/rent`,
        `/tenant/${tenantId}`,
        `/tenant/${own}/leases/${leaseId}`,
        '/property/1',
      ];
      for (const place of shown) {
        await page.goto(at(place));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('NotFound.title'));
        await expect(page).toHaveTitle(words('NotFound.documentTitle'));
      }

      const { api } = landlord;
      const payment = { id: randomUUID(), leaseId: randomUUID(), paidOn: monthStart(0), amountCents: 100 };
      const { rows } = await owner.api.lease.list.query({ propertyId: id });
      const attempts = [
        () => api.property.get.query({ id }),
        () => api.property.archive.mutate({ id, version: 1 }),
        () => api.tenant.get.query({ id: tenantId }),
        () => api.ledger.openItems.query({ leaseId: rows[0]?.id ?? '' }),
        () => api.payment.record.mutate({ ...payment, leaseId: rows[0]?.id ?? '' }),
      ];
      for (const attempt of attempts) {
        await expect(attempt(), String(attempt)).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
      }
      expect((await api.tenant.list.query({})).rows.map((row) => row.id)).toEqual([own]);
      expect((await api.property.list.query({})).rows.map((row) => row.name)).toEqual(['Lindenstraße 5']);
      const kept = await owner.api.property.get.query({ id });
      expect(kept).toMatchObject({ name: 'Geheimweg 7', archivedAt: null });
    });

    test('signed out, a private page leads to sign-in and back', async ({ page, landlord, words, at }) => {
      const { id } = await createFlat(landlord.api);
      await page.context().clearCookies({ name: /hausbuch-auth/ });
      await page.goto(at(`/property/${id}`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('AuthPages.signInTitle'));
      expect(new URL(page.url()).searchParams.get('next')).toBe(at(`/property/${id}`));
      await page.context().addCookies(landlord.cookies());
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lindenstraße 5');
    });
  });
}
