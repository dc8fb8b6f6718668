import { z } from 'zod';
import { exportPerson } from '@/features/export/person-steps';
import { id } from '@/lib/field';
import { RateLimit } from '@/lib/server/rate-limit';
import { answerArchive } from '../../archive-answer';
import { badQuestion } from '../../file-answer';

const query = z.strictObject({ id });

/** All that is known of somebody is asked for once, and once more where the line was lost. */
const limit = new RateLimit({ limit: 6, perMs: 10 * 60_000 });

/** `GET ?id=…`: what is held about a tenant as a ZIP, for who may change them and whose session still lives. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  return answerArchive(request, {
    what: 'tenant_export',
    roles: ['manager', 'owner'],
    limit,
    make: (inTransaction, context) =>
      exportPerson(inTransaction, context.fileStorage(), context.language, asked.data.id),
  });
}
