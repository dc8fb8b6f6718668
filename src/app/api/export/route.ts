import { exportPortfolio } from '@/features/export/export-steps';
import { DomainError } from '@/lib/errors';
import { RateLimit } from '@/lib/server/rate-limit';
import { sentSlowly } from '@/lib/server/sent-slowly';
import { transactionsFor } from '@/trpc/procedures';
import { answerFile } from '../file-answer';

/** Reading everything is the most a request can ask for. */
const exports = new RateLimit({ limit: 6, perMs: 10 * 60_000 });

/** `GET`: everything of the current portfolio as a ZIP, for an owner whose session still lives. */
export async function GET(request: Request): Promise<Response> {
  return answerFile(request, 'export', async (context) => {
    const verifiedSession = await context.session();
    if (exports.take(verifiedSession.userId) > 0) throw new DomainError('rate_limited');
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['owner'], {
      asksSession: true,
      isSnapshot: true,
      purpose: 'report',
    });
    let name = '';
    const body = await sentSlowly().send(verifiedSession.userId, async () => {
      const made = await exportPortfolio(inTransaction, context.fileStorage(), context.language);
      name = made.name;
      return made.body;
    });
    return { body, mediaType: 'application/zip', name };
  });
}
