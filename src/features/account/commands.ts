import 'server-only';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { profile } from '@/db/schema';
import { getProfile } from './queries';
import type { updateProfileInput } from './schema';

type ProfileChange = Partial<z.output<typeof updateProfileInput>> & { setupDismissedAt?: Date | null };

/** A profile belongs to one person, so the last word counts; the row is made at the first one. */
async function saveProfile(tx: Tx, userId: string, change: ProfileChange) {
  await tx
    .insert(profile)
    .values({ userId, ...change })
    .onConflictDoUpdate({
      target: profile.userId,
      set: { ...change, version: sql`${profile.version} + 1`, updatedAt: sql`now()` },
    });
  return getProfile(tx, userId);
}

export const updateProfile = (tx: Tx, userId: string, input: z.output<typeof updateProfileInput>) =>
  saveProfile(tx, userId, input);

/** Leaves the set-up guide; it can be opened again at any time. */
export const dismissSetup = (tx: Tx, userId: string, now: Date) =>
  saveProfile(tx, userId, { setupDismissedAt: now });
