import { z } from 'zod';
import { exportPerson } from '@/features/export/person-steps';
import { DomainError } from '@/lib/errors';
import { id } from '@/lib/field';
import { RateLimit } from '@/lib/server/rate-limit';
import { sentSlowly } from '@/lib/server/sent-slowly';
import { transactionsFor } from '@/trpc/procedures';
import { answerFile, badQuestion } from '../../file-answer';

const query = z.strictObject({ id });

/** All that is known of somebody is asked for once, and once more where the line was lost. */
const answers = new RateLimit({ limit: 6, perMs: 10 * 60_000 });

/** `GET ?id=…`: what is held about a tenant as a ZIP, for who may change them and whose session still lives. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  return answerFile(request, 'tenant_export', async (context) => {
    const verifiedSession = await context.session();
    if (answers.take(verifiedSession.userId) > 0) throw new DomainError('rate_limited');
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['manager', 'owner'], {
      asksSession: true,
      isSnapshot: true,
      purpose: 'report',
    });
    let name = '';
    const body = await sentSlowly().send(verifiedSession.userId, async () => {
      const made = await exportPerson(inTransaction, context.fileStorage(), context.language, asked.data.id);
      name = made.name;
      return made.body;
    });
    return { body, mediaType: 'application/zip', name };
  });
}
