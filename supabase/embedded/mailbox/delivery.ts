import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { AuthServer } from '../auth/context.ts';
import { roleOfApiKey } from '../keys.ts';
import { linksOfHtml } from './template.ts';

const message = z.strictObject({
  to: z.email().max(254),
  subject: z
    .string()
    .min(1)
    .max(500)
    .regex(/^[^\r\n]*$/),
  text: z.string().max(100_000),
  html: z.string().max(200_000),
});

/** Takes the application's own mails, such as invitations, from whoever holds the secret key. */
export function deliveryRoutes({ sql, keys, mailer, log }: AuthServer): Hono {
  const app = new Hono();
  app.post('/messages', bodyLimit({ maxSize: 400_000 }), async (c) => {
    c.header('Cache-Control', 'no-store');
    if (roleOfApiKey(keys, c.req.header('apikey')) !== 'service_role') {
      return c.json({ error: 'forbidden' }, 403);
    }
    const parsed = message.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ error: 'invalid' }, 400);
    const kept = await sql.begin((tx) => mailer.keep(tx, parsed.data));
    mailer.post(kept);
    log.info({ links: linksOfHtml(kept.html).length }, 'a mail of the application was taken');
    return c.json({}, 202);
  });
  return app;
}
