import type { Database } from '@/db/client';
import { listPortfoliosWithEndedInvitations } from '@/db/due-work';
import { enterAsSystem } from '@/db/scope';
import { forgetInvitations } from '@/features/member/commands';
import { LAPSED_INVITATION_DAYS } from '@/features/member/invitation-rules';
import { forEachPortfolio } from './each-portfolio';

const before = (now: Date) => new Date(now.getTime() - LAPSED_INVITATION_DAYS * 24 * 60 * 60_000);

/** The portfolios with invitations whose address is to be forgotten. */
export const findEndedInvitations = (db: Database, now: Date): Promise<string[]> =>
  listPortfoliosWithEndedInvitations(db, before(now));

/** Forgets the invitations of one portfolio that ended long enough ago; returns how many. */
export const forgetInvitationsOfPortfolio = (
  db: Database,
  portfolioId: string,
  now = new Date(),
): Promise<number> =>
  enterAsSystem(db, portfolioId, (tx, scope) => forgetInvitations(tx, scope, before(now)), now);

/** The same for all of them, one after the other; a portfolio that fails is told of and tried again the next time. */
export async function forgetInvitationsEverywhere(
  db: Database,
  now = new Date(),
): Promise<{ invitations: number; failed: number }> {
  let invitations = 0;
  const { failed } = await forEachPortfolio(
    await findEndedInvitations(db, now),
    'invitations_failed',
    async (id) => {
      invitations += await forgetInvitationsOfPortfolio(db, id, now);
      return true;
    },
  );
  return { invitations, failed };
}
