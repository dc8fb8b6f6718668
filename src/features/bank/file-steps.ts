import 'server-only';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { HelperGone, Helpers } from '@/lib/server/helper-process';
import { RateLimit } from '@/lib/server/rate-limit';
import { type ReadFile, type ReadOrder, refusedFile } from './file-rules';

export const fileReader = { source: 'src/features/bank/file-process.ts', memoryMb: 512 };
// A file may take half a minute: who sends several leaves a place for others.
const limits = { timeLimitMs: 30_000, idleMs: 10_000, waiting: 40, perPerson: 4, perPersonAtOnce: 1 };
const read = z.custom<ReadFile>();
/** Lines are kept where no quota of files counts: of one person so much in an hour, some fifteen years of 500 leases. */
const brought = new RateLimit({ limit: 200_000_000, perMs: 3_600_000 });

// One per process, also where Next has several bundles of this file.
const shared = globalThis as { hausbuchFileReaders?: Helpers };

/**
 * Reads a file of a bank in a process beside this one, so that nobody else waits for it. One that takes longer than half a
 * minute, or more memory than the process has, is too large.
 * @param order first without what is said of its columns: that reading counts as bringing the file
 * @param userId whose place in line it takes
 * @throws DomainError `rate_limited` for a person who has too many in line or brought too much, `unavailable` where too many wait
 */
export async function readBesides(order: ReadOrder, userId: string): Promise<ReadFile> {
  shared.hausbuchFileReaders ??= new Helpers(fileReader, limits);
  try {
    const found = read.parse(await shared.hausbuchFileReaders.ask(order, userId));
    // How large it is shows unpacked alone. Read once more, its columns being known by then, it is the same file.
    const cost = order.said === null ? found.sizeBytes : 0;
    if (brought.take(userId, { cost }) > 0) throw new DomainError('rate_limited');
    return found;
  } catch (error) {
    if (error instanceof HelperGone) return refusedFile('too_large');
    throw error;
  }
}

/** Ends the processes, should they still wait for more. */
export const stopReading = (): void => shared.hausbuchFileReaders?.stop();
