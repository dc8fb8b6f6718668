import { z } from 'zod';
import { validationFailed } from '../errors.ts';
import { recordAudit } from './audit.ts';
import { requireFullAssurance, type SignedIn } from './bearer.ts';
import { type AuthRequest, transact } from './context.ts';
import { endSessions } from './sessions.ts';
import { hasVerifiedFactor } from './users.ts';

const scopes = z.enum(['global', 'local', 'others']);

/** The password alone ends its own session only, where there is a second factor. */
export async function logOut(request: AuthRequest, who: SignedIn): Promise<Response> {
  const { user, session } = who;
  const { server, c } = request;
  const wanted = c.req.query('scope') || 'global';
  const scope = scopes.safeParse(wanted);
  if (!scope.success) throw validationFailed(`Unsupported logout scope ${JSON.stringify(wanted)}`);
  await transact(server, async (tx) => {
    await recordAudit(tx, request, user, 'logout');
    const isWhole = !hasVerifiedFactor(user) || session.assurance === 'aal2';
    if (isWhole || scope.data !== 'others') await endSessions(tx, session, isWhole ? scope.data : 'local');
  });
  if (scope.data !== 'local') requireFullAssurance(who);
  return c.body(null, 204);
}
