import { provisionDatabase, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import postgres from 'postgres';
import { databaseName } from '../../scripts/surroundings.ts';
import { readElsewhere } from './elsewhere.ts';

/** Puts every sign-in of an account two days back: nobody waits that long for a test. */
export const ageSessions = (dataDir: string, email: string): Promise<void> =>
  asOwner(dataDir, async (admin) => {
    await admin`update auth.sessions set created_at = created_at - interval '2 days'
      where user_id = (select id from auth.users where email = ${email})`;
  });

/** Leaves the reminders of one landlord as `hausbuch.rest_after_restore` leaves everybody's. */
export const restReminders = (dataDir: string, email: string): Promise<void> =>
  asOwner(dataDir, async (admin) => {
    await admin`update hausbuch.reminder_rule
      set rested_up_to = by_itself_up_to, by_itself_up_to = null, version = version + 1
      where by_itself_by = (select id from auth.users where email = ${email})`;
  });

/** Puts the last day of a landlord's rooms for receipts on the day before yesterday. */
export const endRooms = (dataDir: string, portfolioId: string): Promise<void> =>
  asOwner(dataDir, async (admin) => {
    await admin`update hausbuch.receipt_room set ends_on = current_date - 2 where portfolio_id = ${portfolioId}`;
  });

async function asOwner(dataDir: string, work: (admin: postgres.Sql) => Promise<void>): Promise<void> {
  const given = readElsewhere()?.databaseUrl;
  const server = given ? undefined : await startPostgres({ dataDir });
  const own = server
    ? await provisionDatabase({ adminUrl: server.adminUrl, dataDir, database: databaseName })
    : undefined;
  const admin = postgres(given ?? own?.adminUrl ?? '', { max: 1 });
  try {
    await work(admin);
  } finally {
    await admin.end();
    await server?.stop();
  }
}
