import { expect, test } from '../setup/browser.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

test('the first paint of a page waits for the sections whose answers are there', async ({
  page,
  landlord,
  at,
}) => {
  const { unitId } = await createFlat(landlord.api);
  const tenantId = await createTenant(landlord.api, 'Schmidt');
  await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-2), netCents: 70_000 });
  const tenant = `/tenant/${tenantId}`;
  let sentBehind = 0;
  // On a busy machine an answer may take longer than a page waits: then its section comes later, as it may.
  for (const path of ['/dashboard', '/dashboard/rent', '/dashboard/properties', '/dashboard/tenants', tenant])
    await expect(async () => {
      const html = await (await page.request.get(at(path))).text();
      const mark = /<link rel="expect" href="#(arrived-1)" blocking="render"/.exec(html)?.[1] ?? '';
      expect(mark, path).not.toBe('');
      const whole = html.slice(0, html.indexOf(`<span hidden="" id="${mark}"`));
      // What React sent behind the page before, and what it has put in its place by then.
      const sent = whole.split('<div hidden id="S:').length - 2;
      expect(whole.split('$RC("').length - 1, path).toBe(sent);
      sentBehind += sent;
    }).toPass();
  expect(sentBehind).toBeGreaterThan(0);
});
