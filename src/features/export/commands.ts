import 'server-only';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { newId } from '@/lib/new-id';

/** Writes down who takes everything along: before it is read, so that it stands in what they take as well. */
export const noteExport = (tx: Tx, scope: Scope): Promise<void> =>
  recordAudit(tx, scope, { action: 'export.take', entity: 'export', entityId: newId() });

/**
 * Writes down whose data somebody handed out, and when: it stands in what the tenant gets, too. Of the tenant nothing has changed,
 * by which open windows would read everything anew.
 */
export const noteDisclosure = (
  tx: Tx,
  scope: Scope,
  { id, name }: { id: string; name: string },
): Promise<void> =>
  recordAudit(tx, scope, {
    action: 'tenant.disclose',
    entity: 'tenant',
    entityId: id,
    after: { name },
    toldAs: 'export',
  });
