import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';

/** The part of `supabase/config.toml` this server obeys, with the defaults of the Supabase CLI. Unknown keys are left alone. */

const durationMs = z.string().transform((text, context) => {
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) {
    context.addIssue({ code: 'custom', message: `"${text}" is not a duration like "10s" or "24h"` });
    return z.NEVER;
  }
  return parts.reduce((sum, part) => sum + Number(part[1]) * (units[part[2] ?? ''] ?? 0), 0);
});

const byteSize = z.union([z.number(), z.string()]).transform((size, context) => {
  if (typeof size === 'number') return size;
  const match = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|kib|mib|gib)?$/i.exec(size.trim());
  const factors: Record<string, number> = {
    b: 1,
    kb: 1e3,
    mb: 1e6,
    gb: 1e9,
    kib: 1024,
    mib: 1024 ** 2,
    gib: 1024 ** 3,
  };
  const factor = factors[(match?.[2] ?? 'b').toLowerCase()];
  if (!match || !factor) {
    context.addIssue({ code: 'custom', message: `"${size}" is not a size like "50MiB"` });
    return z.NEVER;
  }
  return Math.floor(Number(match[1]) * factor);
});

const mailTemplate = z.object({
  subject: z.string().optional(),
  content_path: z.string().optional(),
  content: z.string().optional(),
});

/** `{{ .Code }}` stands for the digits. */
const smsTemplate = z.string().default('Your code is {{ .Code }}');

/** A provider of sign-in that speaks OpenID Connect; `url` is its issuer where the name alone does not tell. */
const provider = z.object({
  enabled: z.boolean().default(false),
  client_id: z.string().default(''),
  secret: z.string().default(''),
  url: z.string().default(''),
  redirect_uri: z.string().default(''),
  skip_nonce_check: z.boolean().default(false),
  email_optional: z.boolean().default(false),
});

const hook = z.object({
  enabled: z.boolean().default(false),
  uri: z.string().default(''),
  secrets: z.string().default(''),
});

const notification = z.object({
  enabled: z.boolean().default(false),
  subject: z.string().optional(),
  content_path: z.string().optional(),
  content: z.string().optional(),
});

const section = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).prefault({} as never);

const passwordRequirements = z.enum([
  '',
  'letters_digits',
  'lower_upper_letters_digits',
  'lower_upper_letters_digits_symbols',
]);

const fileSchema = z.object({
  storage: section({
    file_size_limit: byteSize.prefault('50MiB'),
    buckets: z
      .record(
        z.string(),
        z.object({
          public: z.boolean().default(false),
          file_size_limit: byteSize.optional(),
          allowed_mime_types: z.array(z.string()).optional(),
        }),
      )
      .default({}),
  }),
  auth: section({
    site_url: z.url().default('http://127.0.0.1:3000'),
    additional_redirect_urls: z.array(z.string()).default([]),
    jwt_expiry: z.int().positive().max(604_800).default(3600),
    jwt_issuer: z.string().optional(),
    signing_keys_path: z.string().optional(),
    enable_refresh_token_rotation: z.boolean().default(true),
    refresh_token_reuse_interval: z.int().nonnegative().default(10),
    enable_signup: z.boolean().default(true),
    enable_anonymous_sign_ins: z.boolean().default(false),
    enable_manual_linking: z.boolean().default(false),
    minimum_password_length: z.int().min(6).max(72).default(6),
    password_requirements: passwordRequirements.default(''),
    rate_limit: section({
      email_sent: z.int().positive().default(2),
      sms_sent: z.int().positive().default(30),
      anonymous_users: z.int().positive().default(30),
      token_refresh: z.int().positive().default(150),
      sign_in_sign_ups: z.int().positive().default(30),
      token_verifications: z.int().positive().default(30),
    }),
    email: section({
      enable_signup: z.boolean().default(true),
      enable_confirmations: z.boolean().default(false),
      double_confirm_changes: z.boolean().default(true),
      secure_password_change: z.boolean().default(false),
      require_current_password: z.boolean().default(false),
      max_frequency: durationMs.prefault('1s'),
      otp_length: z.int().min(6).max(10).default(6),
      otp_expiry: z.int().positive().default(3600),
      smtp: z
        .object({
          enabled: z.boolean().default(true),
          host: z.string(),
          port: z.int(),
          user: z.string().default(''),
          pass: z.string().default(''),
          admin_email: z.string(),
          sender_name: z.string().default(''),
        })
        .optional(),
      template: section({
        confirmation: mailTemplate.optional(),
        recovery: mailTemplate.optional(),
        magic_link: mailTemplate.optional(),
        email_change: mailTemplate.optional(),
        reauthentication: mailTemplate.optional(),
        invite: mailTemplate.optional(),
      }),
      notification: section({
        password_changed: notification.optional(),
        email_changed: notification.optional(),
        phone_changed: notification.optional(),
        identity_linked: notification.optional(),
        identity_unlinked: notification.optional(),
        mfa_factor_enrolled: notification.optional(),
        mfa_factor_unenrolled: notification.optional(),
      }),
    }),
    sms: section({
      enable_signup: z.boolean().default(false),
      enable_confirmations: z.boolean().default(false),
      template: smsTemplate,
      max_frequency: durationMs.prefault('5s'),
      test_otp: z.record(z.string(), z.string()).default({}),
    }),
    sessions: section({
      timebox: durationMs.optional(),
      inactivity_timeout: durationMs.optional(),
    }),
    mfa: section({
      max_enrolled_factors: z.int().nonnegative().default(10),
      totp: section({
        enroll_enabled: z.boolean().default(false),
        verify_enabled: z.boolean().default(false),
      }),
      phone: section({
        enroll_enabled: z.boolean().default(false),
        verify_enabled: z.boolean().default(false),
        otp_length: z.int().min(6).max(10).default(6),
        template: smsTemplate,
        max_frequency: durationMs.prefault('5s'),
      }),
    }),
    external: z.record(z.string(), provider).default({}),
    hook: z.record(z.string(), hook).default({}),
  }),
});

export type MailKind =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'email_change'
  | 'reauthentication'
  | 'invite';

/** Tells the owner of an account what was changed in it. */
export const notificationKinds = [
  'password_changed',
  'email_changed',
  'phone_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export type ProviderConfig = z.infer<typeof provider>;

export interface Config extends z.infer<typeof fileSchema> {
  /** Folder of config.toml: paths of keys are relative to it. */
  folder: string;
}

const environmentReference = /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/;

function substituteEnvironment(value: unknown, environment: NodeJS.ProcessEnv): unknown {
  if (typeof value === 'string') {
    const name = environmentReference.exec(value)?.[1];
    return name === undefined ? value : (environment[name] ?? '');
  }
  if (Array.isArray(value)) return value.map((item) => substituteEnvironment(item, environment));
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, substituteEnvironment(item, environment)]),
    );
  }
  return value;
}

export function parseConfig(
  text: string,
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const result = fileSchema.safeParse(substituteEnvironment(parse(text), environment));
  if (!result.success) {
    throw new Error(`supabase/config.toml: ${z.prettifyError(result.error)}`);
  }
  return { ...result.data, folder };
}

/** Without a file: the defaults. */
export function readConfig(path: string | undefined): Config {
  if (path === undefined) return parseConfig('', process.cwd());
  return parseConfig(readFileSync(path, 'utf8'), dirname(resolve(path)));
}

/** Finds a template as the Supabase CLI does (relative to the project's root), else beside config.toml. */
export function readTemplate(config: Config, contentPath: string): string {
  const candidates = [resolve(dirname(config.folder), contentPath), resolve(config.folder, contentPath)];
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined)
    throw new Error(`config.toml names a mail template that is missing: ${contentPath}`);
  return readFileSync(path, 'utf8');
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

/** Each entry is a set of characters of which a password must hold at least one. */
export const requiredCharacters: Record<z.infer<typeof passwordRequirements>, string[]> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
};
