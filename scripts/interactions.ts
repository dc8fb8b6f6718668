import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import words from '../messages/en.json' with { type: 'json' };
import { awake } from '../tests/setup/awake.ts';
import { createFlat, createLease, createTenant, signUp } from '../tests/setup/landlord.ts';
import { settle } from '../tests/setup/settle.ts';
import { monthStart } from '../tests/setup/shown.ts';
import { openWindow, type Stage, type View } from './picture/stage.ts';

const language = 'en';
/** As Lighthouse slows its phone down; here both devices are. */
const timesSlower = 4;
/** What is agreed on, from the press to the next frame that shows something of it. */
export const maxInteractionMs = 100;
const devices = { mobile: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;
export type Device = keyof typeof devices;

interface Interaction {
  name: string;
  path: (home: Home) => string;
  press: (page: Page) => Locator;
  /** What the press has brought. */
  brings: (page: Page) => Locator;
}

interface Home {
  propertyId: string;
  tenantId: string;
}

const toast = (page: Page) => page.getByRole('alertdialog').first();
const dialog = (page: Page) => page.getByRole('dialog').first();
const received = (page: Page) => page.locator('[data-receive]').first();
/** The dots beside "received", which open the dialog of a payment. */
const otherwise = (page: Page) => page.locator('[data-receive] + button').first();
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first();

const interactions: readonly Interaction[] = [
  { name: 'Today: received', path: () => '/dashboard', press: received, brings: toast },
  { name: 'Rent: received', path: () => '/dashboard/rent', press: received, brings: toast },
  { name: 'Today: a payment’s dialog', path: () => '/dashboard', press: otherwise, brings: dialog },
  { name: 'Rent: a payment’s dialog', path: () => '/dashboard/rent', press: otherwise, brings: dialog },
  {
    name: 'Property: a booking’s dialog',
    path: ({ propertyId }) => `/property/${propertyId}/recurring`,
    press: button(words.Bookings.newTransaction),
    brings: dialog,
  },
  {
    name: 'Tenant: a payment’s dialog',
    path: ({ tenantId }) => `/tenant/${tenantId}/account`,
    press: button(words.Account.recordPayment),
    brings: dialog,
  },
];

export interface Measured {
  name: string;
  device: Device;
  /** Milliseconds of each run, as the browser tells them: in steps of 8, below 16 as 0. */
  times: number[];
}

/** A portfolio in which each run finds a rent that is still open. */
async function furnish({ installation }: Stage, houses: number): Promise<View & { home: Home }> {
  const { api, cookies } = await signUp(installation, language);
  const homes: Home[] = [];
  for (let house = 1; house <= houses; house += 1) {
    const { id: propertyId, unitId } = await createFlat(api, `House ${house}`);
    const tenantId = await createTenant(api, `Tenant ${house}`);
    await createLease(api, { unitId, tenantId, startsOn: monthStart(-1), netCents: 70_000 });
    homes.push({ propertyId, tenantId });
  }
  const [home] = homes;
  if (!home) throw new Error('A portfolio without houses.');
  return { cookies, home, ids: { ...home, handover: null, plant: null, association: null } };
}

/** Keeps in the page how long the slowest interaction took, as `interaction to next paint` counts it. */
function keepSlowest() {
  const kept = { ms: 0 };
  Object.assign(window, { slowestInteraction: kept });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (!entry.interactionId) continue;
      kept.ms = Math.max(kept.ms, entry.duration);
    }
    // TypeScript's own list of the options lacks the threshold.
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

async function pressOnce(context: BrowserContext, { name, path, press, brings }: Interaction, home: Home) {
  const page = await context.newPage();
  await page.goto(path(home));
  await awake(page);
  await settle(page);
  const target = press(page);
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${name}: nothing to press.`);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: timesSlower });
  await page.evaluate(keepSlowest);
  await pause(1_000);
  // By the mouse itself: nothing of the test's own runs in the page while it answers.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await pause(300);
  await page.mouse.down();
  await page.mouse.up();
  await pause(2_000);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await brings(page).waitFor({ timeout: 15_000 });
  const ms = await page.evaluate(
    () => (window as unknown as { slowestInteraction: { ms: number } }).slowestInteraction.ms,
  );
  await page.close();
  return ms;
}

/**
 * How long the page leaves a press without an answer, its processor four times slowed: "received" and the dialog of a
 * payment on Today and on Rent, the dialog of a booking on a property and of a payment on a tenant; on both devices, each run
 * in a browser that has kept nothing.
 */
export async function measureInteractions(stage: Stage, runs: number): Promise<Measured[]> {
  const receipts = interactions.filter(({ press }) => press === received).length;
  const { home, ...view } = await furnish(stage, Object.keys(devices).length * receipts * runs + 2);
  const measured: Measured[] = [];
  for (const interaction of interactions) {
    for (const device of Object.keys(devices) as Device[]) {
      const one: Measured = { name: interaction.name, device, times: [] };
      for (let run = 0; run < runs; run += 1) {
        const context = await openWindow(stage, {
          language,
          scheme: 'light',
          ...devices[device],
          view,
        });
        try {
          one.times.push(await pressOnce(context, interaction, home));
        } finally {
          await context.close();
        }
      }
      console.log(`${one.name}, ${device}: ${one.times.join(', ')} ms`);
      measured.push(one);
    }
  }
  return measured;
}
