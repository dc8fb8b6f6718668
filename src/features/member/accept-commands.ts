import 'server-only';
import type { Session } from '@/auth/server/token';
import { enterInvited } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { readPortfolioToken } from '@/lib/server/portfolio-token';
import type { Context } from '@/trpc/context';
import { admit } from '@/trpc/procedures';
import { acceptInvitation } from './commands';

/** Enters the portfolio the token names, as nobody's member yet, and makes the caller one. */
export async function accept(ctx: Pick<Context, 'database'> & { verifiedSession: Session }, token: string) {
  const read = readPortfolioToken(token);
  if (!read) throw new DomainError('not_found');
  const { userId, sessionId, displayName } = ctx.verifiedSession;
  const request = { userId, sessionId, portfolioId: read.portfolioId };
  const accepted = await enterInvited(ctx.database(), request, async (entrance) => {
    admit(ctx.verifiedSession, entrance);
    return acceptInvitation(entrance.tx, entrance.scope, read.hash, displayName);
  });
  if (!accepted) throw new DomainError('not_found');
  return accepted;
}
