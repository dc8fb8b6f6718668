import pino from 'pino';
import { findDatabaseFault } from './database-errors.ts';
import { logLevel } from './env.ts';
import { originalOf } from './original-error.ts';

let root: pino.Logger | undefined;

/** One JSON line per event on standard output. Callers log ids and codes, never what people typed. */
export function log(): pino.Logger {
  root ??= pino({ level: logLevel(), base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
  return root;
}

/** What others answer is logged but for addresses: a mail server names the mailbox that it refuses. */
const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"'`(),:;=[\]]{1,64}@[^\s<>"'`(),:;=[\]]{1,255}/g, '[address]');

/**
 * What may be logged of an unknown error. Drizzle puts the parameters (names, IBANs) into the message,
 * and the stack repeats the message: of a database error only state, names and frames remain. In development all of it.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const original = originalOf(error);
  if (original !== undefined) return { type: error.name, original, frames };
  const fault = findDatabaseFault(error);
  if (fault) {
    return { type: error.name, state: fault.state, constraint: fault.constraint, table: fault.table, frames };
  }
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  const message = error.message.startsWith('Failed query:')
    ? 'Failed query'
    : withoutAddresses(error.message);
  return { type: error.name, message, frames, ...(cause ? { cause } : {}) };
}
