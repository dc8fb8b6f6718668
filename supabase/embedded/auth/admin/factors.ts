import { z } from 'zod';
import { ApiError, errorCodeOf, uniqueViolation } from '../../errors.ts';
import { operator, recordAudit } from '../audit.ts';
import { type AuthRequest, optionalText, readBody, transact } from '../context.ts';
import { findFactor, removeFactor } from '../factors.ts';
import { parsePhone } from '../phones.ts';
import { toFactor } from '../users.ts';
import { getTarget } from './users.ts';

/** Second factors of any account: for whoever lost theirs. */

export async function listFactors(request: AuthRequest): Promise<Response> {
  const user = await getTarget(request);
  return request.c.json(user.factors.map(toFactor));
}

export async function deleteFactor(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const user = await getTarget(request);
  const factor = await transact(server, async (tx) => {
    const found = await findFactor(tx, user.id, c.req.param('factorId'));
    await removeFactor(tx, found);
    await recordAudit(tx, request, operator, 'factor_deleted', { user_id: user.id, factor_id: found.id });
    return found;
  });
  return c.json(toFactor(factor));
}

const body = z.object({ friendly_name: optionalText, phone: optionalText });

export async function updateFactor(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const user = await getTarget(request);
  const input = await readBody(c, body);
  const phone = input.phone === '' ? null : parsePhone(input.phone);
  const factor = await transact(server, async (tx) => {
    const found = await findFactor(tx, user.id, c.req.param('factorId'));
    await tx`update auth.mfa_factors set updated_at = now(),
        friendly_name = coalesce(nullif(${input.friendly_name}, ''), friendly_name),
        phone = case when factor_type = 'phone' then coalesce(${phone}, phone) end
      where id = ${found.id}`;
    await recordAudit(tx, request, operator, 'factor_updated', {
      user_id: user.id,
      factor_id: found.id,
      factor_type: found.factor_type,
    });
    return findFactor(tx, user.id, found.id);
  }).catch((error: unknown) => {
    if (errorCodeOf(error) !== uniqueViolation) throw error;
    throw new ApiError(
      422,
      'mfa_factor_name_conflict',
      'Another factor of this user has this name or number',
    );
  });
  return c.json(toFactor(factor));
}
