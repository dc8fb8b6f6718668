import type { TRPC_ERROR_CODE_KEY } from '@trpc/server';

/**
 * Every rule a person can run into, with the tRPC code it is answered with.
 * Its words are `Errors.<code>` in messages/, dots as nesting.
 */
export const domainErrorCodes = {
  not_found: 'NOT_FOUND',
  forbidden: 'FORBIDDEN',
  invalid: 'BAD_REQUEST',
  version_conflict: 'CONFLICT',
  already_exists: 'CONFLICT',
  in_use: 'CONFLICT',
  try_again: 'CONFLICT',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  disk_full: 'SERVICE_UNAVAILABLE',

  'auth.signed_out': 'UNAUTHORIZED',
  'auth.token_invalid': 'UNAUTHORIZED',
  'auth.unavailable': 'SERVICE_UNAVAILABLE',
  'auth.second_factor_required': 'FORBIDDEN',

  'request.foreign_origin': 'FORBIDDEN',
  'request.not_json': 'UNSUPPORTED_MEDIA_TYPE',
  'request.too_large': 'PAYLOAD_TOO_LARGE',

  'portfolio.none': 'NOT_FOUND',
  'portfolio.gone': 'NOT_FOUND',
  'portfolio.last_owner': 'CONFLICT',
  'portfolio.name_mismatch': 'BAD_REQUEST',
  'portfolio.too_many': 'CONFLICT',
  'portfolio.time_zone_unknown': 'BAD_REQUEST',

  'member.already_member': 'CONFLICT',
  'member.already_invited': 'CONFLICT',
  'member.not_accepted': 'CONFLICT',
  'member.other_address': 'FORBIDDEN',
  'member.invitation_expired': 'CONFLICT',

  'account.name_mismatch': 'BAD_REQUEST',

  'property.archived': 'CONFLICT',
  'property.shares_exceed_whole': 'BAD_REQUEST',
  'property.deposit_handed_over': 'CONFLICT',
  'property.name_mismatch': 'BAD_REQUEST',
  'bank_account.iban_taken': 'CONFLICT',
  'bank_account.number_taken': 'CONFLICT',
  'bank_account.of_other_owner': 'CONFLICT',
  'unit.name_taken': 'CONFLICT',
  'unit.period_known': 'CONFLICT',
  'unit.archived': 'CONFLICT',
  'unit.in_use': 'CONFLICT',
  'unit.archived_in_future': 'BAD_REQUEST',
  'unit.let_since': 'CONFLICT',
  'unit.last': 'CONFLICT',
  'tenant.archived': 'CONFLICT',
  'tenant.in_use': 'CONFLICT',
  'tenant.name_mismatch': 'BAD_REQUEST',

  'lease.overlap': 'CONFLICT',
  'lease.end_before_start': 'BAD_REQUEST',
  'lease.notice_after_end': 'BAD_REQUEST',
  'lease.booked_from_outside_term': 'BAD_REQUEST',
  'lease.booked_from_not_earlier': 'CONFLICT',
  'lease.month_has_claims': 'CONFLICT',
  'lease.voided': 'CONFLICT',
  'lease.ended': 'CONFLICT',
  'lease.has_payments': 'CONFLICT',
  'lease.has_carry_over': 'CONFLICT',
  'lease.carry_over_changed': 'CONFLICT',
  'lease.not_a_follow_up': 'BAD_REQUEST',
  'lease.without_tenant': 'BAD_REQUEST',
  'lease.without_unit': 'BAD_REQUEST',
  'lease.day_without_tenant': 'BAD_REQUEST',
  'lease.day_without_unit': 'BAD_REQUEST',
  'lease.part_outside_term': 'BAD_REQUEST',
  'lease.changed_after_end': 'CONFLICT',
  'lease.changed_before_start': 'CONFLICT',
  'lease.part_twice': 'BAD_REQUEST',
  'lease.open_ended': 'CONFLICT',
  'lease.renewal_not_later': 'BAD_REQUEST',

  'rent.starts_outside_term': 'BAD_REQUEST',
  'rent.house_sold': 'BAD_REQUEST',
  'rent.is_initial': 'CONFLICT',
  'rent.day_taken': 'CONFLICT',
  'rent.already_posted': 'CONFLICT',
  'rent.step_too_early': 'BAD_REQUEST',
  'rent.no_index_clause': 'CONFLICT',
  'rent.index_unknown': 'BAD_REQUEST',
  'rent.index_changed': 'CONFLICT',
  'rent.index_agreed': 'CONFLICT',
  'rent.index_beside_steps': 'CONFLICT',

  'charge.already_corrected': 'CONFLICT',
  'charge.below_zero': 'BAD_REQUEST',
  'charge.nothing_open': 'CONFLICT',
  'charge.cannot_void': 'CONFLICT',
  'charge.waived': 'CONFLICT',
  'charge.waiver_reverted': 'CONFLICT',
  'charge.advance_settled': 'CONFLICT',
  'charge.cannot_revert_waiver': 'CONFLICT',

  'property.value_in_future': 'BAD_REQUEST',
  'payment.alike': 'CONFLICT',
  'payment.exceeds_open': 'BAD_REQUEST',
  'payment.exceeds_unallocated': 'BAD_REQUEST',
  'payment.already_reversed': 'CONFLICT',
  'payment.in_future': 'BAD_REQUEST',
  'payment.is_reversal': 'CONFLICT',
  'payment.id_used_differently': 'CONFLICT',
  'payment.exceeds_credit': 'BAD_REQUEST',
  'payment.parts_sum_differs': 'BAD_REQUEST',
  'payment.cannot_return': 'CONFLICT',
  'payment.not_returned': 'CONFLICT',
  'payment.returned_before_paid': 'BAD_REQUEST',
  'payment.refunded': 'CONFLICT',
  'payment.from_deposit': 'CONFLICT',
  'payment.part_of_transfer': 'CONFLICT',
  'payment.cannot_correct': 'CONFLICT',
  'payment.cannot_move': 'CONFLICT',
  'payment.moved_nowhere': 'BAD_REQUEST',

  'arrears.rate_needed': 'BAD_REQUEST',
  'arrears.rate_unknown': 'CONFLICT',
  'arrears.nothing_to_charge': 'CONFLICT',
  'arrears.interest_changed': 'CONFLICT',
  'arrears.paused': 'CONFLICT',
  'arrears.nothing_overdue': 'CONFLICT',
  'arrears.reminded_meanwhile': 'CONFLICT',
  'arrears.reminder_changed': 'CONFLICT',
  'association.unit_taken': 'CONFLICT',
  'association.year_overlaps': 'CONFLICT',
  'association.never_recoverable': 'BAD_REQUEST',
  'association.not_excused': 'BAD_REQUEST',
  'association.in_future': 'BAD_REQUEST',
  'objection.before_statement': 'BAD_REQUEST',
  'objection.to_come': 'BAD_REQUEST',
  'receipts.closed': 'CONFLICT',
  'receipts.open_already': 'CONFLICT',
  'receipts.not_a_home': 'CONFLICT',
  'receipts.other_address': 'CONFLICT',
  'statement.already_settled': 'CONFLICT',
  'statement.corrected_meanwhile': 'CONFLICT',
  'statement.not_ready': 'CONFLICT',
  'statement.nothing_changed': 'CONFLICT',
  'paper.too_long': 'SERVICE_UNAVAILABLE',

  'letter.taken_back': 'CONFLICT',
  'letter.sent_in_future': 'BAD_REQUEST',
  'letter.sent_before_written': 'BAD_REQUEST',
  'letter.answered_in_future': 'BAD_REQUEST',
  'letter.answered_before_sent': 'BAD_REQUEST',
  'letter.without_file': 'CONFLICT',
  'letter.no_mail_server': 'CONFLICT',
  'letter.no_reply_address': 'CONFLICT',
  'letter.no_address': 'CONFLICT',
  'letter.on_its_way': 'CONFLICT',
  'letter.not_waiting': 'CONFLICT',
  'letter.not_uncertain': 'CONFLICT',
  'letter.names_erased': 'CONFLICT',
  'letter.fate_known': 'CONFLICT',
  'letter.too_many_mails': 'TOO_MANY_REQUESTS',
  'letter.paid_meanwhile': 'CONFLICT',
  'letter.called_off_meanwhile': 'CONFLICT',
  'letter.late_meanwhile': 'CONFLICT',
  'letter.corrected_meanwhile': 'CONFLICT',
  'letter.has_gone': 'CONFLICT',
  'letter.sent_otherwise': 'CONFLICT',
  'letter.charged_paid': 'CONFLICT',
  'letter.needs_ink': 'BAD_REQUEST',
  'letter.changed_meanwhile': 'CONFLICT',
  'letter.text_faulty': 'BAD_REQUEST',
  'letter.text_incomplete': 'BAD_REQUEST',
  'letter.too_long': 'BAD_REQUEST',
  'letter.enclosure_gone': 'CONFLICT',
  'letter.enclosures_too_large': 'BAD_REQUEST',
  'letter.gaps': 'CONFLICT',
  'letter.obstacle': 'CONFLICT',
  'letter.not_here': 'BAD_REQUEST',

  'legal.day_taken': 'CONFLICT',
  'legal.source_off': 'FORBIDDEN',
  'legal.source_unreachable': 'BAD_GATEWAY',
  'legal.source_slow': 'GATEWAY_TIMEOUT',
  'legal.source_moved': 'BAD_GATEWAY',
  'legal.source_refused': 'BAD_GATEWAY',
  'legal.source_too_large': 'BAD_GATEWAY',
  'legal.source_unreadable': 'BAD_GATEWAY',
  'legal.source_other_series': 'BAD_GATEWAY',

  'deposit.below_zero': 'BAD_REQUEST',
  'deposit.before_sale': 'BAD_REQUEST',
  'deposit.in_future': 'BAD_REQUEST',
  'deposit.already_reversed': 'CONFLICT',
  'deposit.is_reversal': 'CONFLICT',
  'deposit.has_movements': 'CONFLICT',
  'deposit.exceeds_open': 'BAD_REQUEST',
  'deposit.not_in_money': 'BAD_REQUEST',
  'deposit.not_sold': 'BAD_REQUEST',
  'deposit.held_until_passed': 'BAD_REQUEST',

  'meter.has_readings': 'CONFLICT',
  'meter.read_at_handover': 'CONFLICT',
  'meter.read_at_voided_handover': 'CONFLICT',
  'meter.read_in_future': 'BAD_REQUEST',
  'meter.read_after_removal': 'BAD_REQUEST',
  'meter.removed_before_read': 'BAD_REQUEST',
  'handover.unit_not_of_lease': 'BAD_REQUEST',
  'handover.voided': 'CONFLICT',

  'category.is_group': 'BAD_REQUEST',
  'category.not_a_group': 'BAD_REQUEST',
  'category.other_direction': 'BAD_REQUEST',
  'category.built_in': 'CONFLICT',
  'recurring.place_is_posted': 'CONFLICT',
  'recurring.property_sold': 'CONFLICT',
  'recurring.first_amount': 'CONFLICT',
  'recurring.paused': 'CONFLICT',
  'recurring.not_paused': 'CONFLICT',
  'transaction.in_future': 'BAD_REQUEST',
  'transaction.split_no_units': 'BAD_REQUEST',
  'transaction.split_weights_missing': 'BAD_REQUEST',
  'transaction.split_weights_zero': 'BAD_REQUEST',
  'transaction.split_weights_too_fine': 'BAD_REQUEST',
  'transaction.split_sum_differs': 'BAD_REQUEST',

  'bank.line_decided': 'CONFLICT',
  'bank.other_currency': 'CONFLICT',
  'bank.parts_sum_differs': 'BAD_REQUEST',
  'bank.other_direction': 'BAD_REQUEST',
  'bank.payment_differs': 'CONFLICT',
  'bank.payment_has_line': 'CONFLICT',
  'bank.paid_since': 'CONFLICT',
  'bank.booking_differs': 'CONFLICT',
  'bank.booking_has_line': 'CONFLICT',
  'bank.returned_since': 'CONFLICT',
  'bank.order_differs': 'CONFLICT',
  'bank.words_not_in_text': 'BAD_REQUEST',

  'debit.euro_only': 'CONFLICT',
  'debit.no_creditor_id': 'CONFLICT',
  'debit.creditor_outside_eea': 'CONFLICT',
  'debit.other_creditor': 'CONFLICT',
  'debit.too_early': 'BAD_REQUEST',
  'debit.no_bank_day': 'BAD_REQUEST',
  'debit.mandate_not_active': 'CONFLICT',
  'debit.more_than_due': 'CONFLICT',
  'debit.signed_in_future': 'BAD_REQUEST',
  'debit.revoked_before_signed': 'BAD_REQUEST',
  'debit.reference_taken': 'CONFLICT',
  'debit.mandate_used': 'CONFLICT',
  'debit.mandate_fixed': 'CONFLICT',
  'debit.not_yet_collected': 'CONFLICT',
  'debit.cancelled': 'CONFLICT',
  'debit.collected': 'CONFLICT',
  'debit.received': 'CONFLICT',

  'payout.euro_only': 'CONFLICT',
  'payout.too_early': 'BAD_REQUEST',
  'payout.too_late': 'BAD_REQUEST',
  'payout.no_bank_day': 'BAD_REQUEST',
  'payout.payer_outside_eea': 'CONFLICT',
  'payout.more_than_open': 'CONFLICT',
  'payout.lease_runs': 'CONFLICT',
  'payout.not_in_money': 'CONFLICT',
  'payout.cancelled': 'CONFLICT',
  'payout.paid': 'CONFLICT',
  'payout.under_way': 'CONFLICT',

  'document.type_not_allowed': 'BAD_REQUEST',
  'document.type_mismatch': 'BAD_REQUEST',
  'document.xml_not_invoice': 'BAD_REQUEST',
  'document.too_large': 'BAD_REQUEST',
  'document.empty': 'BAD_REQUEST',
  'document.incomplete': 'CONFLICT',
  'document.not_uploaded': 'CONFLICT',
  'document.quota_exceeded': 'CONFLICT',
  'document.deleted': 'CONFLICT',
  'document.lost': 'CONFLICT',
  'document.enclosed': 'CONFLICT',
  'document.sent_letter': 'CONFLICT',
} as const satisfies Record<string, TRPC_ERROR_CODE_KEY>;

export type DomainErrorCode = keyof typeof domainErrorCodes;
export type DomainErrorParams = Record<string, string | number>;

/** What travels to the client about a broken rule. */
export type DomainErrorShape = { code: DomainErrorCode; field?: string; params?: DomainErrorParams };

/** A rule said no. Carries a code and never a sentence; `field` is the input's path (`units.0.from`). */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  readonly field: string | undefined;
  readonly params: DomainErrorParams | undefined;

  constructor(
    code: DomainErrorCode,
    detail: { field?: string; params?: DomainErrorParams; cause?: unknown } = {},
  ) {
    super(code, { cause: detail.cause });
    this.code = code;
    this.field = detail.field;
    this.params = detail.params;
  }

  toShape(): DomainErrorShape {
    return {
      code: this.code,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.params === undefined ? {} : { params: this.params }),
    };
  }
}

/** The part of a zod issue we read; typed by shape so that this file needs no zod in the browser. */
type Issue = {
  code?: string | undefined;
  message: string;
  path: PropertyKey[];
  input?: unknown;
  origin?: unknown;
  minimum?: unknown;
  format?: unknown;
  keys?: string[];
};

const writtenCode = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/;

/**
 * The code of a zod issue: the one its schema wrote as `error: 'some_code'`, else one of
 * required, too_short, too_long, too_small, too_big, email, date, uuid, unknown_field, invalid.
 */
function issueCode(issue: Issue): string {
  if (writtenCode.test(issue.message)) return issue.message;
  const ofText = issue.origin === 'string' || issue.origin === 'array' || issue.origin === 'set';
  switch (issue.code) {
    case 'invalid_type':
      return /received (undefined|null)$/.test(issue.message) ? 'required' : 'invalid';
    case 'too_small':
      if (!ofText) return 'too_small';
      return issue.minimum === 1 ? 'required' : 'too_short';
    case 'too_big':
      return ofText ? 'too_long' : 'too_big';
    case 'invalid_format':
      return issue.format === 'email' || issue.format === 'date' || issue.format === 'uuid'
        ? issue.format
        : 'invalid';
    case 'unrecognized_keys':
      return 'unknown_field';
    default:
      return 'invalid';
  }
}

/** Field path (`lines.0.amountCents`, `''` for the whole input) → code; the first issue of a field wins. */
export function fieldCodes(error: { issues: readonly Issue[] }): Record<string, string> {
  const codes: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    const paths = issue.keys ? issue.keys.map((key) => (path === '' ? key : `${path}.${key}`)) : [path];
    for (const field of paths) codes[field] ??= issueCode(issue);
  }
  return codes;
}
