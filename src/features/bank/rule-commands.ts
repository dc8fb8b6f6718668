import 'server-only';
import { and, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { bankLine, bankRule, category, lease, leaseTenant, property, tenant } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { getTransactionRow } from '../transaction/queries';
import type { BankLine } from './posting-commands';
import type { removeRuleInput, restoreRuleInput } from './schema';

/** Who sent a line: by the account, where the bank shows it, else by the name; null for nobody. */
function senderOf({ account, name }: BankLine): { account: string | null; name: string | null } | null {
  if (account !== null) return { account, name: null };
  return name === null ? null : { account: null, name };
}

/** Learns from a payment that was booked whose rent its sender pays. What the tenant's record says needs no learning. */
export async function learnPayer(tx: Tx, scope: Scope, line: BankLine, leaseIds: string[]): Promise<void> {
  const sender = senderOf(line);
  if (sender === null) return;
  const known = await listKnownLeases(tx, scope, sender.account, leaseIds);
  for (const leaseId of leaseIds.filter((id) => !known.has(id))) {
    await learn(tx, scope, line, { kind: 'lease', ...sender, leaseId });
  }
}

/** Learns as what the money of a sender is booked. */
export async function learnBooking(tx: Tx, scope: Scope, line: BankLine, transactionId: string) {
  const sender = senderOf(line);
  if (sender === null) return;
  const { categoryId, propertyId } = await getTransactionRow(tx, scope, transactionId);
  await learn(tx, scope, line, { kind: 'booking', ...sender, leaseId: null, categoryId, propertyId });
}

/** Learns that a sender is nothing of the books. */
export async function learnToLeaveOut(tx: Tx, scope: Scope, line: BankLine): Promise<void> {
  const sender = senderOf(line);
  if (sender !== null) await learn(tx, scope, line, { kind: 'left_out', ...sender, leaseId: null });
}

async function listKnownLeases(tx: Tx, scope: Scope, account: string | null, leaseIds: string[]) {
  const rows = await tx
    .select({ leaseId: leaseTenant.leaseId })
    .from(leaseTenant)
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(
      and(
        within([leaseTenant, tenant], scope),
        isAmong(leaseTenant.leaseId, leaseIds),
        sql`${account}::text = any(${tenant.payerIbans})`,
      ),
    );
  return new Set(rows.map((row) => row.leaseId));
}

async function learn(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  rule: Pick<
    typeof bankRule.$inferInsert,
    'kind' | 'account' | 'name' | 'leaseId' | 'categoryId' | 'propertyId'
  >,
): Promise<void> {
  const [learned] = await tx
    .insert(bankRule)
    .values({
      ...exactly(bankRule, rule),
      portfolioId: scope.portfolioId,
      learnedFromLineId: line.id,
      learnedBy: postedBy(scope),
      learnedAt: scope.now,
    })
    // What was known already is what was decided last: of several it is proposed first.
    .onConflictDoUpdate({
      target: [
        ...[bankRule.portfolioId, bankRule.kind, bankRule.account, bankRule.name],
        ...[bankRule.leaseId, bankRule.categoryId, bankRule.propertyId],
      ],
      set: { learnedAt: scope.now },
    })
    .returning({ id: bankRule.id, lineId: bankRule.learnedFromLineId });
  if (learned?.lineId !== line.id) return;
  await recordAudit(tx, scope, {
    action: 'bank_rule.learn',
    entity: 'bank_rule',
    entityId: learned.id,
    after: { kind: rule.kind },
  });
}

/** Unlearns what decisions on lines had taught. */
export async function unlearn(tx: Tx, scope: Scope, lineIds: string[]): Promise<void> {
  const forgotten = await tx
    .delete(bankRule)
    .where(and(within(bankRule, scope), isAmong(bankRule.learnedFromLineId, lineIds)))
    .returning({ id: bankRule.id });
  for (const { id } of forgotten) await tellOfRemoval(tx, scope, id);
}

const removal = (id: string) => ({ action: 'bank_rule.remove', entity: 'bank_rule', entityId: id }) as const;

const tellOfRemoval = (tx: Tx, scope: Scope, id: string) => recordAudit(tx, scope, removal(id));

/**
 * Removes a rule; what was booked by it stays. The same request again changes nothing.
 * @returns what was removed, as `restoreRule` takes it; null where it was gone already
 */
export async function removeRule(tx: Tx, scope: Scope, input: z.output<typeof removeRuleInput>) {
  const [removed] = await tx
    .delete(bankRule)
    .where(isRow(bankRule, scope, input.ruleId))
    .returning();
  if (!removed && !(await isMadeSo(tx, scope, removal(input.ruleId)))) throw new DomainError('not_found');
  if (!removed) return { removed: null };
  await tellOfRemoval(tx, scope, input.ruleId);
  const { id: ruleId, learnedFromLineId: lineId, learnedAt, ...rule } = removed;
  const { kind, account, name, leaseId, categoryId, propertyId } = rule;
  const sender = { kind, account, name, leaseId, categoryId, propertyId };
  return { removed: { ruleId, lineId, ...sender, learnedAt: learnedAt.toISOString() } };
}

/**
 * Brings a rule back that was removed, as it was. What was learned of the sender once more since stands instead; the same request
 * again changes nothing.
 */
export async function restoreRule(tx: Tx, scope: Scope, input: z.output<typeof restoreRuleInput>) {
  const { ruleId: id, lineId: learnedFromLineId, learnedAt, ...rule } = input;
  await assertExists(tx, scope, bankLine, learnedFromLineId);
  if (rule.leaseId !== null) await assertExists(tx, scope, lease, rule.leaseId);
  if (rule.categoryId !== null) await assertExists(tx, scope, category, rule.categoryId);
  if (rule.propertyId !== null) await assertExists(tx, scope, property, rule.propertyId);
  const since = new Date(learnedAt);
  const restored = await tx
    .insert(bankRule)
    .values({
      ...exactly(bankRule, { id, ...rule, learnedFromLineId }),
      portfolioId: scope.portfolioId,
      learnedBy: postedBy(scope),
      learnedAt: since < scope.now ? since : scope.now,
    })
    .onConflictDoNothing()
    .returning({ id: bankRule.id });
  if (restored.length > 0) {
    await recordAudit(tx, scope, {
      action: 'bank_rule.restore',
      entity: 'bank_rule',
      entityId: id,
      after: { kind: rule.kind },
    });
  }
  return { id };
}
