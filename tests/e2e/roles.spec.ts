import { expect, test } from '../setup/browser.ts';
import { cookieOf, findPlaces, joinAs, openDemo, signUp } from '../setup/landlord.ts';
import { pageList } from '../setup/page-list.ts';

/** What a role has no page for: it answers nothing there, so that no page may lead to it. */
const closed = {
  manager: [/\/dashboard\/settings\/data$/],
  viewer: [/\/dashboard\/settings\/data$/, /\/(property|tenant)\/[^/]+\/danger$/],
};

for (const role of ['manager', 'viewer'] as const) {
  test(`every link that a ${role} is shown leads to a page they have`, async ({ landlord, installation }) => {
    test.setTimeout(240_000);
    const demo = await openDemo(landlord, 'en');
    const ids = await findPlaces(demo.api);
    const joined = await joinAs(role, demo, await signUp(installation), installation);
    const headers = { cookie: cookieOf(joined) };
    const look = async (path: string) => {
      const answer = await fetch(installation.url + path, { headers, redirect: 'manual' });
      return { status: answer.status, html: await answer.text() };
    };
    const isClosed = (path: string) => closed[role].some((pattern) => pattern.test(path));
    const offered = new Map<string, string>();
    for (const place of pageList.filter(({ visitor }) => visitor === 'landlord')) {
      const path = place.path(ids);
      const { status, html } = await look(path);
      expect(`${path} ${status}`).toBe(`${path} ${isClosed(path) ? 404 : 200}`);
      if (status !== 200) continue;
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/(?:dashboard|property|tenant)[^"#]*)/g)) {
        offered.set(href.replaceAll('&amp;', '&'), path);
      }
    }
    expect(offered.size).toBeGreaterThan(30);
    for (const [href, from] of offered) {
      const { status } = await look(href);
      expect(`${href} on ${from}: ${status}`).toBe(`${href} on ${from}: 200`);
    }
  });
}
