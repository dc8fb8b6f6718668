import 'server-only';
import type { z } from 'zod';
import type { Session } from '@/auth/server/token';
import type { InTransaction, Scope } from '@/db/scope';
import type { SeenRow } from '@/db/versioned';
import { DomainError } from '@/lib/errors';
import { RateLimit } from '@/lib/server/rate-limit';
import type { Context } from '@/trpc/context';
import { inviteMember, renewInvitation } from './commands';
import { invitationMail, invitationUrl } from './invitation-mail';
import { makeInvitationToken } from './invitation-token-rules';
import { getInviter } from './queries';
import type { inviteMemberInput } from './schema';

type Ctx = Pick<Context, 'mailer' | 'siteOrigin'> & {
  inTransaction: InTransaction;
  verifiedSession: Pick<Session, 'displayName'>;
};
type Invited = Awaited<ReturnType<typeof getInviter>> &
  Pick<Parameters<typeof invitationMail>[1], 'to' | 'token' | 'role' | 'language'> & { row: SeenRow };

/** Over all portfolios, of which anybody may found any number. */
const perInviter = new RateLimit({ limit: 60, perMs: 3_600_000 });
const perRecipient = new RateLimit({ limit: 5, perMs: 24 * 3_600_000 });

function takeTurn({ actor }: Scope, to: string): void {
  const inviter = actor.kind === 'user' ? actor.userId : '';
  if (perInviter.take(inviter) > 0 || perRecipient.take(to.toLowerCase()) > 0) {
    throw new DomainError('rate_limited');
  }
}

/** After the commit: a mail about something that was not written would lead nowhere. */
async function mail(ctx: Ctx, { row, ...invited }: Invited) {
  if (!ctx.siteOrigin) throw new DomainError('unavailable');
  const inviterName = invited.inviterName || ctx.verifiedSession.displayName;
  const outcome = await ctx.mailer().send(await invitationMail(ctx.siteOrigin, { ...invited, inviterName }));
  // Where no mail goes out the owner hands the link over; it works for the invited address only.
  const link = outcome === 'sent' ? null : invitationUrl(ctx.siteOrigin, invited);
  return { ...row, email: invited.to, link };
}

export async function invite(ctx: Ctx, input: z.output<typeof inviteMemberInput>) {
  const invited = await ctx.inTransaction(async (tx, scope) => {
    const { token, hash } = makeInvitationToken(scope.portfolioId);
    const row = await inviteMember(tx, scope, input, hash);
    const { email: to, role, language } = input;
    takeTurn(scope, to);
    return { row, token, to, role, language, ...(await getInviter(tx, scope)) };
  });
  return mail(ctx, invited);
}

export async function resendInvitation(ctx: Ctx, seen: SeenRow) {
  const invited = await ctx.inTransaction(async (tx, scope) => {
    const { token, hash } = makeInvitationToken(scope.portfolioId);
    const { id, version, email: to, role, language } = await renewInvitation(tx, scope, seen, hash);
    takeTurn(scope, to);
    return { row: { id, version }, token, to, role, language, ...(await getInviter(tx, scope)) };
  });
  return mail(ctx, invited);
}
