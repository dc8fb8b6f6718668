import { test as base, expect } from '../setup/browser.ts';

/** Here pages are refused scripts on purpose. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  faultless: async ({}, provide) => {
    await provide(undefined);
  },
});

test('a script that got into a page does not run there', async ({ page, landlord, at }) => {
  // Somebody signed in, whose cookie a script could read.
  expect(landlord.email).toContain('@');
  await page.route('https://elsewhere.example/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.stolen = "from elsewhere"' }),
  );
  for (const path of ['/', '/dashboard']) {
    await page.goto(at(path));
    const refused = await page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        violations.push(event.effectiveDirective);
      });
      const place = document.createElement('div');
      document.body.append(place);
      const script = (fill: (element: HTMLScriptElement) => void) => {
        const element = document.createElement('script');
        fill(element);
        place.append(element);
      };
      script((element) => {
        element.textContent = 'window.stolen = "inline"';
      });
      script((element) => {
        element.src = 'https://elsewhere.example/a.js';
      });
      script((element) => {
        element.src = 'data:text/javascript,window.stolen="data"';
      });
      place.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.stolen = \'attribute\'">');
      place.insertAdjacentHTML('beforeend', '<a href="javascript:window.stolen=\'link\'">x</a>');
      place.querySelector('a')?.click();
      place.insertAdjacentHTML('beforeend', '<base href="https://elsewhere.example/">');
      place.insertAdjacentHTML('beforeend', '<object data="https://elsewhere.example/a"></object>');
      // Later: what is evaluated from outside, as this is, may do it.
      setTimeout(() => {
        try {
          // biome-ignore lint/security/noGlobalEval: what the policy has to refuse
          window.eval('window.stolen = "eval"');
        } catch {
          violations.push('eval');
        }
      }, 100);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return {
        violations,
        stolen: (window as { stolen?: string }).stolen ?? null,
        base: document.baseURI,
      };
    });
    expect(refused.stolen, path).toBeNull();
    expect(refused.base, path).not.toContain('elsewhere');
    expect([...new Set(refused.violations)].sort(), path).toEqual(
      expect.arrayContaining(['eval', 'object-src', 'script-src-attr', 'script-src-elem']),
    );
  }
});

test('a host that a visitor makes up is in no answer', async ({ installation, at }) => {
  for (const path of ['/', '/what', '/auth/login', '/dashboard']) {
    const answer = await fetch(installation.url + at(path), {
      redirect: 'manual',
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    const told = JSON.stringify([...answer.headers]) + (await answer.text());
    expect(told, path).not.toContain('evil.example');
  }
});

test('pictures are drawn to order for nobody', async ({ installation }) => {
  for (const path of ['/icon1.png', '/%69con1.png']) {
    const order = new URLSearchParams({ url: path, w: '640', q: '75' });
    expect((await fetch(`${installation.url}/_next/image?${order}`)).status, path).toBe(404);
  }
});
