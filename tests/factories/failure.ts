import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { DomainError, fieldCodes } from '@/lib/errors';
import { findDatabaseFault } from '@/lib/server/database-errors';

/** How a call failed, in one line: the domain's code with its field, the fields of bad input, or tRPC's code. */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return 'no failure';
  if (!(error instanceof TRPCError)) return String(error);
  const { cause } = error;
  if (cause instanceof DomainError) return cause.field ? `${cause.code} @${cause.field}` : cause.code;
  if (cause instanceof ZodError) {
    const fields = Object.entries(fieldCodes(cause)).map(([field, code]) => `${field}: ${code}`);
    return `${error.code} ${fields.sort().join(', ')}`;
  }
  return error.code;
}

/** As `failureOf`, of a command called without the router. */
export const refusalOf = async (work: Promise<unknown>): Promise<string> =>
  (await failureOf(work)).replace('DomainError: ', '');

/** The constraint the database refused something by; a cluster says its name in another place than one machine does. */
export async function constraintAgainst(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return findDatabaseFault(error)?.constraint;
}
