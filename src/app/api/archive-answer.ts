import type { InTransaction } from '@/db/scope';
import type { MemberRole } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import type { RateLimit } from '@/lib/server/rate-limit';
import { sentSlowly } from '@/lib/server/sent-slowly';
import type { Context } from '@/trpc/context';
import { transactionsFor } from '@/trpc/procedures';
import { answerFile } from './file-answer';

type Asked = {
  /** In the log. */
  what: string;
  roles: readonly MemberRole[];
  /** How often one person may ask. */
  limit: RateLimit;
  make: (
    inTransaction: InTransaction,
    context: Context,
  ) => Promise<{ name: string; body: ReadableStream<Uint8Array> }>;
};

/** An archive of rows as of one instant, for those of a role whose session still lives, sent as slowly as it is read. */
export const answerArchive = (request: Request, { what, roles, limit, make }: Asked): Promise<Response> =>
  answerFile(request, what, async (context) => {
    const verifiedSession = await context.session();
    if (limit.take(verifiedSession.userId) > 0) throw new DomainError('rate_limited');
    const inTransaction = transactionsFor({ ...context, verifiedSession }, roles, {
      asksSession: true,
      isSnapshot: true,
      purpose: 'report',
    });
    let name = '';
    const body = await sentSlowly().send(verifiedSession.userId, async () => {
      const made = await make(inTransaction, context);
      name = made.name;
      return made.body;
    });
    return { body, mediaType: 'application/zip', name };
  });
