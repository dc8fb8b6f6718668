import 'server-only';
import type { InTransaction } from '@/db/scope';
import type { Letter } from '@/domain/letter';
import { DomainError } from '@/lib/errors';
import { describeError, log } from '@/lib/server/log';
import type { LetterMail, MailFate } from '@/mail/letter-post';
import type { FileStorage } from '@/storage/file-storage';
import { type EnclosedFile, readEnclosures } from './enclosure-steps';
import { letterMediaType } from './file-commands';
import { getLetterFile } from './file-steps';
import { findDueMail, loseSilent, noteFate, putOff, stopLetter, takeMail } from './mail-commands';

export type MailWork = { sent: number; later: number; refused: number; uncertain: number; stopped: number };

export type MailTools = {
  storage: FileStorage;
  print: (letter: Letter) => Promise<Uint8Array>;
  post: { send: (mail: LetterMail) => Promise<MailFate> };
};

/** A letter with what comes with it; null where it can never be printed any more, or one of those is lost. */
type Read = { letterId: string; files: EnclosedFile[] | null };

/**
 * Sends what is due in a portfolio, one mail after the other. Each is taken on in a transaction of its own before it goes, and
 * what became of it is written in another: whoever dies between the two leaves one mail, of which the next round says that
 * its fate is unknown. Any number of rounds at once does no harm.
 */
export async function sendDueMails(inTransaction: InTransaction, tools: MailTools): Promise<MailWork> {
  const work: MailWork = { sent: 0, later: 0, refused: 0, uncertain: 0, stopped: 0 };
  work.uncertain += await inTransaction((tx, scope) => loseSilent(tx, scope));
  // A letter's mails follow each other: its files are read once for all who share a flat.
  let last = null as Read | null;
  for (;;) {
    const due = await inTransaction((tx, scope) => findDueMail(tx, scope));
    if (!due) return work;
    try {
      last = last?.letterId === due.letterId ? last : await filesOf(inTransaction, tools, due.letterId);
      const fate = await sendOne(inTransaction, tools, due, last.files);
      work[fate?.kind ?? 'stopped'] += 1;
      // Nobody is there: the others keep their attempts for when somebody is.
      if (fate?.kind === 'later' && !fate.isAnswered) return work;
    } catch (error) {
      // One that cannot be sent keeps the others from nothing. Where the database is gone, this fails, too.
      log().error({ event: 'letter_mail_failed', mailId: due.id, error: describeError(error) });
      await inTransaction((tx, scope) => putOff(tx, scope, due.id));
      work.later += 1;
    }
  }
}

/** What became of one mail; null where it was stopped, or somebody else took it on. */
async function sendOne(
  inTransaction: InTransaction,
  tools: MailTools,
  due: { id: string; letterId: string },
  files: EnclosedFile[] | null,
): Promise<MailFate | null> {
  if (!files) {
    await inTransaction((tx, scope) => stopLetter(tx, scope, due.letterId, 'without_file'));
    return null;
  }
  const mail = await inTransaction((tx, scope) => takeMail(tx, scope, due));
  if (!mail) return null;
  const { messageName: messageId, address, fromName, replyTo, subject, body } = mail;
  const fate = await tools.post.send({
    ...{ messageId, to: address, fromName, replyTo, subject, text: body },
    attachments: files,
  });
  await inTransaction((tx, scope) => noteFate(tx, scope, mail, fate));
  return fate;
}

async function filesOf(
  inTransaction: InTransaction,
  { storage, print }: MailTools,
  letterId: string,
): Promise<Read> {
  try {
    const letter = await getLetterFile(inTransaction, { storage, print }, letterId);
    const enclosed = await readEnclosures(inTransaction, storage, letterId);
    return { letterId, files: [{ ...letter, mediaType: letterMediaType }, ...enclosed] };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'letter.without_file') {
      log().warn({ event: 'letter_without_file', letterId, error: describeError(error) });
      return { letterId, files: null };
    }
    throw error;
  }
}
