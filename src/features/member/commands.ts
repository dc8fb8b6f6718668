import { defaultLanguage } from '@/lib/languages';
import 'server-only';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { holdPortfolio } from '@/db/hold-portfolio';
import { takeMail } from '@/db/mail-budget';
import { member, profile } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion, type SeenRow } from '@/db/versioned';
import { within } from '@/db/within';
import type { AuditAction } from '@/domain/audit-actions';
import { DomainError } from '@/lib/errors';
import { invitationDays } from './invitation-rules';
import {
  countInvitationsSince,
  countOwners,
  findInvitationByHash,
  findInvitationTo,
  findMember,
  findOwnMember,
  getMember,
  getOwnAddresses,
  isMemberAddress,
} from './queries';
import type { inviteMemberInput, setRoleInput } from './schema';

const memberKey = { id: member.id, version: member.version };
const hourMs = 3_600_000;

/** An invitation is a mail to whom an owner names: so many in an hour, and not twice in a minute to one. */
const invitationsPerHour = 30;
const pauseMs = 60_000;

async function refuseTooMany(tx: Tx, scope: Scope, lastSentAt: Date | null): Promise<void> {
  const isTooSoon = lastSentAt !== null && scope.now.getTime() - lastSentAt.getTime() < pauseMs;
  const sent = await countInvitationsSince(tx, scope, new Date(scope.now.getTime() - hourMs));
  if (isTooSoon || sent >= invitationsPerHour) throw new DomainError('rate_limited');
}

/** Beside the limits of a portfolio those of a person and of an address, which hold over all of them. */
export async function takeInvitation(tx: Tx, to: string): Promise<void> {
  if ((await takeMail(tx, 'invitation', to)) === null) throw new DomainError('rate_limited');
}

const invitedUntil = (scope: Scope) => new Date(scope.now.getTime() + invitationDays * 24 * hourMs);

/** Changes of owners take turns, so that two who leave at once do not leave nobody. */
const lockOwners = holdPortfolio;

/** Writes the invitation; the secret whose hash it keeps is the caller's to mail. */
export async function inviteMember(
  tx: Tx,
  scope: Scope,
  { id, email, role, language }: z.output<typeof inviteMemberInput>,
  hash: string,
) {
  const same = await findMember(tx, scope, id);
  if (same) return sameInvitation(same, { email, role, language });
  if (await isMemberAddress(tx, email)) throw new DomainError('member.already_member', { field: 'email' });
  const known = await findInvitationTo(tx, scope, email);
  if (known && known.id !== id) throw new DomainError('member.already_invited', { field: 'email' });
  await refuseTooMany(tx, scope, known?.invitedAt ?? null);
  const invitation = {
    role,
    invitedEmail: email,
    invitedBy: postedBy(scope),
    invitedAt: scope.now,
    invitedLanguage: language,
    invitationHash: hash,
    invitationExpiresAt: invitedUntil(scope),
  };
  const [row] = await tx
    .insert(member)
    .values({ portfolioId: scope.portfolioId, id, ...exactly(member, invitation) })
    .onConflictDoNothing()
    .returning(memberKey);
  if (!row) throw new DomainError('already_exists');
  await recordAudit(tx, scope, {
    action: 'member.invite',
    entity: 'member',
    entityId: id,
    after: { email, role },
  });
  return { row, repeats: null };
}

/** The same invitation once more, as after its answer was lost. @throws already_exists where it is another one */
function sameInvitation(
  before: Awaited<ReturnType<typeof getMember>>,
  { email, role, language }: Omit<z.output<typeof inviteMemberInput>, 'id'>,
) {
  const { id, version, userId, invitedEmail } = before;
  const isSame =
    invitedEmail?.toLowerCase() === email.toLowerCase() &&
    before.role === role &&
    before.invitedLanguage === language;
  if (!isSame) throw new DomainError('already_exists');
  return { row: { id, version }, repeats: userId === null ? ('open' as const) : ('accepted' as const) };
}

/** Another secret for an invitation whose first one nobody was told. */
export async function replaceSecret(tx: Tx, scope: Scope, id: string, hash: string): Promise<void> {
  await tx
    .update(member)
    .set({ invitationHash: hash })
    .where(and(within(member, scope), eq(member.id, id), isNull(member.userId)));
}

/** A new secret for an invitation; the link mailed before no longer works. */
export async function renewInvitation(tx: Tx, scope: Scope, seen: SeenRow, hash: string) {
  const before = await getMember(tx, scope, seen.id);
  const { invitedEmail: email, invitedLanguage } = before;
  if (before.userId !== null || email === null) throw new DomainError('member.already_member');
  await refuseTooMany(tx, scope, before.invitedAt);
  const row = changedRow(
    await tx
      .update(member)
      .set({
        invitationHash: hash,
        invitationExpiresAt: invitedUntil(scope),
        invitedBy: postedBy(scope),
        invitedAt: scope.now,
        ...nextVersion(member, scope),
      })
      .where(and(isSeenRow(member, scope, seen), isNull(member.userId)))
      .returning(memberKey),
  );
  await recordAudit(tx, scope, {
    action: 'member.resend',
    entity: 'member',
    entityId: seen.id,
    after: { email },
  });
  return { ...row, email, role: before.role, language: invitedLanguage ?? defaultLanguage };
}

export async function setRole(tx: Tx, scope: Scope, { role, ...seen }: z.output<typeof setRoleInput>) {
  await lockOwners(tx, scope);
  const before = await getMember(tx, scope, seen.id);
  if (before.userId === null && role === 'owner') throw new DomainError('member.not_accepted');
  if (before.role === 'owner' && role !== 'owner' && (await countOwners(tx, scope)) === 1) {
    throw new DomainError('portfolio.last_owner');
  }
  const row = changedRow(
    await tx
      .update(member)
      .set({ role, ...nextVersion(member, scope) })
      .where(isSeenRow(member, scope, seen))
      .returning(memberKey),
  );
  await recordAudit(tx, scope, {
    action: 'member.set_role',
    entity: 'member',
    entityId: seen.id,
    before: { role: before.role },
    after: { role },
  });
  return row;
}

async function take(tx: Tx, scope: Scope, seen: SeenRow, action: AuditAction): Promise<void> {
  await lockOwners(tx, scope);
  const before = await getMember(tx, scope, seen.id);
  if (before.userId !== null && before.role === 'owner' && (await countOwners(tx, scope)) === 1) {
    throw new DomainError('portfolio.last_owner');
  }
  changedRow(
    await tx
      .delete(member)
      .where(isSeenRow(member, scope, seen))
      .returning({ id: member.id }),
  );
  await recordAudit(tx, scope, {
    action,
    entity: 'member',
    entityId: seen.id,
    before: { role: before.role, ...(before.userId === null ? { email: before.invitedEmail } : {}) },
  });
}

/** Forgets invitations that ended before an instant, with the addresses of people who never came. Returns how many. */
export async function forgetInvitations(tx: Tx, scope: Scope, before: Date): Promise<number> {
  const gone = await tx
    .delete(member)
    .where(
      and(
        within(member, scope),
        isNull(member.userId),
        lt(member.invitationExpiresAt, sql`${before.toISOString()}::timestamptz`),
      ),
    )
    .returning({ id: member.id, role: member.role });
  for (const { id, role } of gone)
    await recordAudit(tx, scope, {
      action: 'member.lapse',
      entity: 'member',
      entityId: id,
      before: { role },
    });
  return gone.length;
}

/** From the next request on the person sees nothing of the portfolio any more. */
export async function removeMember(tx: Tx, scope: Scope, seen: SeenRow) {
  const row = await getMember(tx, scope, seen.id);
  await take(tx, scope, seen, row.userId === null ? 'member.withdraw' : 'member.remove');
  return { id: seen.id };
}

/** The caller's own place in the portfolio. */
export async function leavePortfolio(tx: Tx, scope: Scope, { portfolioId }: { portfolioId: string }) {
  const { actor } = scope;
  if (portfolioId !== scope.portfolioId || actor.kind !== 'user') throw new DomainError('not_found');
  const own = await findOwnMember(tx, scope, actor.userId);
  if (!own) throw new DomainError('not_found');
  await take(tx, scope, own, 'member.leave');
  return { id: portfolioId };
}

/**
 * Makes the signed-in person the member an invitation waits for. Only somebody who has proved at the sign-in
 * server that the invited address is theirs; once.
 */
export async function acceptInvitation(tx: Tx, scope: Scope, hash: string, displayName: string) {
  const { actor } = scope;
  const invitation = await findInvitationByHash(tx, scope, hash);
  if (actor.kind !== 'user' || !invitation) throw new DomainError('not_found');
  const { email } = await getOwnAddresses(tx);
  if (email === null || email !== invitation.email) throw new DomainError('member.other_address');
  if (invitation.isExpired) throw new DomainError('member.invitation_expired');
  if (await findOwnMember(tx, scope, actor.userId)) throw new DomainError('member.already_member');
  const [row] = await tx
    .update(member)
    .set({
      userId: actor.userId,
      acceptedAt: scope.now,
      invitationHash: null,
      invitationExpiresAt: null,
      ...nextVersion(member, scope),
    })
    .where(
      and(
        within(member, scope),
        eq(member.id, invitation.id),
        eq(member.invitationHash, hash),
        isNull(member.userId),
      ),
    )
    .returning({ id: member.id });
  // Withdrawn, renewed or used while we looked.
  if (!row) throw new DomainError('not_found');
  await tx
    .insert(profile)
    .values({ userId: actor.userId, displayName })
    .onConflictDoUpdate({
      target: profile.userId,
      set: { displayName, version: sql`${profile.version} + 1`, updatedAt: scope.now },
      setWhere: eq(profile.displayName, ''),
    });
  await recordAudit(tx, scope, {
    action: 'member.accept',
    entity: 'member',
    entityId: invitation.id,
    after: { role: invitation.role },
  });
  return { portfolioId: scope.portfolioId, role: invitation.role };
}
