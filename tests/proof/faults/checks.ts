import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type postgres from 'postgres';
import { brokenLaws } from '../../factories/ledger-laws.ts';
import type { Written } from './writers.ts';

/** What was acknowledged and is not there, and what is there and was not acknowledged: each by its id. */
function unmatched(what: string, kept: Iterable<string>, acknowledged: Iterable<string>): string[] {
  const [there, known] = [new Set(kept), new Set(acknowledged)];
  const lost = [...known].filter((id) => !there.has(id));
  const unknown = [...there].filter((id) => !known.has(id));
  return [
    ...lost.map((id) => `${what} ${id} was acknowledged and is lost`),
    ...unknown.map((id) => `${what} ${id} stands and was not acknowledged`),
  ];
}

/** Every acknowledged payment once, with its amount and one line of the journal; no other; the laws of the ledger. */
async function faultsOfPayments(sql: postgres.Sql, portfolioId: string, { payments }: Written) {
  const rows = await sql<{ id: string; cents: number; journal: number }[]>`
    select p.id, p.amount_cents::int as cents, (select count(*)::int from hausbuch.audit_event a
      where a.portfolio_id = p.portfolio_id and a.entity_id = p.id) as journal
    from hausbuch.payment p where p.portfolio_id = ${portfolioId}`;
  const found = new Map(rows.map((row) => [row.id, row]));
  const faults: string[] = [];
  for (const [id, { amountCents }] of payments) {
    const row = found.get(id);
    if (!row) continue;
    if (row.cents !== amountCents) faults.push(`payment ${id} is ${row.cents} instead of ${amountCents}`);
    else if (row.journal !== 1) faults.push(`payment ${id} stands ${row.journal} times in the journal`);
  }
  const broken = await brokenLaws({ admin: sql, portfolioId });
  faults.push(...unmatched('payment', found.keys(), payments.keys()));
  return [...faults, ...broken.map((row) => `law: ${JSON.stringify(row)}`)];
}

/** Every acknowledged paper with its bytes, every row of storage with its file, and the other way round. */
async function faultsOfDocuments(
  sql: postgres.Sql,
  portfolioId: string,
  { documents }: Written,
  dataDir: string,
  isSwept: boolean,
) {
  const folder = path.join(dataDir, 'supabase', 'files', 'documents');
  const versions = await sql<
    { id: string; documentId: string; objectId: string | null; version: string | null }[]
  >`
    select v.id, v.document_id as "documentId", o.id as "objectId", o.version
    from hausbuch.document_version v left join storage.objects o on o.name = v.storage_path
    where v.portfolio_id = ${portfolioId}`;
  const found = new Map(versions.map((row) => [row.documentId, row]));
  const faults: string[] = [];
  for (const [id, { versionId, sha256 }] of documents) {
    const row = found.get(id);
    if (!row) continue;
    const file = path.join(folder, row.objectId ?? '-', row.version ?? '-');
    if (row.id !== versionId) faults.push(`document ${id} has another version than the acknowledged one`);
    else if (!fs.existsSync(file)) faults.push(`document ${id} has no file`);
    else if (createHash('sha256').update(fs.readFileSync(file)).digest('hex') !== sha256)
      faults.push(`document ${id} has other bytes`);
  }
  faults.push(...unmatched('document', found.keys(), documents.keys()));
  const objects = await sql<{ at: string }[]>`select id || '/' || version as at from storage.objects`;
  const named = new Set(objects.map(({ at }) => at));
  const lying = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  for (const at of named) if (!lying.includes(at)) faults.push(`storage names ${at}, which is not there`);
  if (isSwept) for (const at of lying) if (!named.has(at)) faults.push(`file ${at} belongs to nobody`);
  return faults;
}

/**
 * Every acknowledged file of the bank with each of its lines once, and no other: all of a file or nothing. None of these
 * holds a batch, whose line might have given way to its details.
 */
async function faultsOfImports(sql: postgres.Sql, portfolioId: string, { imports }: Written) {
  const rows = await sql<{ id: string; lines: number; kept: number; journal: number }[]>`
    select i.id, i.line_count as lines, (select count(*)::int from hausbuch.bank_line l
      join hausbuch.bank_statement s on s.portfolio_id = l.portfolio_id and s.id = l.statement_id
      where s.portfolio_id = i.portfolio_id and s.import_id = i.id) as kept,
      (select count(*)::int from hausbuch.audit_event a
        where a.portfolio_id = i.portfolio_id and a.entity_id = i.id) as journal
    from hausbuch.bank_import i where i.portfolio_id = ${portfolioId}`;
  const faults = rows.flatMap(({ id, lines, kept, journal }) => [
    ...(lines === imports.get(id) && kept === lines
      ? []
      : [`bank file ${id} has ${kept} lines and says ${lines}, of ${imports.get(id)}`]),
    ...(journal === 1 ? [] : [`bank file ${id} stands ${journal} times in the journal`]),
  ]);
  const ids = rows.map(({ id }) => id);
  return [...faults, ...unmatched('bank file', ids, imports.keys())];
}

const ownMail = 'checks@faults.example';

/**
 * Whether the mailbox is the one of the last check. Its rows are in no log of the database, so that one that recovers
 * from a crash begins it anew: mails that had gone out before can no longer be seen. A mail of ours tells.
 */
async function isSameMailbox(sql: postgres.Sql): Promise<boolean> {
  const known = await sql`select from supabase_embedded.message where to_address = ${ownMail}`;
  if (known.length > 0) return true;
  await sql`
    insert into supabase_embedded.message (to_address, subject, body_text, body_html) values (${ownMail}, '', '', '')`;
  return false;
}

async function faultsOfInvitations(sql: postgres.Sql, portfolioId: string, written: Written) {
  const { invitations, unseen } = written;
  if (!(await isSameMailbox(sql))) for (const id of invitations.keys()) unseen.add(id);
  const rows = await sql<{ id: string; mails: number; journal: number }[]>`
    select m.id, (select count(*)::int from supabase_embedded.message s where s.to_address = m.invited_email) as mails,
      (select count(*)::int from hausbuch.audit_event a
        where a.portfolio_id = m.portfolio_id and a.entity_id = m.id) as journal
    from hausbuch.member m where m.portfolio_id = ${portfolioId} and m.user_id is null`;
  const faults = rows.flatMap(({ id, mails, journal }) => [
    // Where no mail went out the answer holds the link, to be handed over.
    ...(mails === 0 && !invitations.get(id) && !unseen.has(id) ? [`invitation ${id} was never mailed`] : []),
    ...(journal === 1 ? [] : [`invitation ${id} stands ${journal} times in the journal`]),
  ]);
  const ids = rows.map(({ id }) => id);
  return [...faults, ...unmatched('invitation', ids, invitations.keys())];
}

/** What is wrong with an installation in which everything acknowledged is `written`. */
export async function faultsOf(
  sql: postgres.Sql,
  {
    portfolioId,
    dataDir,
    written,
    isSwept = false,
  }: {
    portfolioId: string;
    dataDir: string;
    written: Written;
    isSwept?: boolean;
  },
): Promise<string[]> {
  return [
    ...(await faultsOfPayments(sql, portfolioId, written)),
    ...(await faultsOfDocuments(sql, portfolioId, written, dataDir, isSwept)),
    ...(await faultsOfImports(sql, portfolioId, written)),
    ...(await faultsOfInvitations(sql, portfolioId, written)),
  ];
}

/** What a stopped installation has left that it should not. */
export function leftBehind(dataDir: string): string[] {
  const passing = ['running', 'restoring', 'unfinished', 'backup-under-way', 'postgres/lock'];
  const users = fs.readdirSync(path.join(dataDir, 'postgres', 'users'));
  return [
    ...passing.filter((name) => fs.existsSync(path.join(dataDir, name))),
    ...users.map((name) => `postgres/users/${name}`),
    ...(fs.existsSync(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')) ? ['postmaster.pid'] : []),
  ];
}
