import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { keepAddress } from './access.ts';
import type { AuthServer } from './auth/context.ts';
import { readSmsHook } from './auth/hooks.ts';
import { readProviders } from './auth/providers.ts';
import { authRoutes } from './auth/routes.ts';
import { accessTokenVerifier } from './auth/tokens.ts';
import { type Config, readConfig } from './config.ts';
import { connectAs, type Sql } from './database.ts';
import { answerError, apiVersionHeader } from './errors.ts';
import { followKeys, type Keys, loadKeys, roleOfAnyApiKey } from './keys.ts';
import { listen } from './listener.ts';
import { type Log, stderrLog } from './log.ts';
import { deliveryRoutes } from './mailbox/delivery.ts';
import { Mailer } from './mailbox/mailer.ts';
import type { MailboxWords } from './mailbox/page.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { RateLimiter } from './rate-limit.ts';
import { applySchema } from './schema.ts';
import { resumableHeaders } from './storage/resumable.ts';
import { storageRoutes } from './storage/routes.ts';
import { startUpkeep } from './upkeep.ts';

export interface SupabaseOptions {
  /** A superuser: the server creates roles, and then works as the owners of its schemas. */
  databaseUrl: string;
  /** Holds keys and files, below `supabase/`. */
  dataDir: string;
  host?: string;
  port: number;
  mailboxPort: number;
  /** Opens the mailbox; default: a new one each start. */
  mailboxToken?: string;
  /** Where clients reach this server; default: this machine at `port`. */
  publicUrl?: string;
  /** The application's address; default: `site_url` of config.toml. */
  siteUrl?: string;
  /** Nobody makes an account any more, whatever config.toml says. */
  closesSignUp?: boolean;
  /** config.toml; without it everything is as the Supabase CLI has it by default. */
  configPath?: string;
  /** Whom mails come from where SMTP_FROM and config.toml name nobody; default `Supabase`. */
  senderName?: string;
  /** What the mailbox says, by language; the first is for everybody else. Default: English. */
  mailboxWords?: Readonly<Record<string, MailboxWords>>;
  log?: Log;
}

export interface RunningSupabase {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** With the token that opens it. */
  mailboxUrl: string;
  close(): Promise<void>;
}

async function ensureBuckets(sql: Sql, config: Config): Promise<void> {
  for (const [id, bucket] of Object.entries(config.storage.buckets)) {
    await sql`insert into storage.buckets ${sql({
      id,
      name: id,
      public: bucket.public,
      file_size_limit: bucket.file_size_limit ?? null,
      allowed_mime_types: bucket.allowed_mime_types ?? null,
    })} on conflict (id) do update set public = excluded.public, updated_at = now(),
      file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types`;
  }
}

/** Who a key or a user's token stands for, for storage and its policies. */
function tokenReader(keys: Keys): (token: string) => Promise<{ role: string; claims: object }> {
  const verify = accessTokenVerifier(keys);
  return async (token) => {
    const role = await roleOfAnyApiKey(keys, token);
    if (role) return { role, claims: { role } };
    const claims = await verify(token);
    return { role: typeof claims.role === 'string' ? claims.role : '', claims };
  };
}

function compose(auth: AuthServer, storageSql: Sql, filesDir: string): Hono {
  const app = new Hono();
  // For whatever has no form of its own.
  app.onError((error, c) => answerError(c, error, auth.log));
  // Nothing here goes by cookies: a page of another origin can do no more than its key and token allow.
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      exposeHeaders: [
        apiVersionHeader,
        'x-sb-error-code',
        'x-total-count',
        'link',
        'content-range',
        'content-disposition',
        'etag',
        'retry-after',
        ...resumableHeaders,
      ],
      maxAge: 3600,
    }),
  );
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('X-Content-Type-Options', 'nosniff');
  });
  app.route('/auth/v1', authRoutes(auth));
  app.route(
    '/storage/v1',
    storageRoutes({
      sql: storageSql,
      filesDir,
      verifyToken: tokenReader(auth.keys),
      urlSigningKey: auth.keys.urlSigningKey,
      fileSizeLimit: auth.config.storage.file_size_limit,
      log: auth.log,
    }),
  );
  app.route('/mailbox/v1', deliveryRoutes(auth));
  app.notFound((c) => c.json({ message: 'no Route matched with those values' }, 404));
  return app;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** Starts auth, storage and the mailbox. */
export async function startSupabase(options: SupabaseOptions): Promise<RunningSupabase> {
  const { databaseUrl, dataDir, host = '127.0.0.1', log = stderrLog } = options;
  const config = readConfig(options.configPath);
  if (options.closesSignUp) config.auth.enable_signup = false;
  const smsHook = readSmsHook(config);
  const providers = readProviders(config);
  const keys = await loadKeys(dataDir, config);
  const mailer = new Mailer(config, log, options.senderName);
  await applySchema(databaseUrl);
  const closing: (() => Promise<void> | void)[] = [() => mailer.close()];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const authSql = await connectAs(databaseUrl, 'supabase_auth_admin', 10);
    closing.push(() => authSql.end({ timeout: 5 }));
    const storageSql = await connectAs(databaseUrl, 'supabase_storage_admin', 6);
    closing.push(() => storageSql.end({ timeout: 5 }));
    await ensureBuckets(storageSql, config);
    const filesDir = join(dataDir, 'supabase', 'files');
    mkdirSync(filesDir, { recursive: true, mode: 0o700 });

    // Addresses name the port, which is known only once it is open when it is left to the system (port 0).
    let app: Hono | undefined;
    const main = await listen(
      (...request) => app?.fetch(...request) ?? new Response(null, { status: 503 }),
      host,
      options.port,
    );
    closing.push(() => main.close());
    // Every account's links and codes are in it: never beyond this machine, and a link of an earlier start is void.
    const { mailboxToken = randomBytes(18).toString('base64url') } = options;
    const mailbox = await listen(
      mailboxRoutes(authSql, mailboxToken, log, options.mailboxWords).fetch,
      '127.0.0.1',
      options.mailboxPort,
    );
    closing.push(() => mailbox.close());
    const upkeep = startUpkeep(authSql, config, log);
    closing.push(() => upkeep.stop());
    const following = followKeys(keys, dataDir, config, log);
    closing.push(() => following.stop());

    const url = `http://localhost:${main.port}`;
    const publicUrl = withoutSlash(options.publicUrl ?? url);
    const siteUrl = withoutSlash(options.siteUrl ?? config.auth.site_url);
    const auth = {
      sql: authSql,
      config,
      keys,
      mailer,
      smsHook,
      providers,
      limiter: new RateLimiter(),
      log,
      publicUrl,
      siteUrl,
    };
    app = compose(auth, storageSql, filesDir);
    keepAddress(dataDir, publicUrl);
    return {
      url,
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      mailboxUrl: `http://localhost:${mailbox.port}/?token=${mailboxToken}`,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
