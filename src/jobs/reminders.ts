import type { Database } from '@/db/client';
import { listPortfoliosThatRemind } from '@/db/due-work';
import { enterAsSystem, enterRequest, type InTransaction } from '@/db/scope';
import { type Morning, remindByItself } from '@/features/arrears/by-itself-commands';
import { stopByItself } from '@/features/arrears/rule-commands';
import { findSender } from '@/features/arrears/rule-queries';
import { DomainError } from '@/lib/errors';
import { smtpSettings } from '@/lib/server/env';
import { forEachPortfolio } from './each-portfolio';

/** The portfolios where it is morning and letters go by themselves; none without a mail server, where none can. */
export const findMorningReminders = async (db: Database, now: Date): Promise<string[]> =>
  smtpSettings() ? listPortfoliosThatRemind(db, now) : [];

/**
 * Sends what goes by itself in one portfolio, in the name of whoever switched it on, with their rights as they are at each letter.
 * Where they may send none any more it stops for good. Null: nothing was looked at.
 */
export async function remindOfPortfolio(
  db: Database,
  portfolioId: string,
  now = new Date(),
): Promise<Morning | null> {
  if (!smtpSettings()) return null;
  const sender = await enterAsSystem(
    db,
    portfolioId,
    async (tx, scope) => {
      const found = await findSender(tx, scope);
      if (!found) await stopByItself(tx, scope);
      return found;
    },
    now,
  );
  if (!sender) return null;
  // A thousand letters take minutes: when the mail of each may go is reckoned from its own moment.
  const began = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - began);
  const inTheirName: InTransaction = (work) =>
    enterRequest(
      db,
      { userId: sender.userId, portfolioId, purpose: 'report', now: clock() },
      ({ tx, scope }) => {
        if (!scope || scope.role === 'viewer') throw new DomainError('forbidden');
        return work(tx, { ...scope, isByItself: true });
      },
    );
  return remindByItself(inTheirName);
}

/** The same everywhere. A portfolio that fails is logged and counted; the others go on. */
export async function remindEverywhere(
  db: Database,
  now = new Date(),
): Promise<{ portfolios: number; failed: number }> {
  return forEachPortfolio(await findMorningReminders(db, now), 'reminders_failed', async (id) => {
    await remindOfPortfolio(db, id, now);
    return true;
  });
}
