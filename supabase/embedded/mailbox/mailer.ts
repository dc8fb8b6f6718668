import { createTransport, type Transporter } from 'nodemailer';
import {
  type Config,
  type MailKind,
  type NotificationKind,
  notificationKinds,
  readTemplate,
} from '../config.ts';
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

function compileTemplate(
  config: Config,
  configured: { subject?: string; content?: string; content_path?: string } | undefined,
  fallback: { subject: string; content: string },
): Template {
  const content =
    configured?.content ??
    (configured?.content_path ? readTemplate(config, configured.content_path) : fallback.content);
  return { subject: compileLine(configured?.subject ?? fallback.subject), html: compileHtml(content) };
}

function readTemplates(config: Config): Record<MailKind, Template> {
  const compile = (kind: MailKind) =>
    compileTemplate(config, config.auth.email.template[kind], plainTemplates[kind]);
  return {
    confirmation: compile('confirmation'),
    recovery: compile('recovery'),
    magic_link: compile('magic_link'),
    email_change: compile('email_change'),
    reauthentication: compile('reauthentication'),
    invite: compile('invite'),
  };
}

const plainNotifications: Record<NotificationKind, { subject: string; content: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    content: '<p>The password of the account {{ .Email }} was changed.</p>',
  },
  email_changed: {
    subject: 'Your email address was changed',
    content: '<p>The address of your account was changed from {{ .OldEmail }} to {{ .Email }}.</p>',
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    content: '<p>The phone number of the account {{ .Email }} was changed to {{ .Phone }}.</p>',
  },
  identity_linked: {
    subject: 'A new sign-in method was linked to your account',
    content: '<p>{{ .Provider }} was linked to the account {{ .Email }}.</p>',
  },
  identity_unlinked: {
    subject: 'A sign-in method was removed from your account',
    content: '<p>{{ .Provider }} was removed from the account {{ .Email }}.</p>',
  },
  mfa_factor_enrolled: {
    subject: 'A new verification method was added to your account',
    content: '<p>A second factor ({{ .FactorType }}) was added to the account {{ .Email }}.</p>',
  },
  mfa_factor_unenrolled: {
    subject: 'A verification method was removed from your account',
    content: '<p>A second factor ({{ .FactorType }}) was removed from the account {{ .Email }}.</p>',
  },
};

/** Those that config.toml enables. */
function readNotifications(config: Config): Map<NotificationKind, Template> {
  return new Map(
    notificationKinds.flatMap((kind) => {
      const configured = config.auth.email.notification[kind];
      if (!configured?.enabled) return [];
      return [[kind, compileTemplate(config, configured, plainNotifications[kind])] as const];
    }),
  );
}

interface Outlet {
  transporter: Transporter;
  from: string;
}

function openOutlet(config: Config, senderName: string, environment: NodeJS.ProcessEnv): Outlet | null {
  if (environment.SMTP_URL) {
    const host = new URL(environment.SMTP_URL).hostname;
    return {
      transporter: createTransport(environment.SMTP_URL),
      from: environment.SMTP_FROM || `${senderName} <no-reply@${host}>`,
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
  readonly #notifications: Map<NotificationKind, Template>;
  readonly #outlet: Outlet | null;
  readonly #log: Log;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(config: Config, log: Log, senderName = 'Supabase') {
    this.#templates = readTemplates(config);
    this.#notifications = readNotifications(config);
    this.#outlet = openOutlet(config, senderName, process.env);
    this.#log = log;
  }

  /** Whether mails leave this machine. */
  get sendsOut(): boolean {
    return this.#outlet !== null;
  }

  /** Renders a mail and stores it with the transaction that is its reason. */
  async write(tx: Transaction, kind: MailKind, to: string, data: TemplateData): Promise<Message> {
    return this.#store(tx, this.#templates[kind], to, data);
  }

  notifies(kind: NotificationKind): boolean {
    return this.#notifications.has(kind);
  }

  async writeNotification(
    tx: Transaction,
    kind: NotificationKind,
    to: string,
    data: TemplateData,
  ): Promise<Message> {
    const template = this.#notifications.get(kind);
    if (!template) throw new Error(`config.toml does not enable the notification ${kind}`);
    return this.#store(tx, template, to, data);
  }

  async #store(tx: Transaction, template: Template, to: string, data: TemplateData): Promise<Message> {
    const html = template.html(data);
    const message = { to, subject: template.subject(data), html, text: textOfHtml(html) };
    return this.keep(tx, message, typeof data.Token === 'string' ? data.Token : null);
  }

  /** Puts a mail into the mailbox as it is. */
  async keep(tx: Transaction, message: Message, code: string | null = null): Promise<Message> {
    const { to, html } = message;
    await tx`insert into supabase_embedded.message ${tx({
      to_address: to.toLowerCase(),
      subject: message.subject,
      body_text: message.text,
      body_html: message.html,
      links: linksOfHtml(html),
      code,
    })}`;
    return message;
  }

  /** Sends in the background: how long a mail server takes must not tell whether an address is known. */
  post(message: Message, attempt = 0): void {
    const outlet = this.#outlet;
    if (!outlet) return;
    outlet.transporter.sendMail({ from: outlet.from, ...message }).catch((error: unknown) => {
      const delayMs = retryDelaysMs[attempt];
      // Not its subject, which may hold the name of whoever writes.
      this.#log.warn({ err: error, attempt }, 'mail could not be sent');
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
