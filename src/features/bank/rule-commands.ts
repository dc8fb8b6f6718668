import 'server-only';
import { and, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { bankRule, leaseTenant, tenant } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { getTransactionRow } from '../transaction/queries';
import type { BankLine } from './proof-commands';
import type { removeRuleInput, restoreRuleInput } from './schema';

type Sender = { account: string | null; name: string | null; text: string | null };

/** Words of a line that somebody chose to know it by; `fromAnybody`: whoever sends them. */
export type ChosenWords = { text: string; fromAnybody: boolean } | null;

/** Who sent a line: by the account, where the bank shows it, else by the name; null for nobody. */
function senderOf({ account, name }: BankLine): Sender | null {
  if (account !== null) return { account, name: null, text: null };
  return name === null ? null : { account: null, name, text: null };
}

/** By what a line is known from now on: its sender, words of its text, or both; null for nothing. */
function knownBy(line: BankLine, words: ChosenWords): Sender | null {
  if (words === null) return senderOf(line);
  if (!line.text.toLowerCase().includes(words.text.toLowerCase())) {
    throw new DomainError('bank.words_not_in_text', { field: 'learnText' });
  }
  const sender = words.fromAnybody ? null : senderOf(line);
  return { account: null, name: null, ...sender, text: words.text };
}

/**
 * Learns from a payment that was booked whose rent its sender pays, or what says these words. What the tenant's record says needs
 * no learning.
 */
export async function learnPayer(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  leaseIds: string[],
  words: ChosenWords,
): Promise<void> {
  const sender = knownBy(line, words);
  if (sender === null) return;
  const known = words ? new Set<string>() : await listKnownLeases(tx, scope, sender.account, leaseIds);
  for (const leaseId of leaseIds.filter((id) => !known.has(id))) {
    await learn(tx, scope, line, { kind: 'lease', ...sender, leaseId });
  }
}

/** Learns as what the money of a sender, or what is of these words, is booked. */
export async function learnBooking(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  transactionId: string,
  words: ChosenWords,
) {
  const sender = knownBy(line, words);
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
    'kind' | 'account' | 'name' | 'text' | 'leaseId' | 'categoryId' | 'propertyId'
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
        ...[bankRule.portfolioId, bankRule.kind, bankRule.account, bankRule.name, bankRule.text],
        ...[bankRule.leaseId, bankRule.categoryId, bankRule.propertyId],
      ],
      set: {
        learnedAt: scope.now,
        // What somebody had forgotten is learned anew, and goes with this decision.
        learnedFromLineId: sql`case when ${bankRule.removedAt} is null then ${bankRule.learnedFromLineId} else ${line.id}::uuid end`,
        removedAt: null,
      },
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

/** Forgets what is known of a sender; what was booked by it stays. The same request again changes nothing. */
export async function removeRule(tx: Tx, scope: Scope, input: z.output<typeof removeRuleInput>) {
  const removed = await tx
    .update(bankRule)
    .set({ removedAt: scope.now })
    .where(and(isRow(bankRule, scope, input.ruleId), isNull(bankRule.removedAt)))
    .returning({ id: bankRule.id });
  if (removed.length > 0) await tellOfRemoval(tx, scope, input.ruleId);
  else if (!(await isMadeSo(tx, scope, removal(input.ruleId)))) throw new DomainError('not_found');
  return { id: input.ruleId };
}

/**
 * Brings a rule back that was removed, as it was; what was learned of the sender once more since stands already. The same request
 * again changes nothing. One whose lease, category, property or line is gone went with it.
 */
export async function restoreRule(tx: Tx, scope: Scope, input: z.output<typeof restoreRuleInput>) {
  const [known] = await tx
    .select({ kind: bankRule.kind, removedAt: bankRule.removedAt })
    .from(bankRule)
    .where(isRow(bankRule, scope, input.ruleId))
    .for('update');
  if (!known) throw new DomainError('not_found');
  if (known.removedAt === null) return { id: input.ruleId };
  await tx
    .update(bankRule)
    .set({ removedAt: null })
    .where(isRow(bankRule, scope, input.ruleId));
  await recordAudit(tx, scope, {
    action: 'bank_rule.restore',
    entity: 'bank_rule',
    entityId: input.ruleId,
    after: { kind: known.kind },
  });
  return { id: input.ruleId };
}
