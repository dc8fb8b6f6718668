import 'server-only';
import { eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { profile } from '@/db/schema';

/** What the user chose for themselves; null everywhere means: as the language has it. */
export async function getProfile(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      displayName: profile.displayName,
      language: profile.language,
      dateFormat: profile.dateFormat,
      numberFormat: profile.numberFormat,
      requiresSecondFactor: profile.requiresSecondFactor,
      setupDismissedAt: profile.setupDismissedAt,
    })
    .from(profile)
    .where(eq(profile.userId, userId));
  return (
    row ?? {
      displayName: '',
      language: null,
      dateFormat: null,
      numberFormat: null,
      requiresSecondFactor: false,
      setupDismissedAt: null,
    }
  );
}
