import { startPostgres } from '@hausbuch/supabase-embedded/postgres';
import { removeKilledCopies } from './data-copy.ts';

/**
 * Waits beside a backup until that says that it is over. If it was killed instead, our input is closed all the same:
 * then its copy is removed, and the database server where nobody else uses it.
 */
const [dataDir = ''] = process.argv.slice(2);
let isOver = false;
process.stdin.once('data', () => {
  isOver = true;
});
process.stdin.once('close', async () => {
  if (isOver) return;
  await removeKilledCopies(dataDir);
  await (await startPostgres({ dataDir })).stop();
});
