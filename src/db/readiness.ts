import 'server-only';
import { findDatabaseFault } from '@/lib/server/database-errors';
import { database } from './client';
import { enterDirectory } from './scope';
import { withTimeFor } from './time-limits';

/** Whether the database answers, and whether it has our schema. */
export async function checkDatabase(): Promise<{ isReachable: boolean; isMigrated: boolean }> {
  try {
    await withTimeFor('read', () => enterDirectory(database(), async () => {}));
    return { isReachable: true, isMigrated: true };
  } catch (error) {
    // Undefined schema, function or table: the server is there, the migrations are not.
    const state = findDatabaseFault(error)?.state ?? '';
    return { isReachable: ['3F000', '42883', '42P01', '42501', '22023'].includes(state), isMigrated: false };
  }
}
