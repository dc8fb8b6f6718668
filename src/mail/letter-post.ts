import 'server-only';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { oneLine } from '@/domain/letter';

/** A mail with a letter, to one person. */
export type LetterMail = {
  messageId: string;
  to: string;
  /** Who writes; the address is the one this installation may send from. */
  fromName: string;
  replyTo: string;
  subject: string;
  text: string;
  attachments: readonly { fileName: string; mediaType: string; bytes: Uint8Array }[];
};

/**
 * What became of a mail, with the server's own words.
 *
 * `later`: it was not taken now (4xx, or the server was not reached), and may be tried again. `refused`: it never will be (5xx).
 * `uncertain`: the connection ended after the mail had gone over it and before the server answered, so nobody here knows.
 */
export type MailFate =
  | { kind: 'sent' | 'uncertain'; answer: string }
  /** Not answered: nobody was there, and nothing was said of this mail. */
  | { kind: 'later'; answer: string; isAnswered: boolean }
  | { kind: 'refused'; answer: string; isAddress: boolean };

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
/** Longer than all of those together, shorter than a mail is left to whoever took it on (`mail-commands.ts`). */
const longestMs = 120_000;

/** One line, which is not turned around and holds nothing that a reader would decode once more. */
const plain = (text: string) => oneLine(text).replaceAll('=?', '= ?');

type Failure = Error & { code?: string; responseCode?: number; response?: string };

/** "Bad sequence of commands" says something about the connection, and nothing about the mail. */
const badSequence = 503;

/** The way to the mail server: one connection for many mails, one mail at a time, each with its fate. */
export class LetterPost {
  readonly #smtp: { url: string; from: string };
  #connection: SMTPConnection | null = null;

  constructor(smtp: { url: string; from: string }) {
    this.#smtp = smtp;
  }

  async send(mail: LetterMail): Promise<MailFate> {
    const { envelope, bytes } = await this.#compose(mail);
    try {
      this.#connection ??= await connect(this.#smtp.url);
    } catch (error) {
      return { kind: 'later', answer: wordsOf(error), isAnswered: false };
    }
    return this.#hand(this.#connection, envelope, bytes);
  }

  close(): void {
    this.#connection?.quit();
    this.#connection = null;
  }

  /** After a failure the server may still be in the middle of a mail and refuse the next one, so that one begins anew. */
  #drop(isAnswered: boolean): void {
    if (isAnswered) this.#connection?.quit();
    else this.#connection?.close();
    this.#connection = null;
  }

  /** Names and subjects are people's own: no line of theirs becomes a header. */
  async #compose({ messageId, to, fromName, replyTo, subject, text, attachments }: LetterMail) {
    const address = addressIn(this.#smtp.from);
    const node = new MailComposer({
      from: { name: plain(fromName), address },
      to: { name: '', address: to },
      replyTo: { name: plain(fromName), address: replyTo },
      subject: plain(subject),
      text,
      messageId: `<${messageId}>`,
      headers: { 'Auto-Submitted': 'no' },
      attachments: attachments.map(({ fileName, mediaType, bytes }) => ({
        filename: plain(fileName),
        content: Buffer.from(bytes),
        contentType: mediaType,
      })),
    }).compile();
    return { envelope: { from: address, to: [to] }, bytes: await node.build() };
  }

  #hand(
    connection: SMTPConnection,
    envelope: { from: string; to: string[] },
    bytes: Buffer,
  ): Promise<MailFate> {
    let hasBegun = false;
    // Read only once the server has asked for it, with 354.
    const body = new Readable({
      read() {
        hasBegun = true;
        this.push(bytes);
        this.push(null);
      },
    });
    return new Promise((resolve) => {
      let isSettled = false;
      const settle = (fate: MailFate) => {
        isSettled = true;
        clearTimeout(timer);
        connection.off('error', fail);
        resolve(fate);
      };
      const fail = (error: Failure) => {
        // What the old connection still says is not about the one that took its place.
        if (isSettled) return;
        this.#drop(error.responseCode !== undefined && error.responseCode !== 421);
        settle(fateOf(error, hasBegun));
      };
      const timer = setTimeout(() => fail(new Error('The mail server did not answer in time.')), longestMs);
      connection.once('error', fail);
      connection.send({ ...envelope, size: bytes.length }, body, (error, info) => {
        if (error) fail(error);
        else if (!isSettled) settle({ kind: 'sent', answer: info.response });
      });
    });
  }
}

function fateOf(error: Failure, hasBegun: boolean): MailFate {
  const { responseCode, response = '' } = error;
  const answer = response || wordsOf(error);
  // Larger than the server takes, which it said before any mail: it never will.
  if (responseCode === undefined && error.code === 'EMESSAGE') {
    return { kind: 'refused', answer, isAddress: false };
  }
  if (responseCode !== undefined && responseCode >= 500 && responseCode !== badSequence) {
    // The address is no good, as the server has it; 5.1.7 and 5.1.8 speak of the sender's.
    return { kind: 'refused', answer, isAddress: /^5\d\d[ -]5\.1\.(?![78]\b)\d/.test(response) };
  }
  if (responseCode !== undefined && responseCode >= 400) return { kind: 'later', answer, isAnswered: true };
  return hasBegun ? { kind: 'uncertain', answer } : { kind: 'later', answer, isAnswered: false };
}

const wordsOf = (error: unknown) =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, 500);

/** `hausbuch@example.com` of `Hausbuch <hausbuch@example.com>`. */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

function connect(url: string): Promise<SMTPConnection> {
  const { auth, ...options } = parseConnectionUrl(url);
  const connection = new SMTPConnection({ ...options, ...patience });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      connection.close();
      reject(error);
    };
    connection.once('error', fail);
    connection.connect(() => {
      const ready = () => {
        connection.off('error', fail);
        // Between two mails it may end at any time; the next one then finds it gone.
        connection.on('error', () => {});
        resolve(connection);
      };
      if (!auth) return ready();
      connection.login(auth, (error) => (error ? fail(error) : ready()));
    });
  });
}
