import { expectAccessible } from '../setup/accessibility.ts';
import { awake } from '../setup/awake.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { joinAs, newAddress, password, signUp } from '../setup/landlord.ts';

const phone = { width: 390, height: 844 };

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('invited by mail, signed up with that address, made a manager, removed', async ({
      page,
      landlord,
      mailbox,
      browser,
      baseURL,
      locale,
      words,
      at,
    }) => {
      test.slow();
      const email = newAddress();
      const { name: portfolioName } = await landlord.api.portfolio.get.query();
      const role = (name: string) => words(`Labels.memberRole.${name}`);
      const section = page.locator('section#members');
      const rowOf = (text: string) => section.getByRole('listitem').filter({ hasText: text });
      const choose = async (text: string, entry: string) => {
        const item = page.getByRole('menuitem', { name: entry });
        await rowOf(text).getByRole('button').click();
        await item.click();
      };

      await test.step('the owner invites', async () => {
        await page.goto(at('/dashboard/settings/members'));
        await section.getByRole('button', { name: words('Members.invite'), exact: true }).click();
        const dialog = page.getByRole('dialog', { name: words('Members.inviteTitle') });
        await dialog.getByLabel(words('Members.email')).fill('nobody');
        await dialog.getByRole('button', { name: words('Members.send') }).click();
        await expect(dialog.getByText(words('Errors.field.email'))).toBeVisible();
        await dialog.getByLabel(words('Members.email')).fill(email);
        await dialog.getByText(role('viewer'), { exact: true }).click();
        await expectAccessible(page, 'invite dialog');
        await dialog.getByRole('button', { name: words('Members.send') }).click();
        await expect(dialog).toBeHidden();
        await expect(rowOf(email)).toContainText(role('viewer'));
      });

      const mail = await mailbox.next(email);
      expect(mail.text).toContain(landlord.name);
      const link = mail.links.find((one) => one.includes('/invitation?')) ?? '';
      expect(new URL(link).pathname).toBe(at('/invitation'));

      const context = await browser.newContext({ baseURL, locale, viewport: phone });
      const guest = await context.newPage();
      const press = (name: string) => guest.getByRole('button', { name, exact: true }).click();
      await test.step('the guest signs up from the mail, on a phone, and accepts', async () => {
        await guest.goto(link);
        await expect(guest.getByText(email)).toBeVisible();
        await expectAccessible(guest, 'invitation');
        await guest.getByRole('link', { name: words('Invitation.signUp'), exact: true }).click();
        await guest.getByLabel(words('AuthPages.name')).fill('Jo Lindner');
        await expect(guest.locator('input[name="email"], input[name="identifier"]').first()).toHaveValue(
          email,
        );
        await guest.locator('input[name="password"]').fill(password);
        await press(words('AuthPages.register'));
        const { code } = await mailbox.next(email, mail);
        await guest.locator('input[name="code"]').fill(code ?? '');
        await guest.locator('input[name="password"]').fill(password);
        await press(words('AuthPages.continue'));
        await press(words('Invitation.accept'));
        await expect(guest).toHaveURL(new RegExp(`${at('/dashboard')}$`), { timeout: 30_000 });
      });

      await test.step('a viewer sees who is in, invites nobody, and the link works once', async () => {
        await guest.goto(at('/dashboard/settings/members'));
        const members = guest.locator('section#members');
        await expect(members.getByText('Jo Lindner')).toBeVisible();
        await expect(members.getByText(landlord.email)).toBeVisible();
        await expect(
          members.getByRole('button', { name: words('Members.invite'), exact: true }),
        ).toBeHidden();
        // The palette leads to the settings that a viewer has, and not to where only owners are let in.
        await guest.keyboard.press('Control+k');
        await guest
          .getByRole('combobox', { name: words('Search.placeholder') })
          .fill(words('Frame.settings'));
        const found = guest.getByRole('listbox', { name: words('Search.results') });
        await expect(found.getByRole('option', { name: words('Settings.parts.legal.title') })).toBeVisible();
        await expect(found.getByRole('option', { name: words('DataSection.exportTitle') })).toHaveCount(0);
        await guest.keyboard.press('Escape');
        await guest.goto(link);
        await expect(guest.getByRole('heading', { level: 1 })).toHaveText(words('Invitation.goneTitle'));
      });

      await test.step('the owner makes the viewer a manager, and removes them', async () => {
        await page.reload();
        await choose('Jo Lindner', words('Members.changeTo', { role: 'manager' }));
        await expect(rowOf('Jo Lindner')).toContainText(role('manager'));
        await expectAccessible(page, 'settings');
        await guest.evaluate(async (id) => {
          const own = {
            id,
            name: 'Haus Lindner',
            jurisdiction: 'DE',
            currency: 'EUR',
            timeZone: 'Europe/Berlin',
          };
          const body = JSON.stringify({ json: own });
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch('/api/trpc/portfolio.create', { method: 'POST', headers, body });
          if (!answer.ok) throw new Error(await answer.text());
        }, crypto.randomUUID());
        await guest.goto(at('/dashboard/tenants?new=1'));
        await guest.getByLabel(words('TenantForm.lastName')).fill('Körner');
        await choose('Jo Lindner', words('Members.remove'));
        const question = page.getByRole('alertdialog');
        await question.getByRole('button', { name: words('Members.remove') }).click();
        await expect(rowOf('Jo Lindner')).toHaveCount(0);
        // What was typed stays to be copied; where they go on is their own, and nothing of it lands there.
        const told = guest.getByRole('status').filter({
          hasText: words('Standing.endedHere', { name: portfolioName }),
        });
        await expect(told).toBeVisible({ timeout: 30_000 });
        await expect(guest.getByLabel(words('TenantForm.lastName'))).toHaveValue('Körner');
        await told.getByRole('button', { name: words('Standing.goOn') }).click();
        await expect(guest).toHaveURL(new RegExp(`${at('/dashboard')}$`), { timeout: 30_000 });
        await expect(guest.getByRole('banner')).toContainText('Haus Lindner');
        await expect(guest.getByText(words('Standing.ended', { name: portfolioName }))).toBeVisible();
        await expect(guest.getByRole('dialog')).toBeHidden();
        // Told once React hears the page; who is gone before has not been told.
        await awake(guest);
        await guest.goto(at('/dashboard/tenants'));
        await expect(guest.getByText(words('Standing.ended', { name: portfolioName }))).toBeHidden();
        await expect(guest.getByRole('heading', { name: words('TenantsPage.emptyTitle') })).toBeVisible();
      });
      await context.close();
    });

    test('who is made a viewer keeps what they typed, and who loses their only portfolio is told its name', async ({
      landlord,
      installation,
      browser,
      baseURL,
      locale,
      words,
      at,
    }) => {
      const { name } = await landlord.api.portfolio.get.query();
      const guest = await signUp(installation, language);
      const own = await guest.api.portfolio.get.query();
      const joined = await joinAs('manager', landlord, guest, installation);
      await guest.api.erasure.erasePortfolio.mutate({ id: own.id, typedName: own.name });
      const context = await browser.newContext({ baseURL, locale, viewport: phone });
      await context.addCookies(joined.cookies());
      const page = await context.newPage();
      const memberOf = async () => {
        const { members } = await landlord.api.member.list.query();
        const row = members.find((one) => one.email === guest.email);
        return { id: row?.id ?? '', version: row?.version ?? 0 };
      };
      await page.goto(at('/dashboard/tenants?new=1'));
      await page.getByLabel(words('TenantForm.lastName')).fill('Körner');
      await landlord.api.member.setRole.mutate({ ...(await memberOf()), role: 'viewer' });
      const told = page
        .getByRole('status')
        .filter({ hasText: words('Standing.roleHere', { name, role: 'viewer' }) });
      await expect(told).toBeVisible({ timeout: 30_000 });
      await expect(page.getByLabel(words('TenantForm.lastName'))).toHaveValue('Körner');
      await expectAccessible(page, 'role taken');
      await told.getByRole('button', { name: words('Standing.reload') }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(told).toBeHidden();

      await landlord.api.member.remove.mutate(await memberOf());
      await expect(page).toHaveURL(new RegExp(`${at('/dashboard/setup')}$`), { timeout: 30_000 });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('Setup.ended', { name }));
      await expectAccessible(page, 'access ended');
      await page.getByRole('link', { name: words('Setup.own') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('Setup.title'));
      await context.close();
    });

    test('somebody else’s invitation is not offered to whoever is signed in', async ({
      page,
      landlord,
      mailbox,
      words,
      at,
    }) => {
      const email = newAddress();
      await landlord.api.member.invite.mutate({
        id: crypto.randomUUID(),
        email,
        role: 'manager',
        language,
      });
      const { links } = await mailbox.next(email);
      const link = links.find((one) => one.includes('/invitation?')) ?? '';
      await page.goto(link);
      await expect(
        page.getByText(words('Invitation.otherAddress', { own: landlord.email, email })),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: words('Invitation.accept') })).toBeHidden();
      await page.getByRole('button', { name: words('Invitation.signOut'), exact: true }).click();
      await expect(page.getByRole('link', { name: words('Invitation.signIn'), exact: true })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(at('/invitation'));
    });
  });
}
