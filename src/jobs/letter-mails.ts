import type { Database } from '@/db/client';
import { listPortfoliosWithMails } from '@/db/due-work';
import { enterAsSystem } from '@/db/scope';
import { silentMs } from '@/features/outbox/mail-rules';
import { type MailTools, type MailWork, sendDueMails } from '@/features/outbox/mail-steps';
import { smtpSettings } from '@/lib/server/env';
import { LetterPost } from '@/mail/letter-post';
import { printer } from '@/print/printer';
import type { FileStorage } from '@/storage/file-storage';
import { forEachPortfolio } from './each-portfolio';

/** The portfolios with mails that are due, or that somebody began to send and never finished. */
export const findMailWork = (db: Database, now: Date): Promise<string[]> =>
  listPortfoliosWithMails(db, now, new Date(now.getTime() - silentMs));

/** Sends what is due in one portfolio, over one connection. Without a mail server it waits. */
export async function sendMailsOf(
  db: Database,
  storage: FileStorage,
  portfolioId: string,
  print: MailTools['print'] = (letter) => printer().printAlone({ kind: 'letter', letter }),
): Promise<MailWork | null> {
  const smtp = smtpSettings();
  if (!smtp) return null;
  const post = new LetterPost(smtp);
  try {
    return await sendDueMails((work) => enterAsSystem(db, portfolioId, work), { storage, print, post });
  } finally {
    post.close();
  }
}

/** What is due in every portfolio. One that fails keeps the others from nothing. */
export async function sendMailsEverywhere(
  db: Database,
  storage: FileStorage,
  now = new Date(),
): Promise<{ portfolios: number; failed: number }> {
  if (!smtpSettings()) return { portfolios: 0, failed: 0 };
  return forEachPortfolio(await findMailWork(db, now), 'letter_mails_failed', async (id) => {
    await sendMailsOf(db, storage, id);
    return true;
  });
}
