import { exportPortfolio } from '@/features/export/export-steps';
import { RateLimit } from '@/lib/server/rate-limit';
import { answerArchive } from '../archive-answer';

/** Reading everything is the most a request can ask for. */
const limit = new RateLimit({ limit: 6, perMs: 10 * 60_000 });

/** `GET`: everything of the current portfolio as a ZIP, for an owner whose session still lives. */
export const GET = (request: Request): Promise<Response> =>
  answerArchive(request, {
    what: 'export',
    roles: ['owner'],
    limit,
    make: (inTransaction, context) => exportPortfolio(inTransaction, context.fileStorage(), context.language),
  });
