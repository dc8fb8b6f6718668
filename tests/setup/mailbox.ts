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
  /** Newest first. */
  list(to: string): Promise<Mail[]>;
  /** The newest mail to an address, waiting for one that `seen` does not hold yet. */
  next(to: string, seen?: Mail): Promise<Mail>;
}

const arrivalLimitMs = 15_000;

/** The mails of an installation that brings its own sign-in server. */
export function openMailbox(mailboxUrl: string): Mailbox {
  async function list(to: string): Promise<Mail[]> {
    const url = new URL(mailboxUrl);
    url.pathname = '/messages.json';
    url.searchParams.set('to', to);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`The mailbox answers ${answer.status}`);
    return z.array(mail).parse(await answer.json());
  }
  return {
    list,
    async next(to, seen) {
      const until = Date.now() + arrivalLimitMs;
      for (;;) {
        const [newest] = await list(to);
        if (newest && newest.id !== seen?.id) return newest;
        if (Date.now() > until) throw new Error(`No mail to ${to} within ${arrivalLimitMs / 1000} s`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}
