import { z } from 'zod';
import { reminderSteps } from '@/domain/vocabulary';
import { letterFormats } from '@/features/account/format-rules';
import { reminderLetter } from '@/features/arrears/reminder-letter';
import { withEnclosed } from '@/i18n/server/letter-frame';
import { DomainError } from '@/lib/errors';
import { printer } from '@/print/printer';
import { createCaller } from '@/trpc/root';
import { answerFile, badQuestion } from '../../file-answer';
import { illustrated } from '../../letter-pictures';

const query = z.object({
  leaseId: z.string(),
  step: z.enum(reminderSteps).optional(),
  beside: z.literal('own').optional(),
  enclosures: z
    .string()
    .transform((ids) => ids.split(','))
    .optional(),
});

/** `GET ?leaseId=…&step=…&beside=own&enclosures=…,…`: the reminder in the tenants' language, beside it the words in the reader's. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  const { beside, enclosures: only = [], ...input } = asked.data;
  return answerFile(request, 'reminder', async (context) => {
    const { userId } = await context.session();
    const caller = createCaller(context);
    const [reminder, portfolio, profile, papers] = await Promise.all([
      caller.arrears.reminder(input),
      caller.portfolio.get(),
      caller.account.getProfile(),
      only.length === 0 ? [] : caller.letter.enclosable({ leaseId: input.leaseId, search: '', only }),
    ]);
    if (reminder.items.length === 0) throw new DomainError('arrears.nothing_overdue');
    const formatsIn = (language: typeof context.language) => letterFormats(language, profile, portfolio);
    const language = reminder.language ?? context.language;
    const isBeside = beside !== undefined && language !== context.language;
    const words = await reminderLetter(
      reminder,
      formatsIn(language),
      portfolio.name,
      isBeside ? formatsIn(context.language) : null,
    );
    const chosen = only.flatMap((id) => papers.find((paper) => paper.documentId === id) ?? []);
    const letter = await illustrated(context, await withEnclosed(words, chosen));
    return {
      body: new Uint8Array(await printer().print({ kind: 'letter', letter }, userId)),
      mediaType: 'application/pdf',
      name: `${letter.title} ${reminder.tenants.join(', ')} ${reminder.writtenOn}.pdf`,
    };
  });
}
