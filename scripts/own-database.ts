import { provisionDatabase, startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { databaseName } from './surroundings.ts';

/** The database of a data folder, as its owner: starting one that is running joins it. */
export async function openOwnDatabase(
  dataDir: string,
): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const server = await startPostgres({ dataDir });
  try {
    const { adminUrl } = await provisionDatabase({
      adminUrl: server.adminUrl,
      dataDir,
      database: databaseName,
    });
    return { adminUrl, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
