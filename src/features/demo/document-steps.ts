import 'server-only';
import { z } from 'zod';
import type { InTransaction } from '@/db/scope';
import { Helpers } from '@/lib/server/helper-process';
import { Turnstile } from '@/lib/server/turnstile';
import type { FileStorage } from '@/storage/file-storage';
import { findBareDemo, insertDocuments } from './commands';
import type { makeDocuments } from './commands/documents';
import type { addDocumentsInput } from './schema';

const program = { source: 'src/features/demo/paper-process.ts', memoryMb: 512 };
/** Of one person one at a time and one in line: two windows that ask at once. */
const places = { atOnce: 2, atOncePerKey: 1, waiting: 20, perKey: 2 };
const limits = { timeLimitMs: 60_000, idleMs: 1_000, waiting: 2, perPerson: 2, perPersonAtOnce: 1 };
const made = z.custom<Awaited<ReturnType<typeof makeDocuments>>>();

// One per process, also where Next has several bundles of this file.
const shared = globalThis as { hausbuchDemoPapers?: { turnstile: Turnstile; helpers: Helpers } };

/**
 * Makes the papers of a demo portfolio, in a process beside this one, and brings them to storage, then the rows that name
 * them; asking again adds nothing. Should the second fail, the comparison of rows and files removes what the first has brought.
 * @throws DomainError `rate_limited` for a person who asks without end, `unavailable` where too many wait
 */
export async function addDocuments(
  inTransaction: InTransaction,
  storage: FileStorage,
  { userId, ...input }: z.output<typeof addDocumentsInput> & { userId: string },
): Promise<{ count: number }> {
  shared.hausbuchDemoPapers ??= { turnstile: new Turnstile(places), helpers: new Helpers(program, limits) };
  const { turnstile, helpers } = shared.hausbuchDemoPapers;
  return turnstile.pass(userId, async () => {
    const bare = await inTransaction((tx, scope) => findBareDemo(tx, scope, input));
    if (!bare) return { count: 0 };
    const { rows, files } = made.parse(await helpers.ask([bare.rows, bare.of], userId));
    for (const { path, bytes, mediaType } of files) await storage.store(path, bytes, mediaType);
    return { count: await inTransaction((tx, scope) => insertDocuments(tx, scope, rows)) };
  });
}
