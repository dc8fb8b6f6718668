import type { BlockList } from 'node:net';
import { z } from 'zod';
import { keyProblems } from './key-guard.ts';
import { languageHosts, redirects, rootRedirect, type SiteRules } from './site-rules.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** Settings arrive as text; an empty line in `.env` means "not set". */
const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankIsUnset, schema.optional());
const required = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankIsUnset, schema);

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://abc.supabase.co' })
  .transform((url) => url.replace(/\/+$/, ''));
const iconHosts = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((host) => host !== ''))
  .pipe(z.array(httpUrl));
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

const settings = z.object({
  NODE_ENV: optional(z.enum(['development', 'production', 'test'])),
  SUPABASE_URL: required(httpUrl).describe(
    'Address of the Supabase project, e.g. `https://abcd.supabase.co`.',
  ),
  SUPABASE_PUBLIC_URL: optional(httpUrl).describe(
    'Where browsers and mails reach it, if elsewhere; also the issuer of its tokens. Default: `SUPABASE_URL`.',
  ),
  SUPABASE_PUBLISHABLE_KEY: required(z.string()).describe('The key browsers may see: `sb_publishable_…`.'),
  SUPABASE_SECRET_KEY: required(z.string()).describe(
    'The key of the server: `sb_secret_…`. It signs uploads and downloads and never reaches a browser.',
  ),
  DATABASE_URL: required(postgresUrl).describe(
    'The Postgres of that project, as the user `postgres`: the start makes a login with fewer rights, which the app uses. Or, beside `DATABASE_DIRECT_URL`, a login of your own for the app.',
  ),
  DATABASE_DIRECT_URL: optional(postgresUrl).describe(
    'A session connection for migrations, jobs and live events, as a login that may create roles, if `DATABASE_URL` leads to a transaction pooler or is of a login that may not. Default: `DATABASE_URL`.',
  ),
  APP_URL: optional(httpUrl).describe(
    'The address people open. Default: as the visitor addressed us; then mails to others name no address, and invitations are handed over by whoever invites.',
  ),
  TRUSTED_PROXIES: optional(trustedProxies).describe(
    'Proxies that are believed about address, host and scheme of a visitor, as addresses or networks: `10.0.0.2, 172.30.77.0/24`. Default: those on this machine, about address and scheme.',
  ),
  MAILBOX_URL: optional(httpUrl).describe(
    'Where mails of the application are dropped instead of sent; set by the embedded server.',
  ),
  DATA_DISK: optional(z.string()).describe(
    'A folder on the disk that the data lie on, so that people are told when it is full; set by `npm start`.',
  ),
  SMTP_URL: optional(
    z.url({
      protocol: /^smtps?$/,
      error: 'must be an address such as smtps://user:password@mail.example.com',
    }),
  ).describe(
    'Mail server for letters to tenants, invitations and contact messages, and for the mails of the embedded sign-in server.',
  ),
  SMTP_FROM: optional(z.string()).describe('Sender of those mails, e.g. `Hausbuch <hausbuch@example.com>`.'),
  PORT: optional(z.coerce.number().int().min(1).max(65_535)).describe('Port of the app. Default: 3000.'),
  JOBS_SECRET: optional(z.string().min(16, 'must have at least 16 characters')).describe(
    'Allows `POST /api/jobs/run` with `Authorization: Bearer …`, for places without a worker. At least 16 characters.',
  ),
  LANGUAGE_HOSTS: optional(languageHosts).describe(
    'The language a host speaks to who has not chosen one: `hausbuch.de=de, hausbuch.com=en`.',
  ),
  ROOT_REDIRECT: optional(rootRedirect).describe('Where `/` leads, e.g. `/dashboard`.'),
  REDIRECTS: optional(redirects).describe(
    'Paths that lead elsewhere: `/old=/new, /forum=https://forum.example`.',
  ),
  ICON_HOSTS: optional(iconHosts).describe(
    'Iconify services to ask for the signs of sign-in providers, in this order, instead of this server: `https://api.iconify.design`.',
  ),
  CALLS_PER_MINUTE: optional(z.coerce.number().int().min(0)).describe(
    'Procedure calls a person, or an address that is not signed in, may make in a minute; `0`: no limit. Default: 1200.',
  ),
  LEGAL_FIGURES: optional(z.enum(['asked', 'auto', 'off'])).describe(
    'When the Bundesbank is asked for base rates and the price index. `asked`: when an owner or `npm run figures` does; `auto`: also once a week by itself; `off`: never by the app. Default: `asked`.',
  ),
  LEGAL_FIGURES_URL: optional(httpUrl).describe(
    'Another place that speaks its interface, such as a mirror. Default: `https://api.statistiken.bundesbank.de/rest`.',
  ),
  HAUSBUCH_JOBS: optional(z.enum(['on', 'off'])).describe('`off`: this process runs no jobs. Default: `on`.'),
  LOG_LEVEL: optional(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])).describe(
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. Default: `info`.',
  ),
});

export type LegalFigures = { mode: 'asked' | 'auto' | 'off'; url: string };

/** Whether and where published figures are asked for; readable without the other settings. */
export function legalFigures(source: Record<string, string | undefined> = process.env): LegalFigures {
  const { LEGAL_FIGURES: mode, LEGAL_FIGURES_URL: url } = settings.shape;
  return {
    mode: mode.parse(source.LEGAL_FIGURES) ?? 'asked',
    url: url.parse(source.LEGAL_FIGURES_URL) ?? 'https://api.statistiken.bundesbank.de/rest',
  };
}

export type Env = {
  isProduction: boolean;
  /** Where this server reaches Supabase. */
  supabaseUrl: string;
  /** Where browsers and mails reach Supabase; also the issuer of its tokens. */
  supabasePublicUrl: string;
  supabasePublishableKey: string;
  supabaseSecretKey: string;
  databaseUrl: string;
  /** A session connection (migrations, LISTEN) where a pooler stands in between. */
  databaseDirectUrl: string;
  /** The address people open, when a proxy hides it from us. */
  appUrl: string | undefined;
  /** Who is believed about a visitor; undefined: see `dropUntrusted`. */
  trustedProxies: BlockList | undefined;
  /** Where the embedded server takes the app's mails; set by `npm start`. */
  mailboxUrl: string | undefined;
  smtp: Smtp | undefined;
  jobsSecret: string | undefined;
  runsJobs: boolean;
  /** Procedure calls a person, or an address that is not signed in, may make; 0: no limit. */
  callsPerMinute: number;
  /** Whether and where published figures are asked for. */
  legalFigures: LegalFigures;
  siteRules: SiteRules;
  /** Icon services asked instead of our own endpoint; usually none. */
  iconHosts: readonly string[];
};

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the settings of a running installation.
 * @throws SettingsError naming every setting that is missing or wrong, never its value.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = settings.safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const isMissing = blankIsUnset(source[name]) === undefined;
      return `  ${name} ${isMissing ? 'is missing' : issue.message}`;
    });
    throw new SettingsError(
      `Hausbuch cannot start with these settings:\n${[...new Set(lines)].join('\n')}\n` +
        'Set them in the environment or in .env (see .env.example), ' +
        'or set none of them and run `npm start`, which brings its own database and sign-in server.',
    );
  }
  const value = parsed.data;
  const refused = keyProblems(
    {
      publishableKey: value.SUPABASE_PUBLISHABLE_KEY,
      secretKey: value.SUPABASE_SECRET_KEY,
      isProduction: value.NODE_ENV === 'production',
    },
    source,
  );
  if (refused.length > 0) {
    throw new SettingsError(
      `Hausbuch does not start with these keys:\n${refused.map((line) => `  ${line}`).join('\n')}`,
    );
  }
  return {
    isProduction: value.NODE_ENV === 'production',
    supabaseUrl: value.SUPABASE_URL,
    supabasePublicUrl: value.SUPABASE_PUBLIC_URL ?? value.SUPABASE_URL,
    supabasePublishableKey: value.SUPABASE_PUBLISHABLE_KEY,
    supabaseSecretKey: value.SUPABASE_SECRET_KEY,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? value.DATABASE_URL,
    appUrl: value.APP_URL,
    trustedProxies: value.TRUSTED_PROXIES,
    mailboxUrl: value.MAILBOX_URL,
    smtp: smtpSettings(source),
    jobsSecret: value.JOBS_SECRET,
    runsJobs: value.HAUSBUCH_JOBS !== 'off',
    legalFigures: legalFigures(source),
    siteRules: {
      languageHosts: value.LANGUAGE_HOSTS ?? new Map(),
      rootRedirect: value.ROOT_REDIRECT,
      redirects: value.REDIRECTS ?? new Map(),
    },
    iconHosts: value.ICON_HOSTS ?? [],
    callsPerMinute: value.CALLS_PER_MINUTE ?? 1_200,
  };
}

let parsedEnv: Env | undefined;

/** The settings, read at the first call: `next build` must pass without any of them. */
export function env(): Env {
  parsedEnv ??= parseEnv(process.env);
  return parsedEnv;
}

/** What entries into the database are sealed with: readable without the others, for processes that only work on it. */
export function sealSecret(): string {
  const secret = process.env.SUPABASE_SECRET_KEY;
  if (!secret)
    throw new SettingsError('SUPABASE_SECRET_KEY is missing: nothing enters the database without it.');
  return secret;
}

/** `npm run dev`. Written so that the bundler drops from the built product what asks for it. */
export const isDeveloping = (): boolean => process.env.NODE_ENV === 'development';

/** Where a developer reads what is printed, tests included: what people have typed never gets into a product's log. */
export const isWatched = (): boolean => isDeveloping() || process.env.NODE_ENV === 'test';

/** Whether statements are printed with their values. */
export const showsStatements = (): boolean => isWatched() && process.env.SQL === '1';

/** Readable before the other settings are known to be complete: a start that fails must be able to log. */
export function logLevel(): string {
  const level = settings.shape.LOG_LEVEL.safeParse(process.env.LOG_LEVEL);
  return (level.success ? level.data : undefined) ?? (process.env.NODE_ENV === 'test' ? 'silent' : 'info');
}

/** A folder on the disk that data lie on, where that is known; readable without the others, as errors come at any time. */
export const dataDisk = (): string | undefined =>
  settings.shape.DATA_DISK.safeParse(process.env.DATA_DISK).data;

/** Readable without the others. */
const separateSettings = z.object({
  DOCUMENT_QUOTA_MB: optional(z.coerce.number().int().min(1))
    .catch(undefined)
    .describe(
      'What the files of one portfolio may take, in megabytes. At Supabase’s storage each open upload counts as 50 MiB, so at least 53 there. Default: 5000.',
    ),
  PORTFOLIOS_PER_PERSON: optional(z.coerce.number().int().min(1))
    .catch(undefined)
    .describe(
      'How many portfolios one person may own, demos not counted; each has its own space for files. Default: 50.',
    ),
  CONTACT_MONTHS: optional(z.coerce.number().int().min(1).max(120))
    .catch(undefined)
    .describe('How long messages of the contact form are kept, in months. Default: 12.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl)
    .catch(undefined)
    .describe(
      'A collector of OpenTelemetry (OTLP over HTTP) to send traces to, e.g. `http://localhost:4318`.',
    ),
  OTEL_SERVICE_NAME: optional(z.string()).describe('Our name in those traces. Default: `hausbuch`.'),
  OPERATOR_NAME: optional(z.string()).describe('Who runs this installation: imprint, privacy, contact.'),
  OPERATOR_ADDRESS: optional(z.string()).describe('Postal address, lines separated by `;`.'),
  OPERATOR_EMAIL: optional(z.string()).describe(
    'Address for contact; messages of the contact form go there.',
  ),
  OPERATOR_PHONE: optional(z.string()).describe('Telephone number for contact.'),
  OPERATOR_REGISTER: optional(z.string()).describe('Register court and number.'),
  OPERATOR_VAT_ID: optional(z.string()).describe('VAT identification number.'),
});

export type SettingNote = { name: string; isRequired: boolean; description: string };

/** Every setting of a running app with what it is for; `docs/settings.md` is made of it. */
export function listSettings(): SettingNote[] {
  const all = { ...settings.shape, ...separateSettings.shape };
  return Object.entries(all).flatMap(([name, schema]) =>
    schema.description === undefined
      ? []
      : [{ name, isRequired: !schema.safeParse(undefined).success, description: schema.description }],
  );
}

export type Smtp = { url: string; from: string };

/** The mail server of this installation, where one is set; readable without the other settings. */
export function smtpSettings(source: Record<string, string | undefined> = process.env): Smtp | undefined {
  const { SMTP_URL, SMTP_FROM } = settings.pick({ SMTP_URL: true, SMTP_FROM: true }).parse(source);
  return SMTP_URL
    ? { url: SMTP_URL, from: SMTP_FROM ?? `Hausbuch <no-reply@${new URL(SMTP_URL).hostname}>` }
    : undefined;
}

/** What the files of one portfolio may take: `DOCUMENT_QUOTA_MB`, else 5 GB. */
export function documentQuotaBytes(source: Record<string, string | undefined> = process.env): number {
  return (separateSettings.shape.DOCUMENT_QUOTA_MB.parse(source.DOCUMENT_QUOTA_MB) ?? 5_000) * 1_000_000;
}

/** How many portfolios one person may own: `PORTFOLIOS_PER_PERSON`, else 50. */
export function portfoliosPerPerson(source: Record<string, string | undefined> = process.env): number {
  return separateSettings.shape.PORTFOLIOS_PER_PERSON.parse(source.PORTFOLIOS_PER_PERSON) ?? 50;
}

/** How long messages of the contact form are kept: `CONTACT_MONTHS`, else a year. */
export function contactMonths(source: Record<string, string | undefined> = process.env): number {
  return separateSettings.shape.CONTACT_MONTHS.parse(source.CONTACT_MONTHS) ?? 12;
}

/** Our name in traces; null where nobody collects any. */
export function traceName(source: Record<string, string | undefined> = process.env): string | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name } = separateSettings.shape;
  if (endpoint.parse(source.OTEL_EXPORTER_OTLP_ENDPOINT) === undefined) return null;
  return name.parse(source.OTEL_SERVICE_NAME) ?? 'hausbuch';
}

export type Operator = {
  name: string | undefined;
  /** Lines of the postal address. */
  address: string[];
  email: string | undefined;
  phone: string | undefined;
  /** Register court and number, e.g. `Amtsgericht Köln, HRB 12345`. */
  register: string | undefined;
  vatId: string | undefined;
};

/** Who runs this installation, for imprint, privacy and contact; readable without the other settings. */
export function operator(source: Record<string, string | undefined> = process.env): Operator {
  const text = (name: string) => source[name]?.trim() || undefined;
  const address = text('OPERATOR_ADDRESS') ?? '';
  return {
    name: text('OPERATOR_NAME'),
    address: address.split(/\s*(?:\n|\\n|;)\s*/).filter((line) => line !== ''),
    email: text('OPERATOR_EMAIL'),
    phone: text('OPERATOR_PHONE'),
    register: text('OPERATOR_REGISTER'),
    vatId: text('OPERATOR_VAT_ID'),
  };
}
