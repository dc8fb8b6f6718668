import { createTransport, type Transporter } from 'nodemailer';
import { type Config, type MailKind, readTemplate } from '../config.ts';
import type { Transaction } from '../database.ts';
import type { Log } from '../log.ts';
import {
  compileHtml,
  compileLine,
  linksOfHtml,
  type Render,
  type TemplateData,
  textOfHtml,
} from './template.ts';

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Used where config.toml names no template, with a link that confirms at a click as Supabase's own do. */
const plainTemplates: Record<MailKind, { subject: string; content: string }> = {
  confirmation: {
    subject: 'Confirm Your Signup',
    content:
      '<h2>Confirm your signup</h2><p><a href="{{ .ConfirmationURL }}">Confirm your email</a></p><p>Or enter the code: {{ .Token }}</p>',
  },
  recovery: {
    subject: 'Reset Your Password',
    content:
      '<h2>Reset password</h2><p><a href="{{ .ConfirmationURL }}">Reset password</a></p><p>Or enter the code: {{ .Token }}</p>',
  },
  magic_link: {
    subject: 'Your Magic Link',
    content:
      '<h2>Magic link</h2><p><a href="{{ .ConfirmationURL }}">Log in</a></p><p>Or enter the code: {{ .Token }}</p>',
  },
  email_change: {
    subject: 'Confirm Email Change',
    content:
      '<h2>Confirm change of email</h2><p>From {{ .Email }} to {{ .NewEmail }}:</p><p><a href="{{ .ConfirmationURL }}">Change email</a></p><p>Or enter the code: {{ .Token }}</p>',
  },
  reauthentication: {
    subject: 'Confirm Reauthentication',
    content: '<h2>Confirm reauthentication</h2><p>Enter the code: {{ .Token }}</p>',
  },
  invite: {
    subject: 'You have been invited',
    content:
      '<h2>You have been invited</h2><p>To {{ .SiteURL }}: <a href="{{ .ConfirmationURL }}">Accept the invite</a></p>',
  },
};

interface Template {
  subject: Render;
  html: Render;
}

function readTemplates(config: Config): Record<MailKind, Template> {
  const compile = (kind: MailKind): Template => {
    const configured = config.auth.email.template[kind];
    const fallback = plainTemplates[kind];
    const content =
      configured?.content ??
      (configured?.content_path ? readTemplate(config, configured.content_path) : fallback.content);
    return { subject: compileLine(configured?.subject ?? fallback.subject), html: compileHtml(content) };
  };
  return {
    confirmation: compile('confirmation'),
    recovery: compile('recovery'),
    magic_link: compile('magic_link'),
    email_change: compile('email_change'),
    reauthentication: compile('reauthentication'),
    invite: compile('invite'),
  };
}

interface Outlet {
  transporter: Transporter;
  from: string;
}

function openOutlet(config: Config, environment: NodeJS.ProcessEnv): Outlet | null {
  if (environment.SMTP_URL) {
    const host = new URL(environment.SMTP_URL).hostname;
    return {
      transporter: createTransport(environment.SMTP_URL),
      from: environment.SMTP_FROM || `Hausbuch <no-reply@${host}>`,
    };
  }
  const smtp = config.auth.email.smtp;
  if (!smtp?.enabled) return null;
  const { host, port, user, pass } = smtp;
  return {
    transporter: createTransport({
      host,
      port,
      secure: port === 465,
      ...(user ? { auth: { user, pass } } : {}),
    }),
    from: smtp.sender_name ? `${smtp.sender_name} <${smtp.admin_email}>` : smtp.admin_email,
  };
}

const retryDelaysMs = [2_000, 15_000, 60_000];

/** Writes mails into the mailbox and, where SMTP is configured, sends them. */
export class Mailer {
  readonly #templates: Record<MailKind, Template>;
  readonly #outlet: Outlet | null;
  readonly #log: Log;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(config: Config, log: Log, environment: NodeJS.ProcessEnv = process.env) {
    this.#templates = readTemplates(config);
    this.#outlet = openOutlet(config, environment);
    this.#log = log;
  }

  /** Whether mails leave this machine. */
  get sendsOut(): boolean {
    return this.#outlet !== null;
  }

  /** Renders a mail and stores it with the transaction that is its reason. */
  async write(tx: Transaction, kind: MailKind, to: string, data: TemplateData): Promise<Message> {
    const html = this.#templates[kind].html(data);
    const message = { to, subject: this.#templates[kind].subject(data), html, text: textOfHtml(html) };
    await tx`insert into supabase_embedded.message ${tx({
      to_address: to.toLowerCase(),
      subject: message.subject,
      body_text: message.text,
      body_html: message.html,
      links: linksOfHtml(html),
      code: typeof data.Token === 'string' ? data.Token : null,
    })}`;
    return message;
  }

  /** Sends in the background: how long a mail server takes must not tell whether an address is known. */
  post(message: Message, attempt = 0): void {
    const outlet = this.#outlet;
    if (!outlet) return;
    outlet.transporter.sendMail({ from: outlet.from, ...message }).catch((error: unknown) => {
      const delayMs = retryDelaysMs[attempt];
      this.#log.warn({ err: error, subject: message.subject, attempt }, 'mail could not be sent');
      if (delayMs === undefined) return;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.post(message, attempt + 1);
      }, delayMs);
      this.#timers.add(timer);
    });
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#outlet?.transporter.close();
  }
}
