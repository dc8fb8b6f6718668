import { createHash, timingSafeEqual } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { figureSource } from '@/bundesbank/figure-source';
import { database } from '@/db/client';
import { forgetOldEvents } from '@/jobs/account-events';
import { forgetLinesEverywhere } from '@/jobs/bank-lines';
import { forgetOldMessages } from '@/jobs/contact-messages';
import { workOnFilesEverywhere } from '@/jobs/document-files';
import { postBookingsEverywhere } from '@/jobs/due-bookings';
import { postRentEverywhere } from '@/jobs/due-rent';
import { forgetInvitationsEverywhere } from '@/jobs/invitations';
import { renewFigures } from '@/jobs/legal-figures';
import { sendMailsEverywhere } from '@/jobs/letter-mails';
import { remindEverywhere } from '@/jobs/reminders';
import { domainErrorCodes } from '@/lib/errors';
import { domainErrorOf } from '@/lib/server/database-errors';
import { env } from '@/lib/server/env';
import { describeError, log } from '@/lib/server/log';
import { fileStorage } from '@/storage/file-storage';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Runs what is due, for places without a worker: `Authorization: Bearer <JOBS_SECRET>`. */
export async function POST(request: Request): Promise<Response> {
  const { jobsSecret } = env();
  if (jobsSecret === undefined) return new Response(null, { status: 404 });
  const given = request.headers.get('authorization') ?? '';
  if (!timingSafeEqual(digest(given), digest(`Bearer ${jobsSecret}`)))
    return new Response(null, { status: 401 });
  try {
    return await runAll();
  } catch (error) {
    const rule = domainErrorOf(error);
    if (!rule) throw error;
    const status = getHTTPStatusCodeFromError(new TRPCError({ code: domainErrorCodes[rule.code] }));
    return Response.json({ code: rule.code }, { status, headers: { 'retry-after': '10' } });
  }
}

async function runAll(): Promise<Response> {
  const { legalFigures } = env();
  const rent = await postRentEverywhere(database());
  const bookings = await postBookingsEverywhere(database());
  const files = await workOnFilesEverywhere(database(), fileStorage());
  const reminders = await remindEverywhere(database());
  const mails = await sendMailsEverywhere(database(), fileStorage());
  const bankLines = await forgetLinesEverywhere(database());
  const invitations = await forgetInvitationsEverywhere(database());
  const contactMessages = await forgetOldMessages(database());
  const accountEvents = await forgetOldEvents(database());
  const figures = await renewFigures(database(), legalFigures, () => figureSource(legalFigures)).catch(
    (error: unknown) => {
      log().error({ event: 'legal_figures_failed', error: describeError(error) });
      return { failed: 1 };
    },
  );
  const failed =
    (figures && 'failed' in figures ? figures.failed : 0) +
    [rent, bookings, files, reminders, mails, bankLines, invitations].reduce(
      (sum, one) => sum + one.failed,
      0,
    );
  return Response.json(
    {
      rent,
      bookings,
      files,
      reminders,
      mails,
      bankLines,
      invitations,
      contactMessages,
      accountEvents,
      figures,
    },
    { status: failed === 0 ? 200 : 500 },
  );
}
