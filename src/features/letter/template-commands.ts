import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { letterTemplate } from '@/db/schema';
import type { Scope } from '@/db/scope';
import {
  changedRow,
  isChangedSo,
  isSeenRow,
  nextVersion,
  type SeenRow,
  sameRequestOnly,
} from '@/db/versioned';
import type { TextKind } from '@/domain/vocabulary';
import { wordingOf } from '@/i18n/wording';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { compose, faultOf, storedMarks } from './compose-rules';
import { needsOf } from './kind-facts';
import { oursOf } from './our-words';
import type { createTemplateInput, setReminderTextInput, updateTemplateInput } from './schema';
import { findReminderText, findTemplate, getTemplate } from './template-queries';

const key = { id: letterTemplate.id, version: letterTemplate.version };

/** Every field of a text is one its kind has, every condition is ended and nothing it must say is missing: what is kept can be filled. */
function assertReadable(kind: TextKind, text: { subject: string; body: string }): void {
  const fault = faultOf(compose(storedMarks(kind), text, {}, needsOf(kind)));
  if (fault) throw new DomainError(fault.code, fault.at);
}

type NewTemplate = Omit<z.output<typeof createTemplateInput>, 'kind'> & { kind: TextKind };

export async function createTemplate(tx: Tx, scope: Scope, input: NewTemplate) {
  assertReadable(input.kind, input);
  const [row] = await tx
    .insert(letterTemplate)
    .values({ portfolioId: scope.portfolioId, ...exactly(letterTemplate, input) })
    .onConflictDoNothing()
    .returning(key);
  if (!row) return sameRequestOnly(await findTemplate(tx, scope, input.id), input);
  const { id, ...after } = input;
  await recordAudit(tx, scope, {
    action: 'letter_template.create',
    entity: 'letter_template',
    entityId: id,
    after,
  });
  return row;
}

/**
 * A new edition; the same again is no other. Letters that were sent keep their words and name the edition they had; the journal
 * keeps the old text.
 */
export async function updateTemplate(tx: Tx, scope: Scope, input: z.output<typeof updateTemplateInput>) {
  const { id, version, ...fields } = input;
  const before = await getTemplate(tx, scope, id);
  if (isChangedSo(before, input, fields)) return { id, version: before.version };
  assertReadable(before.kind, fields);
  const row = changedRow(
    await tx
      .update(letterTemplate)
      .set({ ...exactly(letterTemplate, fields), ...nextVersion(letterTemplate, scope) })
      .where(isSeenRow(letterTemplate, scope, { id, version }))
      .returning(key),
  );
  await recordAudit(tx, scope, {
    action: 'letter_template.update',
    entity: 'letter_template',
    entityId: id,
    ...changesBetween(before, fields),
  });
  return row;
}

/**
 * The text that holds for a tone of reminders in a language from now on: the first one of its own, or the next edition of it.
 * It is called as ours is. Sent twice it is there once; whoever saw another edition is told so.
 */
export async function setReminderText(tx: Tx, scope: Scope, input: z.output<typeof setReminderTextInput>) {
  const { id, kind, language, version, subject, body } = input;
  assertReadable(kind, { subject, body });
  const existing = await findReminderText(tx, scope, kind, language);
  if (existing === null) {
    if (version !== null) throw new DomainError('version_conflict');
    const { title: name } = await oursOf(kind, wordingOf(language, scope.jurisdiction), {
      isGerman: scope.jurisdiction === 'DE',
      isDwelling: true,
    });
    return createTemplate(tx, scope, { id, kind, language, name, subject, body });
  }
  if (version === null) {
    if (existing.id !== id) throw new DomainError('version_conflict');
    return sameRequestOnly(existing, { kind, language, subject, body });
  }
  if (existing.archivedAt !== null) {
    const back = await setArchived(tx, scope, { id: existing.id, version }, false);
    return updateTemplate(tx, scope, { ...back, name: existing.name, subject, body });
  }
  return updateTemplate(tx, scope, { id: existing.id, version, name: existing.name, subject, body });
}

async function setArchived(tx: Tx, scope: Scope, seen: SeenRow, archived: boolean) {
  const { name, version, archivedAt } = await getTemplate(tx, scope, seen.id);
  if (isChangedSo({ version, isArchived: archivedAt !== null }, seen, { isArchived: archived })) {
    return { id: seen.id, version };
  }
  const row = changedRow(
    await tx
      .update(letterTemplate)
      .set({ archivedAt: archived ? scope.now : null, ...nextVersion(letterTemplate, scope) })
      .where(isSeenRow(letterTemplate, scope, seen))
      .returning(key),
  );
  const action = archived ? 'letter_template.archive' : 'letter_template.restore';
  await recordAudit(tx, scope, { action, entity: 'letter_template', entityId: seen.id, after: { name } });
  return row;
}

/** No longer offered; brought back it is. */
export const archiveTemplate = (tx: Tx, scope: Scope, seen: SeenRow) => setArchived(tx, scope, seen, true);
export const restoreTemplate = (tx: Tx, scope: Scope, seen: SeenRow) => setArchived(tx, scope, seen, false);

export async function deleteTemplate(tx: Tx, scope: Scope, seen: SeenRow) {
  const { name, kind, language, subject, body } = await getTemplate(tx, scope, seen.id);
  changedRow(
    await tx
      .delete(letterTemplate)
      .where(isSeenRow(letterTemplate, scope, seen))
      .returning(key),
  );
  await recordAudit(tx, scope, {
    action: 'letter_template.delete',
    entity: 'letter_template',
    entityId: seen.id,
    before: { name, kind, language, subject, body },
  });
  return { id: seen.id };
}
