import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '@/db/client';
import { profile } from '@/db/schema';
import { enterRequest } from '@/db/scope';

/** What the user chose for themselves; null everywhere means: as the language has it. */
export async function getProfile(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      displayName: profile.displayName,
      language: profile.language,
      dateFormat: profile.dateFormat,
      numberFormat: profile.numberFormat,
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
      setupDismissedAt: null,
    }
  );
}

type SessionRow = {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  address: string | null;
};

/** Where the current user is signed in, the last used first. */
export async function listSessions(tx: Tx) {
  const rows = await tx.execute<SessionRow>(sql`select * from hausbuch.own_sessions()`);
  return rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.created_at),
    lastUsedAt: new Date(row.last_used_at),
    userAgent: row.user_agent,
    address: row.address,
  }));
}

/** What only the database knows of a session whose token is still good. */
export type Assurance = {
  /** The user has a verified second factor, so that the session must be `aal2`. */
  hasFactor: boolean;
  /** Nobody has ended the session. */
  lives: boolean;
};

export async function findAssurance(
  db: Database,
  session: { userId: string; sessionId: string },
): Promise<Assurance> {
  return enterRequest(db, { ...session, portfolioId: null }, async ({ hasFactor, sessionLives }) => ({
    hasFactor,
    lives: sessionLives === true,
  }));
}
