import 'server-only';
import { createTransport } from 'nodemailer';
import { env } from '@/lib/server/env';
import { describeError, log } from '@/lib/server/log';

export type Mail = { to: string; subject: string; text: string; html: string };

/** Sends a mail of the application; auth mails are the sign-in server's. */
export type Mailer = {
  /** `unavailable`: this installation sends no mail, or the mail server does not take it. */
  send(mail: Mail): Promise<'sent' | 'unavailable'>;
};

const patienceMs = 10_000;

async function drop(url: string, secretKey: string, mail: Mail): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: secretKey },
    body: JSON.stringify(mail),
    signal: AbortSignal.timeout(patienceMs),
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`The mailbox answered ${response.status}.`);
}

/** The mailbox of the embedded server where there is one (it also sends), else SMTP, else nothing. */
function configuredMailer(): Mailer {
  const { mailboxUrl, smtp, supabaseSecretKey } = env();
  const transport = smtp
    ? createTransport({ url: smtp.url, connectionTimeout: patienceMs, greetingTimeout: patienceMs })
    : null;
  return {
    async send(mail) {
      try {
        if (mailboxUrl) await drop(mailboxUrl, supabaseSecretKey, mail);
        else if (transport && smtp) await transport.sendMail({ from: smtp.from, ...mail });
        else return 'unavailable';
        return 'sent';
      } catch (error) {
        log().error({ event: 'mail_failed', error: describeError(error) });
        return 'unavailable';
      }
    },
  };
}

let mailer: Mailer | undefined;

export function appMailer(): Mailer {
  mailer ??= configuredMailer();
  return mailer;
}
