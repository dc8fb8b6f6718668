import type { Sql } from '../database.ts';

export interface StoredMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  code: string | null;
  createdAt: Date;
  channel: 'email' | 'sms';
}

const columns = (sql: Sql) => sql`
  id, to_address as "to", subject, body_text as text, body_html as html, links, code,
  created_at as "createdAt", channel`;

/** A plus in an address bar arrives as a blank. */
const storedAddress = (to: string) =>
  /^[+\s]*\d+$/.test(to) ? `+${to.replace(/\D/g, '')}` : to.toLowerCase();

/** Newest first. */
export async function listMessages(
  sql: Sql,
  { to, limit }: { to?: string; limit: number },
): Promise<StoredMessage[]> {
  return sql<StoredMessage[]>`
    select ${columns(sql)} from supabase_embedded.message
    ${to ? sql`where to_address = ${storedAddress(to)}` : sql``} order by message.id desc limit ${limit}`;
}

export async function findMessage(sql: Sql, id: string): Promise<StoredMessage | null> {
  const [message] = await sql<StoredMessage[]>`
    select ${columns(sql)} from supabase_embedded.message where id = ${id}`;
  return message ?? null;
}

const kept = 2000;

/** What a link or a code could be used for is over after a day at the latest, and is not kept for the curious. */
export async function forgetOldMessages(sql: Sql): Promise<void> {
  await sql`delete from supabase_embedded.message
    where created_at < now() - interval '1 day'
      or id <= (select id from supabase_embedded.message order by id desc offset ${kept} limit 1)`;
}
