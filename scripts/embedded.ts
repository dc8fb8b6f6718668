import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { provisionDatabase, type RunningPostgres, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { migrateDatabase } from '../src/db/migrate.ts';
import { restAfterRestore } from './data-restore.ts';
import { keepRunning, type Part } from './keep-running.ts';
import { mailboxWords } from './mailbox-words.ts';
import { atOwnPorts } from './ports.ts';
import { step } from './progress.ts';
import { startSignIn } from './sign-in-server.ts';
import { databaseName, root, type Settings } from './surroundings.ts';
import { readSwitch } from './switch.ts';

export interface EmbeddedOptions {
  dataDir: string;
  /** Where people open the app; mails link there. */
  siteUrl: string;
  onStarted: (name: string, stop: () => Promise<void>) => void;
}

const lookEveryMs = 500;

/** The database server; again at the port of the one before, which everybody knows. */
async function startDatabase(
  dataDir: string,
  before: { server: RunningPostgres } | null,
): Promise<Part & { server: RunningPostgres }> {
  // Gives back what the one that is gone had signed for.
  await before?.server.stop();
  const server = await startPostgres({ dataDir, port: before?.server.port });
  let forget = () => {};
  const left = new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (!server.isAlive()) forget();
    }, lookEveryMs);
    forget = () => {
      clearInterval(look);
      resolve();
    };
  });
  return {
    server,
    left,
    async stop() {
      await server.stop();
      forget();
    },
  };
}

/** Database, auth and storage of an installation that brings its own: started, migrated, and as settings for the app. */
export async function startEmbedded(
  options: EmbeddedOptions,
): Promise<{ settings: Settings; mailboxUrl: string; adminUrl: string; migrate: () => Promise<void> }> {
  const { dataDir } = options;
  const closesSignUp = readSwitch('DISABLE_SIGNUP');
  const database = await step('Starting the database', () =>
    keepRunning('The database', (before: Awaited<ReturnType<typeof startDatabase>> | null) =>
      startDatabase(dataDir, before),
    ),
  );
  options.onStarted('The database', database.stop);
  const { adminUrl, appLogin } = await provisionDatabase({
    adminUrl: database.first.server.adminUrl,
    dataDir,
    database: databaseName,
  });

  // Who is served from elsewhere reaches it through the app: there is one port to open.
  const publicUrlAt = (port: number) =>
    process.env.SUPABASE_PUBLIC_URL ||
    (process.env.HAUSBUCH_HOST ? options.siteUrl : `http://localhost:${port}`);
  const signInOptions = {
    databaseUrl: adminUrl,
    dataDir,
    host: '127.0.0.1',
    // The link that was printed holds as long as we run.
    mailboxToken: randomBytes(18).toString('base64url'),
    siteUrl: options.siteUrl,
    closesSignUp,
    configPath: process.env.SUPABASE_CONFIG || path.join(root, 'supabase', 'config.toml'),
    senderName: 'Hausbuch',
    mailboxWords: mailboxWords(),
  };
  const startAt = async (at: { port: number; mailboxPort: number }) => ({
    ...(await startSignIn({ ...signInOptions, ...at, publicUrl: publicUrlAt(at.port) })),
    at,
  });
  const signIn = await step('Starting sign-in and storage', () =>
    keepRunning('Sign-in and storage', (before: Awaited<ReturnType<typeof startAt>> | null) =>
      before
        ? startAt(before.at)
        : atOwnPorts(dataDir, { supabase: 54321, mailbox: 54324 }, ({ supabase, mailbox }) =>
            startAt({ port: supabase, mailboxPort: mailbox }),
          ),
    ),
  );
  options.onStarted('Sign-in and storage', signIn.stop);
  const supabase = signIn.first;
  const login = { ...appLogin, isOurs: true };
  const migrate = () => migrateDatabase({ adminUrl, login, supabaseSecretKey: supabase.secretKey });
  await step('Bringing the database up to date', migrate);
  await restAfterRestore(dataDir, adminUrl);

  const appUrl = new URL(adminUrl);
  appUrl.username = appLogin.name;
  appUrl.password = appLogin.password;
  return {
    settings: {
      DATABASE_URL: appUrl.toString(),
      DATABASE_DIRECT_URL: '',
      SUPABASE_URL: supabase.url,
      SUPABASE_PUBLIC_URL: publicUrlAt(supabase.at.port),
      SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
      SUPABASE_SECRET_KEY: supabase.secretKey,
      APP_URL: options.siteUrl,
      DATA_DISK: path.resolve(dataDir),
      MAILBOX_URL: `${supabase.url}/mailbox/v1/messages`,
    },
    mailboxUrl: supabase.mailboxUrl,
    adminUrl,
    migrate,
  };
}
