import { test as base } from '@playwright/test';
import { z } from 'zod';

const mail = z.object({
  id: z.union([z.string(), z.number()]),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: z.array(z.string()),
  code: z.string().nullish(),
});

export type Mail = z.infer<typeof mail>;

export interface Mailbox {
  /** The newest mail to an address, waiting for one that `seen` does not hold yet. */
  next(to: string, seen?: Mail): Promise<Mail>;
}

const arrivalLimitMs = 15_000;

async function list(to: string): Promise<Mail[]> {
  const url = new URL(process.env.E2E_MAILBOX_URL ?? '');
  url.pathname = '/messages.json';
  url.searchParams.set('to', to);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The mailbox answers ${answer.status}`);
  return z.array(mail).parse(await answer.json());
}

/** Playwright's test with the started product as base address, and the mails it sends. */
export const test = base.extend<{ mailbox: Mailbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  baseURL: async ({}, provide) => {
    await provide(process.env.E2E_BASE_URL);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  mailbox: async ({}, provide) => {
    await provide({
      async next(to, seen) {
        const until = Date.now() + arrivalLimitMs;
        for (;;) {
          const [newest] = await list(to);
          if (newest && newest.id !== seen?.id) return newest;
          if (Date.now() > until) throw new Error(`No mail to ${to} within ${arrivalLimitMs / 1000} s`);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      },
    });
  },
});

export { expect } from '@playwright/test';
