import { provisionDatabase, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import postgres from 'postgres';
import { databaseName } from '../../scripts/surroundings.ts';
import { readElsewhere } from './elsewhere.ts';

/** Puts every sign-in of an account two days back: nobody waits that long for a test. */
export async function ageSessions(dataDir: string, email: string): Promise<void> {
  const given = readElsewhere()?.databaseUrl;
  const server = given ? undefined : await startPostgres({ dataDir });
  const own = server
    ? await provisionDatabase({ adminUrl: server.adminUrl, dataDir, database: databaseName })
    : undefined;
  const admin = postgres(given ?? own?.adminUrl ?? '', { max: 1 });
  try {
    await admin`update auth.sessions set created_at = created_at - interval '2 days'
      where user_id = (select id from auth.users where email = ${email})`;
  } finally {
    await admin.end();
    await server?.stop();
  }
}
