import { describe, expect, it } from 'vitest';
import { domainErrorOf, findDatabaseFault } from './database-errors.ts';

const fault = (message: string, fields: Record<string, string>) => Object.assign(new Error(message), fields);

describe('the constraint behind a refusal', () => {
  it.each([
    [
      'one server says it in a field',
      'duplicate key value violates unique constraint "bank_account_iban_key"',
      { code: '23505', constraint_name: 'bank_account_iban_key' },
      'bank_account.iban_taken',
    ],
    [
      'a cluster in the message only, with the number of the shard',
      'duplicate key value violates unique constraint "bank_account_iban_key_102043"',
      { code: '23505' },
      'bank_account.iban_taken',
    ],
    [
      'a check there',
      'new row for relation "open_item_102077" violates check constraint "open_item_open_check_102077"',
      { code: '23514' },
      'payment.exceeds_open',
    ],
    [
      'an exclusion there',
      'conflicting key value violates exclusion constraint "lease_unit_no_overlap_102099"',
      { code: '23P01' },
      'lease.overlap',
    ],
    ['none is named', 'duplicate key value', { code: '23505' }, 'already_exists'],
    [
      'the message is quoted by another',
      'the "constraint" was broken',
      { code: '23514', constraint_name: '' },
      'invalid',
    ],
  ])('%s', (_, message, fields, code) => {
    expect(domainErrorOf(new Error('query', { cause: fault(message, fields) }))?.code).toBe(code);
  });
  it('keeps numbers that are the name’s own', () => {
    expect(findDatabaseFault(fault('x', { code: '23505', constraint_name: 'a_2_key' }))?.constraint).toBe(
      'a_2_key',
    );
  });
});
