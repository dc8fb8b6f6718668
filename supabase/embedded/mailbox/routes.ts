import { type Context, Hono } from 'hono';
import type { Sql } from '../database.ts';
import { answerError } from '../errors.ts';
import { sameSecret } from '../keys.ts';
import type { Log } from '../log.ts';
import { english, listPage, type MailboxWords, messagePage, noticePage, speechFor } from './page.ts';
import { findMessage, listMessages } from './store.ts';

const shown = 200;

/** The mailbox on its own port: readable only with the token of the link that is printed at start. */
export function mailboxRoutes(
  sql: Sql,
  token: string,
  log: Log,
  words: Readonly<Record<string, MailboxWords>> = { en: english },
): Hono {
  const app = new Hono();
  app.onError((error, c) => answerError(c, error, log));
  const speechOf = (c: Context) => speechFor(c.req.header('accept-language'), words);
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    // The token stands in the address: it must not travel to where a mail's link leads.
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('X-Robots-Tag', 'noindex');
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    if (!sameSecret(c.req.query('token') ?? '', token)) {
      const asked = c.req.path.endsWith('.json');
      if (asked) return c.json({ error: 'forbidden' }, 403);
      return c.html(noticePage(speechOf(c), 'forbidden'), 403);
    }
    return next();
  });
  app.get('/', async (c) => {
    const messages = await listMessages(sql, { limit: shown });
    return c.html(listPage(speechOf(c), messages, token));
  });
  app.get('/messages/:id{[0-9]{1,18}}', async (c) => {
    const message = await findMessage(sql, c.req.param('id'));
    if (!message) return c.html(noticePage(speechOf(c), 'missing'), 404);
    return c.html(messagePage(speechOf(c), message, token));
  });
  app.get('/messages.json', async (c) => {
    return c.json(await listMessages(sql, { to: c.req.query('to'), limit: shown }));
  });
  return app;
}
