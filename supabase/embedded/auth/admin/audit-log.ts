import { validationFailed } from '../../errors.ts';
import type { AuthRequest } from '../context.ts';
import { readPage, setPageHeaders } from './pages.ts';

const fields: Record<string, string> = { author: 'actor_username', action: 'action', type: 'log_type' };

/** What happened, the newest first; `query=action:login` narrows it. */
export async function listAuditLog(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const { sql } = server;
  const page = readPage(request);
  const query = c.req.query('query') ?? '';
  const [scope = '', ...rest] = query.split(':');
  const field = Object.hasOwn(fields, scope) ? fields[scope] : undefined;
  if (query !== '' && (!field || rest.length === 0)) throw validationFailed(`Invalid query scope: ${query}`);
  const value = rest.join(':');
  const where = field ? sql`where payload ->> ${field} like ${`%${value}%`}` : sql``;
  const [count] = await sql<{ total: number }[]>`
    select count(*)::int as total from auth.audit_log_entries ${where}`;
  const entries = await sql`select id, payload, created_at, ip_address from auth.audit_log_entries ${where}
    order by created_at desc, id limit ${page.perPage} offset ${(page.page - 1) * page.perPage}`;
  setPageHeaders(request, page, count?.total ?? 0);
  return c.json([...entries]);
}
