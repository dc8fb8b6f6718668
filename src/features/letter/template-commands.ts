import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { letterTemplate } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion, type SeenRow, sameRequestOnly } from '@/db/versioned';
import type { WrittenKind } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { compose, faultOf, storedMarks } from './composed-letter';
import type { createTemplateInput, updateTemplateInput } from './schema';
import { findTemplate, getTemplate } from './template-queries';

const key = { id: letterTemplate.id, version: letterTemplate.version };

/** Every field of a text is one its kind has, and every condition is ended: what is kept can be filled. */
function assertReadable(kind: WrittenKind, text: { subject: string; body: string }): void {
  const fault = faultOf(compose(storedMarks(kind), text, {}));
  if (fault) throw new DomainError('letter.text_faulty', fault);
}

export async function createTemplate(tx: Tx, scope: Scope, input: z.output<typeof createTemplateInput>) {
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

/** A new edition. Letters that were sent keep their words and name the edition they had; the journal keeps the old text. */
export async function updateTemplate(tx: Tx, scope: Scope, input: z.output<typeof updateTemplateInput>) {
  const { id, version, ...fields } = input;
  const before = await getTemplate(tx, scope, id);
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

async function setArchived(tx: Tx, scope: Scope, seen: SeenRow, archived: boolean) {
  const { name } = await getTemplate(tx, scope, seen.id);
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
