import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { type Language, languageFacts, languages } from '../../src/lib/languages.ts';
import { findChromium } from '../../tests/setup/chromium.ts';
import {
  createFlat,
  createTenant,
  findPlaces,
  type Installation,
  type Landlord,
  openDemo,
  signUp,
} from '../../tests/setup/landlord.ts';
import type { PlaceIds } from '../../tests/setup/page-list.ts';
import { runProduct } from '../../tests/setup/running-product.ts';
import { ensureBuild } from '../build.ts';
import { anyFreePort } from '../ports.ts';
import { step } from '../progress.ts';

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** A landlord's view: the demo portfolio, or one with a single new property and tenant. */
export interface View {
  cookies: Landlord['cookies'];
  ids: PlaceIds;
}

interface Views {
  full: View;
  empty: View;
}

export interface Stage {
  installation: Installation;
  browser: Browser;
  executablePath: string;
  viewsIn: (language: Language) => Views;
}

/** The house of the demo with the most going on. */
const busiest = (names: readonly string[]) => names.find((name) => name.includes('Plagwitz'));

async function makeViews(installation: Installation, language: Language): Promise<Views> {
  const landlord = await signUp(installation, language);
  const demo = await openDemo(landlord, language, { withPapers: true });
  const { id: propertyId } = await createFlat(landlord.api);
  const tenantId = await createTenant(landlord.api);
  return {
    full: { cookies: demo.cookies, ids: await findPlaces(demo.api, busiest) },
    empty: {
      cookies: landlord.cookies,
      ids: { propertyId, tenantId, handover: null, plant: null, association: null },
    },
  };
}

/** Starts the built product with empty data, furnishes it, and hands it over with a browser; leaves nothing behind. */
export async function onStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found (CHROMIUM_PATH or the usual places).');
  await ensureBuild();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-stage-'));
  fs.chmodSync(dataDir, 0o755);
  const product = await step('Starting the product', async () => runProduct(dataDir, await anyFreePort()));
  const browser = await chromium.launch({ executablePath });
  try {
    const installation = { ...product, dataDir };
    const views = await step('Making the demo portfolios', async () => {
      const made = new Map<Language, Views>();
      for (const language of languages) made.set(language, await makeViews(installation, language));
      return made;
    });
    const viewsIn = (language: Language) => {
      const found = views.get(language);
      if (!found) throw new Error(`No views in ${language}.`);
      return found;
    };
    await work({ installation, browser, executablePath, viewsIn });
  } finally {
    await browser.close();
    await product.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A browser of somebody, with a window of a size; without a view, of somebody who is not signed in. */
export async function openWindow(
  { browser, installation }: Stage,
  window: { language: Language; scheme: Scheme; width: number; height: number; scale?: number; view?: View },
): Promise<BrowserContext> {
  const { language, scheme, width, height, scale = 1, view } = window;
  const context = await browser.newContext({
    baseURL: installation.url,
    locale: languageFacts[language].locale,
    timezoneId: 'Europe/Berlin',
    colorScheme: scheme,
    reducedMotion: 'reduce',
    viewport: { width, height },
    deviceScaleFactor: scale,
  });
  await context.addCookies(
    view?.cookies() ?? [{ name: 'i18n_redirected', value: language, url: installation.url }],
  );
  return context;
}
