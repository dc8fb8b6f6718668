import { DomainError, type DomainErrorCode } from '../errors.ts';
import { isDiskFull } from './disk-space.ts';

/** The constraints whose violation a person can cause and mend. Everything else is a fault of ours. */
const constraintErrors: Record<string, { code: DomainErrorCode; field?: string }> = {
  bank_account_iban_key: { code: 'bank_account.iban_taken', field: 'iban' },
  bank_account_number_key: { code: 'bank_account.number_taken', field: 'accountNumber' },
  charge_period_key: { code: 'rent.already_posted' },
  index_clause_lease_key: { code: 'rent.index_agreed' },
  lease_period_check: { code: 'lease.end_before_start', field: 'endsOn' },
  lease_unit_no_overlap: { code: 'lease.overlap', field: 'unitIds' },
  open_item_open_check: { code: 'payment.exceeds_open', field: 'amountCents' },
  payment_reverses_key: { code: 'payment.already_reversed' },
  payment_replaces_key: { code: 'payment.already_reversed' },
  // Somebody else has corrected or removed the same booking in the meantime.
  transaction_replaces_key: { code: 'version_conflict' },
  transaction_reverses_key: { code: 'version_conflict' },
  legal_figure_day_key: { code: 'legal.day_taken', field: 'validFrom' },
  rent_day_key: { code: 'rent.day_taken', field: 'validFrom' },
  unit_name_key: { code: 'unit.name_taken', field: 'name' },
};

/** Same meaning whichever table: asked only when the constraint's own name says nothing. */
const stateErrors: Record<string, DomainErrorCode> = {
  '23505': 'already_exists',
  '23514': 'invalid',
  '23P01': 'already_exists',
  '22003': 'invalid',
  '22021': 'invalid',
  '40001': 'try_again',
  '40P01': 'try_again',
  '55P03': 'try_again',
  '53100': 'disk_full',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  '58030': 'unavailable',
  '57014': 'unavailable',
  '53300': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  EPIPE: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  ETIMEDOUT: 'unavailable',
  CONNECT_TIMEOUT: 'unavailable',
  CONNECTION_CLOSED: 'unavailable',
  CONNECTION_ENDED: 'unavailable',
  CONNECTION_DESTROYED: 'unavailable',
  POOL_EXHAUSTED: 'unavailable',
  // The server let go of a transaction that asked nothing, or took too long.
  '25P03': 'unavailable',
  '25P04': 'unavailable',
};

export type DatabaseFault = { state: string; constraint: string | undefined; table: string | undefined };

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * The constraint's name, as the schema has it. Citus says it in the message only, and that of the shard:
 * `… violates unique constraint "bank_account_iban_key_102043"`.
 */
const constraintOf = (field: unknown, message: string) =>
  (textOf(field) ?? /\bconstraint "([^"]+)"/.exec(message)?.[1])?.replace(/_\d+$/, '');

/** Finds the driver's error under Drizzle's wrapping; null when the database had no part in it. */
export function findDatabaseFault(error: unknown): (DatabaseFault & { message: string }) | null {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code, constraint_name, table_name } = current as Error & Record<string, unknown>;
    const state = textOf(code);
    if (state && (/^[0-9A-Z]{5}$/.test(state) || state in stateErrors)) {
      return {
        state,
        constraint: constraintOf(constraint_name, current.message),
        table: textOf(table_name)?.replace(/_\d+$/, ''),
        message: current.message,
      };
    }
    current = current.cause;
  }
  return null;
}

/** The rule behind a refusal of the database, or null when it is not one a person can act on. */
export function domainErrorOf(error: unknown): DomainError | null {
  const fault = findDatabaseFault(error);
  if (!fault) return null;
  const known = fault.constraint === undefined ? undefined : constraintErrors[fault.constraint];
  if (known) return new DomainError(known.code, { field: known.field, cause: error });
  if (fault.state === '23503') {
    // Postgres words the two sides differently: a missing parent, or a parent that is still used.
    const isParent = fault.message.startsWith('update or delete');
    return new DomainError(isParent ? 'in_use' : 'not_found', { cause: error });
  }
  const meant = stateErrors[fault.state];
  // A Postgres that cannot write its log ends itself, and is not there to say why.
  const code = meant === 'unavailable' && isDiskFull() ? 'disk_full' : meant;
  return code ? new DomainError(code, { cause: error }) : null;
}
