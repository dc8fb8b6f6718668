import { z } from 'zod';
import { validationFailed } from '../errors.ts';
import { recordAudit } from './audit.ts';
import type { SignedIn } from './bearer.ts';
import { type AuthRequest, transact } from './context.ts';
import { endSessions } from './sessions.ts';

const scopes = z.enum(['global', 'local', 'others']);

export async function logOut(request: AuthRequest, { user, session }: SignedIn): Promise<Response> {
  const { server, c } = request;
  const wanted = c.req.query('scope') || 'global';
  const scope = scopes.safeParse(wanted);
  if (!scope.success) throw validationFailed(`Unsupported logout scope ${JSON.stringify(wanted)}`);
  await transact(server, async (tx) => {
    await recordAudit(tx, request, user, 'logout');
    await endSessions(tx, session, scope.data);
  });
  return c.body(null, 204);
}
