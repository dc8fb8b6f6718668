import 'server-only';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { profile } from '@/db/schema';
import { DomainError } from '@/lib/errors';
import { getProfile } from './queries';
import type { updateProfileInput } from './schema';

type ProfileChange = Partial<z.output<typeof updateProfileInput>> & { setupDismissedAt?: Date | null };

/** A profile belongs to one person, so the last word counts; the row is made at the first one. */
async function saveProfile(tx: Tx, userId: string, change: ProfileChange) {
  await tx
    .insert(profile)
    .values({ userId, ...exactly(profile, change) })
    .onConflictDoUpdate({
      target: profile.userId,
      set: { ...change, version: sql`${profile.version} + 1`, updatedAt: sql`excluded.updated_at` },
    });
  return getProfile(tx, userId);
}

export const updateProfile = (tx: Tx, userId: string, input: z.output<typeof updateProfileInput>) =>
  saveProfile(tx, userId, input);

/** Leaves the set-up guide; it can be opened again at any time. */
export const dismissSetup = (tx: Tx, userId: string, now: Date) =>
  saveProfile(tx, userId, { setupDismissedAt: now });

/** Ends one of the current user's own sessions; what it has open stops at its next call that matters. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  const [row] = await tx.execute<{ ended: boolean }>(
    sql`select hausbuch.end_own_session(${sessionId}::uuid) as ended`,
  );
  if (!row?.ended) throw new DomainError('not_found');
}
