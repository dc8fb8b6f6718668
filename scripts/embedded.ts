import path from 'node:path';
import { startSupabase } from '@hausbuch/supabase-embedded';
import { provisionDatabase, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { migrateDatabase } from '../src/db/migrate.ts';
import { mailboxWords } from './mailbox-words.ts';
import { choosePorts } from './ports.ts';
import { step } from './progress.ts';
import { databaseName, root, type Settings } from './surroundings.ts';

export interface EmbeddedOptions {
  dataDir: string;
  /** Where people open the app; mails link there. */
  siteUrl: string;
  onStarted: (name: string, stop: () => Promise<void>) => void;
  /** Called when a part dies although nobody stopped it. */
  onLost: (name: string) => void;
}

/** Database, auth and storage of an installation that brings its own: started, migrated, and as settings for the app. */
export async function startEmbedded(
  options: EmbeddedOptions,
): Promise<{ settings: Settings; mailboxUrl: string; adminUrl: string; migrate: () => Promise<void> }> {
  const { dataDir } = options;
  const database = await step('Starting the database', () => startPostgres({ dataDir }));
  const watch = setInterval(() => {
    if (!database.isAlive()) options.onLost('The database');
  }, 1_000);
  options.onStarted('The database', async () => {
    clearInterval(watch);
    await database.stop();
  });
  const { adminUrl, appLogin } = await provisionDatabase({
    adminUrl: database.adminUrl,
    dataDir,
    database: databaseName,
  });

  const ports = await choosePorts(dataDir, { supabase: 54321, mailbox: 54324 });
  const publicUrl = process.env.SUPABASE_PUBLIC_URL || `http://localhost:${ports.supabase}`;
  const supabase = await step('Starting sign-in and storage', () =>
    startSupabase({
      databaseUrl: adminUrl,
      dataDir,
      host: '127.0.0.1',
      port: ports.supabase,
      mailboxPort: ports.mailbox,
      publicUrl,
      siteUrl: options.siteUrl,
      configPath: process.env.SUPABASE_CONFIG || path.join(root, 'supabase', 'config.toml'),
      senderName: 'Hausbuch',
      mailboxWords: mailboxWords(),
    }),
  );
  options.onStarted('Sign-in and storage', () => supabase.close());
  const migrate = () => migrateDatabase({ adminUrl, login: appLogin });
  await step('Bringing the database up to date', migrate);

  const appUrl = new URL(adminUrl);
  appUrl.username = appLogin.name;
  appUrl.password = appLogin.password;
  return {
    settings: {
      DATABASE_URL: appUrl.toString(),
      DATABASE_DIRECT_URL: '',
      SUPABASE_URL: supabase.url,
      SUPABASE_PUBLIC_URL: publicUrl,
      SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
      SUPABASE_SECRET_KEY: supabase.secretKey,
      APP_URL: options.siteUrl,
      MAILBOX_URL: `${supabase.url}/mailbox/v1/messages`,
    },
    mailboxUrl: supabase.mailboxUrl,
    adminUrl,
    migrate,
  };
}
