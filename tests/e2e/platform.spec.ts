import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat } from '../setup/landlord.ts';

test('parts of pages that have no page of their own lead to the place that shows them, in both languages', async ({
  request,
}) => {
  const parts: Record<string, string> = {
    '/dashboard/components/setup': '/dashboard/setup',
    '/dashboard/components/tenants': '/dashboard/tenants',
    '/dashboard/components/settings': '/dashboard/settings',
    '/dashboard/components/properties': '/dashboard/properties',
    '/dashboard/components/dashboard': '/dashboard',
    '/dashboard/components/dialog/tenant': '/dashboard/tenants?new=1',
    '/dashboard/components/dialog/property': '/dashboard/properties?new=1',
    '/dashboard/components/templates/tenant': '/dashboard/tenants',
    '/dashboard/components/templates/property': '/dashboard/properties',
    ...Object.fromEntries(
      ['rent', 'tenant', 'recurring', 'documentsSection', 'dangerZoneSection', 'statisticsSection'].map(
        (part) => [`/property/components/${part}`, '/dashboard/properties'],
      ),
    ),
    '/property/components/propertyMainSection': '/dashboard/properties',
    '/property/components/propertySecondarySection': '/dashboard/properties',
    '/tenant/components/dangerZoneSection': '/dashboard/tenants',
    '/tenant/components/tenantMainSection': '/dashboard/tenants',
  };
  for (const prefix of ['', '/de']) {
    for (const [part, place] of Object.entries(parts)) {
      const answer = await request.get(prefix + part, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location], part).toEqual([308, prefix + place]);
    }
  }
});

test('the running build names itself and has its manifest', async ({ request }) => {
  const { id, timestamp } = await (await request.get('/builds/latest.json')).json();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(timestamp).toBeLessThanOrEqual(Date.now());
  const manifest = await request.get(`/builds/meta/${id}.json`);
  expect(await manifest.json()).toMatchObject({ id, prerendered: expect.arrayContaining(['/en', '/de']) });
  expect((await request.get('/builds/meta/another.json')).status()).toBe(404);
});

test('a page fetches no picture of the pages it leads to', async ({ page, words, at }) => {
  for (const [path, title] of [
    ['/contact', words('Contact.title')],
    ['/auth/login', words('AuthPages.signInTitle')],
  ] as const) {
    await page.goto(at(path));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('link[rel="preload"][as="image"]'), path).toHaveCount(0);
  }
});

test('the words of a language are served for a day, those of another are not there', async ({ request }) => {
  const german = await request.get('/_i18n/de/messages.json');
  expect(german.headers()['cache-control']).toBe('public, max-age=86400');
  expect((await german.json()).Site.name).toBe('Hausbuch');
  expect((await request.get('/_i18n/fr/messages.json')).status()).toBe(404);
});

test('a page keeps the words of its own build for good, and they come small', async ({ request }) => {
  const { id } = await (await request.get('/builds/latest.json')).json();
  const own = await request.get(`/_i18n/de/messages.json?v=${id}`, { headers: { 'accept-encoding': 'br' } });
  expect(own.headers()).toMatchObject({
    'cache-control': 'public,max-age=31536000,immutable',
    'content-encoding': 'br',
  });
  const another = await request.get('/_i18n/de/messages.json?v=another');
  expect(another.headers()['cache-control']).toBe('no-store');
});

test('icons come from the installed sets: known ones, the names of unknown ones, 404 and 414', async ({
  request,
}) => {
  const answer = await request.get('/api/icons/lucide.json?icons=house,no-such-icon');
  const { prefix, icons, not_found } = await answer.json();
  expect([prefix, Object.keys(icons), not_found]).toEqual(['lucide', ['house'], ['no-such-icon']]);
  expect((await request.get('/api/icons/nowhere.json?icons=house')).status()).toBe(404);
  expect((await request.get('/api/icons/constructor.json?icons=house')).status()).toBe(404);
  expect((await request.get(`/api/icons/lucide.json?icons=${'a'.repeat(500)}`)).status()).toBe(414);
});

test('a bot gets the page or a plain status, never a page about an error of ours', async ({ request }) => {
  const headers = {
    'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  };
  for (const path of ['/', '/what', '/de', '/de/what', '/auth/login']) {
    const answer = await request.get(path, { headers });
    // The words of every state ride along in the scripts.
    const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, '');
    expect(answer.status(), path).toBe(200);
    expect(html, path).toContain('<h1');
    expect(html, path).not.toMatch(/Internal Server Error|Interner Serverfehler/);
  }
  const unknown = await request.get('/no/such/page', { headers });
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toContain('noindex');
  const hidden = await request.get('/dashboard', { headers, maxRedirects: 0 });
  expect(hidden.status()).toBe(307);
});

for (const [visitor, userAgent] of [
  ['a bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['somebody', undefined],
] as const) {
  test(`where a page fails in the browser, ${visitor} is shown ${userAgent ? 'its content' : 'the error page'}`, async ({
    browser,
    baseURL,
    words,
  }) => {
    const context = await browser.newContext({ baseURL, ...(userAgent && { userAgent }) });
    const page = await context.newPage();
    const failed = new Promise<void>((resolve) => {
      page.on('console', (message) => message.text().includes('nothing can be watched') && resolve());
      page.on('pageerror', (error) => error.message.includes('nothing can be watched') && resolve());
    });
    // What the frame of every page does as soon as its scripts run.
    await page.addInitScript(() => {
      MutationObserver.prototype.observe = () => {
        throw new Error('nothing can be watched');
      };
    });
    // It never gets awake.
    await page.goto('/what', { waitUntil: 'commit' });
    await failed;
    await page.waitForTimeout(500);
    const [content, error] = [words('What.title'), words('ErrorState.internal')];
    await expect(page.locator('main')).toContainText(userAgent ? content : error);
    await expect(page.locator('main')).not.toContainText(userAgent ? error : content);
    await context.close();
  });
}

test('a link shared in a chat has a picture in its language, by its whole address', async ({
  request,
  installation,
}) => {
  for (const [path, language] of [
    ['/', 'en'],
    ['/de/what', 'de'],
  ] as const) {
    const address = installation.url + (path === '/' ? '' : path);
    const browsers = await request.get(path);
    expect(browsers.headers().link).toContain(`<${address}>; rel="canonical"`);
    const answer = await request.get(path, { headers: { 'user-agent': 'WhatsApp/2.23' } });
    expect(answer.headers()['cache-control']).toBe('private, no-store');
    const html = await answer.text();
    expect(html).not.toContain('<script');
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
    const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(picture).toMatch(new RegExp(`^${installation.url}/.*preview-${language}.*\\.jpg$`));
    expect((await request.get(picture)).headers()['content-type']).toBe('image/jpeg');
  }
});

for (const [path, heading] of [
  ['/nope.txt', 'Page not found'],
  ['/what/x.png', 'Page not found'],
  ['/builds/x', 'Page not found'],
  ['/%zz', 'Page not found'],
  ['/%00', 'Page not found'],
  ['/en/%ff', 'Page not found'],
  ['/de/nope.txt', 'Seite nicht gefunden'],
  ['/de/%ff', 'Seite nicht gefunden'],
] as const) {
  test(`${path} is the app’s own 404, kept by nobody`, async ({ request }) => {
    const answer = await request.get(path, { headers: { 'accept-language': 'en' } });
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain(`>${heading}</h1>`);
    expect(answer.headers()['content-security-policy']).toContain("default-src 'self'");
    expect(answer.headers()['cache-control']).toContain('no-store');
  });
}

for (const path of ['/api/nope', '/api/documents/x', '/api/trpc/%E0%A4%A', '/api/%ff']) {
  test(`${path} is 404 in JSON`, async ({ request }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(404);
    expect(answer.headers()['content-type']).toMatch(/^application\/json/);
    expect(answer.headers()['cache-control']).toContain('no-store');
    expect(await answer.json()).toHaveProperty('error');
  });
}

test('a form on a page takes words, not floods', async ({ request }) => {
  const answer = await request.post('/contact', {
    multipart: { message: 'a'.repeat(300_000), '1_$ACTION_ID_0': '' },
  });
  expect(answer.status()).toBe(413);
});

test('parts without their boundary are a bad request, also where no page is', async ({ request }) => {
  const headers = { 'content-type': 'multipart/form-data' };
  for (const path of [
    '/',
    '/en/what',
    '/_next/static/chunks/x.js',
    '/_next/x',
    '/_vercel/x',
    '/builds/meta/x',
  ])
    expect((await request.post(path, { headers, data: '--x' })).status(), path).toBe(400);
});

test('search engines learn the public pages in both languages and stay out of private ones', async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /de/dashboard');
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain(`<loc>${baseURL}/de/what</loc>`);
  expect(sitemap).toContain(`hreflang="de" href="${baseURL}/de/what"`);
  expect(sitemap).not.toContain('/dashboard');
});

test('a phone installs the dashboard in the language chosen', async ({ request }) => {
  const manifest = await request.get('/manifest.webmanifest', { headers: { 'accept-language': 'de' } });
  expect(await manifest.json()).toMatchObject({ lang: 'de', start_url: '/de/dashboard' });
});

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('an unknown path is a whole page with 404, also without scripts', async ({
      browser,
      baseURL,
      words,
      at,
    }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
      const page = await context.newPage();
      const response = await page.goto(at('/no/such/page'));
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('NotFound.title'));
      await expect(page).toHaveTitle(words('NotFound.documentTitle'));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await context.close();
    });

    test('a page begins at its top, or at the place its address names', async ({ page, at }) => {
      await page.goto(at('/what'));
      const place = page.locator('main section[id]').nth(3);
      const id = await place.getAttribute('id');
      await place.scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
      await page.locator(`footer a[href="${at('/about')}"]`).click();
      await expect(page).toHaveURL(new RegExp(`${at('/about')}$`));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await page.goto(`${at('/what')}#${id}`);
      await expect(page.locator(`#${id}`)).toBeInViewport();
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    });

    test('who is about to choose the other language is shown a sentence of it', async ({ page, at }) => {
      await page.goto(at('/about'));
      const other = language === 'de' ? 'en' : 'de';
      const asked = page.waitForRequest(new RegExp(`/_i18n/${other}/messages\\.json\\?v=`));
      const link = page.locator(`a[hreflang="${other}"]`).first();
      await link.hover();
      await asked;
      await expect(link).toHaveAttribute('title', /Hausbuch/);
      await link.click();
      await expect(page.locator('html')).toHaveAttribute('lang', other);
      const chosen = (await page.context().cookies()).find(({ name }) => name === 'i18n_redirected');
      expect(chosen?.value).toBe(other);
      const days = ((chosen?.expires ?? 0) - Date.now() / 1_000) / 86_400;
      expect(Math.round(days)).toBe(365);
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', other);
    });

    test('every public page runs its scripts under a policy without unsafe ones', async ({ page, at }) => {
      const paths = ['/', '/what', '/about', '/contact', '/imprint', '/privacy'];
      for (const path of [...paths, '/auth/login', '/auth/register', '/auth/forgot']) {
        const response = await page.goto(at(path));
        const policy = response?.headers()['content-security-policy'] ?? '';
        expect(policy, path).toMatch(/script-src 'self' '(nonce|sha256)-/);
        expect(policy, path).not.toMatch(/script-src[^;]*unsafe/);
      }
    });

    test('a change in one window shows in the other within a second', async ({
      page,
      context,
      landlord,
      at,
    }) => {
      const { id } = await createFlat(landlord.api, 'Lindenstraße 5');
      await page.goto(at('/dashboard/properties'));
      await expect(page.getByText('Lindenstraße 5').first()).toBeVisible();
      const other = await context.newPage();
      await other.goto(at('/dashboard/properties'));
      await expect(other.getByText('Lindenstraße 5').first()).toBeVisible();
      // One of the two windows has the stream; both hear of what a third party does.
      await page.waitForTimeout(1_500);
      await landlord.api.property.archive.mutate({ id, version: 1 });
      const within = { timeout: 1_000 };
      await Promise.all(
        [page, other].map((one) => expect(one.getByText('Lindenstraße 5')).toHaveCount(0, within)),
      );
    });

    test('a newer build is announced to those who keep a page open', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      expect(landlord).toBeTruthy();
      await page.clock.install();
      await page.goto(at('/dashboard'));
      await page.route('**/builds/latest.json', (route) =>
        route.fulfill({ json: { id: 'newer', timestamp: 1 } }),
      );
      await page.clock.fastForward('11:00');
      await expect(page.getByText(words('Frame.newVersion'))).toBeVisible();
      await page.getByRole('button', { name: words('Frame.reload') }).click();
      await expect(page.getByText(words('Frame.newVersion'))).toHaveCount(0);
    });

    test('a page that is kept open over midnight is written anew', async ({ page, landlord, at }) => {
      expect(landlord).toBeTruthy();
      await page.clock.install();
      await page.goto(at('/dashboard'));
      const written = page.waitForRequest((request) => {
        const headers = request.headers();
        const isPage = headers.rsc === '1' && headers['next-router-prefetch'] === undefined;
        return isPage && new URL(request.url()).pathname === at('/dashboard');
      });
      await page.clock.fastForward('24:01:00');
      await written;
    });
  });
}
