import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { letterTemplate } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { type ArchiveFilter, inArchive, isRow } from '@/db/versioned';
import { within } from '@/db/within';
import type { Language, ReminderKind } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';

const columns = {
  id: letterTemplate.id,
  version: letterTemplate.version,
  kind: letterTemplate.kind,
  language: letterTemplate.language,
  name: letterTemplate.name,
  subject: letterTemplate.subject,
  body: letterTemplate.body,
  archivedAt: letterTemplate.archivedAt,
};

/** The portfolio's own texts by name; a landlord has a handful. */
export const listTemplates = (tx: Tx, scope: Scope, { archive }: { archive: ArchiveFilter }) =>
  tx
    .select(columns)
    .from(letterTemplate)
    .where(and(within(letterTemplate, scope), inArchive(letterTemplate.archivedAt, archive)))
    .orderBy(asc(letterTemplate.name), asc(letterTemplate.id));

/** The own texts that hold instead of ours for a tone of reminders: at most one in each language. */
export const listReminderTexts = (tx: Tx, scope: Scope, kind: ReminderKind) =>
  tx
    .select({
      language: letterTemplate.language,
      name: letterTemplate.name,
      version: letterTemplate.version,
      subject: letterTemplate.subject,
      body: letterTemplate.body,
    })
    .from(letterTemplate)
    .where(
      and(
        within(letterTemplate, scope),
        eq(letterTemplate.kind, kind),
        inArchive(letterTemplate.archivedAt, 'active'),
      ),
    )
    .orderBy(asc(letterTemplate.language));

/** The own text for a tone in a language, also where ours holds again. */
export async function findReminderText(tx: Tx, scope: Scope, kind: ReminderKind, language: Language) {
  const [row] = await tx
    .select(columns)
    .from(letterTemplate)
    .where(
      and(
        within(letterTemplate, scope),
        eq(letterTemplate.kind, kind),
        eq(letterTemplate.language, language),
      ),
    );
  return row ?? null;
}

export async function findTemplate(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(columns)
    .from(letterTemplate)
    .where(isRow(letterTemplate, scope, id));
  return row ?? null;
}

export async function getTemplate(tx: Tx, scope: Scope, id: string) {
  const row = await findTemplate(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}
