import 'server-only';
import { and, asc, count, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { type Database, database, type Tx } from '@/db/client';
import { auditEvent, member, portfolio } from '@/db/schema';
import { enterInvited, type Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { readPortfolioToken } from '@/lib/server/portfolio-token';

type Person = { user_id: string; email: string | null; display_name: string };

const listPeople = (tx: Tx) =>
  tx.execute<Person>(sql`select user_id, email, display_name from hausbuch.portfolio_people()`);

/** What the members call themselves, by their user. */
export const listNames = async (tx: Tx): Promise<Map<string, string>> =>
  new Map([...(await listPeople(tx))].map((person) => [person.user_id, person.display_name]));

/** How a member is called, by their name or else their address; null for who is none any more. */
export async function findMemberName(tx: Tx, userId: string): Promise<string | null> {
  const person = [...(await listPeople(tx))].find((one) => one.user_id === userId);
  return person ? person.display_name || person.email || '' : null;
}

/** The confirmed e-mail address and the phone number of the current user, as the sign-in server has them. */
export async function getOwnAddresses(tx: Tx): Promise<{ email: string | null; phone: string | null }> {
  const [row] = await tx.execute<{ email: string | null; phone: string | null }>(
    sql`select email, phone from hausbuch.own_account()`,
  );
  return { email: row?.email ?? null, phone: row?.phone ?? null };
}

/** Who is in the portfolio; and, for owners, who is invited. */
export async function listMembers(tx: Tx, scope: Scope) {
  const { actor } = scope;
  const [rows, people] = await Promise.all([
    tx
      .select({
        id: member.id,
        version: member.version,
        userId: member.userId,
        role: member.role,
        invitedEmail: member.invitedEmail,
        invitedBy: member.invitedBy,
        invitedAt: member.invitedAt,
        expiresAt: member.invitationExpiresAt,
        acceptedAt: member.acceptedAt,
      })
      .from(member)
      .where(within(member, scope))
      .orderBy(asc(member.createdAt), asc(member.id)),
    listPeople(tx),
  ]);
  const personOf = new Map(people.map((person) => [person.user_id, person]));
  const members = rows.flatMap(({ userId, id, version, role, acceptedAt }) => {
    if (userId === null) return [];
    const person = personOf.get(userId);
    const isSelf = actor.kind === 'user' && actor.userId === userId;
    return [
      {
        id,
        version,
        role,
        acceptedAt,
        isSelf,
        name: person?.display_name ?? '',
        email: person?.email ?? null,
      },
    ];
  });
  const owners = rows.filter((row) => row.userId !== null && row.role === 'owner').map((row) => row.userId);
  const invitations = rows.flatMap((row) => {
    const { userId, id, version, role, invitedEmail, invitedBy, invitedAt, expiresAt } = row;
    if (userId !== null || invitedEmail === null || scope.role !== 'owner') return [];
    const isExpired = !owners.includes(invitedBy) || isOver(expiresAt, scope);
    return [{ id, version, role, email: invitedEmail, invitedAt, expiresAt, isExpired }];
  });
  return { role: scope.role, members, invitations };
}

const isOver = (expiresAt: Date | null, scope: Scope) => expiresAt === null || expiresAt <= scope.now;

const memberColumns = {
  id: member.id,
  version: member.version,
  userId: member.userId,
  role: member.role,
  invitedEmail: member.invitedEmail,
  invitedAt: member.invitedAt,
  invitedLanguage: member.invitedLanguage,
};

export async function findMember(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(memberColumns)
    .from(member)
    .where(and(within(member, scope), eq(member.id, id)));
  return row ?? null;
}

export async function getMember(tx: Tx, scope: Scope, id: string) {
  const row = await findMember(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

export async function findOwnMember(tx: Tx, scope: Scope, userId: string) {
  const [row] = await tx
    .select(memberColumns)
    .from(member)
    .where(and(within(member, scope), eq(member.userId, userId)));
  return row ?? null;
}

export async function findInvitationTo(tx: Tx, scope: Scope, email: string) {
  const [row] = await tx
    .select(memberColumns)
    .from(member)
    .where(and(within(member, scope), eq(member.invitedEmail, email), isNull(member.userId)));
  return row ?? null;
}

/** Whether somebody with this address is in the portfolio already. */
export async function isMemberAddress(tx: Tx, email: string): Promise<boolean> {
  const people = await listPeople(tx);
  return people.some((person) => person.email?.toLowerCase() === email);
}

export async function countOwners(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx
    .select({ owners: count() })
    .from(member)
    .where(and(within(member, scope), eq(member.role, 'owner'), isNotNull(member.userId)));
  return row?.owners ?? 0;
}

/** How many invitations were mailed since then. */
export async function countInvitationsSince(tx: Tx, scope: Scope, since: Date): Promise<number> {
  const [row] = await tx
    .select({ sent: count() })
    .from(auditEvent)
    .where(
      and(
        within(auditEvent, scope),
        gt(auditEvent.at, since),
        isAmong(auditEvent.action, ['member.invite', 'member.resend']),
      ),
    );
  return row?.sent ?? 0;
}

/** What the mail and the page of an invitation say about where it leads. */
export async function getInviter(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({ name: portfolio.name })
    .from(portfolio)
    .where(eq(portfolio.id, scope.portfolioId));
  const people = await listPeople(tx);
  const { actor } = scope;
  const self = people.find((person) => actor.kind === 'user' && person.user_id === actor.userId);
  return { portfolioName: row?.name ?? '', inviterName: self?.display_name ?? '' };
}

const invitationColumns = {
  id: member.id,
  role: member.role,
  email: member.invitedEmail,
  invitedBy: member.invitedBy,
  expiresAt: member.invitationExpiresAt,
};

/**
 * The invitation a token stands for, inside a transaction entered for its portfolio. It is over after some days, and with
 * the word it stands on: who was removed as an owner lets nobody in any more.
 */
export async function findInvitationByHash(tx: Tx, scope: Scope, hash: string) {
  const [row] = await tx
    .select(invitationColumns)
    .from(member)
    .where(and(within(member, scope), eq(member.invitationHash, hash), isNull(member.userId)));
  if (!row) return null;
  const { invitedBy, expiresAt, ...invitation } = row;
  const inviter = invitedBy === null ? null : await findOwnMember(tx, scope, invitedBy);
  return { ...invitation, isExpired: inviter?.role !== 'owner' || isOver(expiresAt, scope) };
}

/** What the bearer of a mailed link may know before they have signed in; null: used, withdrawn or none. */
export async function findInvitation(token: string, db: Database = database()) {
  const read = readPortfolioToken(token);
  if (!read) return null;
  return enterInvited(db, { userId: null, portfolioId: read.portfolioId }, async ({ tx, scope }) => {
    const invitation = await findInvitationByHash(tx, scope, read.hash);
    if (!invitation) return null;
    const [row] = await tx
      .select({ name: portfolio.name })
      .from(portfolio)
      .where(eq(portfolio.id, scope.portfolioId));
    const { role, email, isExpired } = invitation;
    return { role, email: email ?? '', isExpired, portfolioName: row?.name ?? '' };
  });
}

/** The address an invitation went to, for who comes to sign in or up from it; null for any other way back. */
export async function findInvitedAddress(next: string): Promise<string | null> {
  if (!/\/invitation\?/.test(next) || !URL.canParse(next, 'http://localhost')) return null;
  // Unlike `decodeURIComponent` it takes whatever somebody writes into a link.
  const token = new URL(next, 'http://localhost').searchParams.get('token');
  const invitation = token ? await findInvitation(token) : null;
  return invitation && !invitation.isExpired ? invitation.email : null;
}
