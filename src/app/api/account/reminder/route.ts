import { z } from 'zod';
import { reminderSteps } from '@/domain/vocabulary';
import { userFormats } from '@/features/account/format-rules';
import { reminderLetter } from '@/features/arrears/reminder-letter';
import { DomainError } from '@/lib/errors';
import { printer } from '@/print/printer';
import { createCaller } from '@/trpc/root';
import { answerFile, badQuestion } from '../../file-answer';

const query = z.object({
  leaseId: z.string(),
  step: z.enum(reminderSteps).optional(),
  beside: z.literal('own').optional(),
});

/** `GET ?leaseId=…&step=…&beside=own`: the reminder in the tenants' language, beside it the words in the reader's. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  const { beside, ...input } = asked.data;
  return answerFile(request, 'reminder', async (context) => {
    const { userId } = await context.session();
    const caller = createCaller(context);
    const [reminder, portfolio, profile] = await Promise.all([
      caller.arrears.reminder(input),
      caller.portfolio.get(),
      caller.account.getProfile(),
    ]);
    if (reminder.items.length === 0) throw new DomainError('arrears.nothing_overdue');
    const formatsIn = (language: typeof context.language) => userFormats(language, profile, portfolio);
    const language = reminder.language ?? context.language;
    const isBeside = beside !== undefined && language !== context.language;
    const letter = await reminderLetter(
      reminder,
      formatsIn(language),
      portfolio.name,
      isBeside ? formatsIn(context.language) : null,
    );
    return {
      body: new Uint8Array(await printer().print({ kind: 'letter', letter }, userId)),
      mediaType: 'application/pdf',
      name: `${letter.title} ${reminder.tenants.join(', ')} ${reminder.writtenOn}.pdf`,
    };
  });
}
