import 'server-only';
import type { z } from 'zod';
import type { Session } from '@/auth/server/token';
import type { InTransaction } from '@/db/scope';
import type { SeenRow } from '@/db/versioned';
import { DomainError } from '@/lib/errors';
import { makePortfolioToken } from '@/lib/server/portfolio-token';
import type { Context } from '@/trpc/context';
import { inviteMember, renewInvitation, replaceSecret, takeInvitation } from './commands';
import { invitationMail, invitationUrl } from './invitation-mail';
import { getInviter } from './queries';
import type { inviteMemberInput } from './schema';

type Ctx = Pick<Context, 'mailer' | 'siteOrigin' | 'mailOrigin'> & {
  inTransaction: InTransaction;
  verifiedSession: Pick<Session, 'displayName'>;
};
type Invited = Awaited<ReturnType<typeof getInviter>> &
  Pick<Parameters<typeof invitationMail>[1], 'to' | 'token' | 'role' | 'language'> & { row: SeenRow };

/** After the commit: a mail about something that was not written would lead nowhere. */
async function mail(ctx: Ctx, { row, ...invited }: Invited) {
  if (!ctx.siteOrigin) throw new DomainError('unavailable');
  const inviterName = invited.inviterName || ctx.verifiedSession.displayName;
  const { mailOrigin } = ctx;
  const outcome = mailOrigin
    ? await ctx.mailer().send(await invitationMail(mailOrigin, { ...invited, inviterName }))
    : 'unavailable';
  // Where no mail goes out, also because it could name a made-up address, the owner hands the link over; it works for the
  // invited address only.
  const link = outcome === 'sent' ? null : invitationUrl(ctx.siteOrigin, invited);
  return { ...row, email: invited.to, link };
}

/** What was answered lately, for who asks again; the link in it is written down nowhere. */
const answers = new Map<string, Awaited<ReturnType<typeof mail>>>();
const keptAnswers = 500;

function keepAnswer(key: string, answer: Awaited<ReturnType<typeof mail>>): void {
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > keptAnswers && oldest !== undefined) answers.delete(oldest);
}

/** The same request again gets the first answer, and no second mail, unless the first was lost with the process. */
export async function invite(ctx: Ctx, input: z.output<typeof inviteMemberInput>) {
  const { email: to, role, language } = input;
  const outcome = await ctx.inTransaction(async (tx, scope) => {
    const { token, hash } = makePortfolioToken(scope.portfolioId);
    const key = `${scope.portfolioId} ${input.id}`;
    const { row, repeats } = await inviteMember(tx, scope, input, hash);
    if (repeats === 'accepted') return { answer: { ...row, email: to, link: null } };
    const earlier = repeats === 'open' ? answers.get(key) : undefined;
    if (earlier) return { answer: earlier };
    if (repeats === 'open') await replaceSecret(tx, scope, input.id, hash);
    await takeInvitation(tx, to);
    return { key, invited: { row, token, to, role, language, ...(await getInviter(tx, scope)) } };
  });
  if (outcome.answer !== undefined) return outcome.answer;
  const answer = await mail(ctx, outcome.invited);
  keepAnswer(outcome.key, answer);
  return answer;
}

export async function resendInvitation(ctx: Ctx, seen: SeenRow) {
  const invited = await ctx.inTransaction(async (tx, scope) => {
    const { token, hash } = makePortfolioToken(scope.portfolioId);
    const { id, version, email: to, role, language } = await renewInvitation(tx, scope, seen, hash);
    await takeInvitation(tx, to);
    return { row: { id, version }, token, to, role, language, ...(await getInviter(tx, scope)) };
  });
  return mail(ctx, invited);
}
