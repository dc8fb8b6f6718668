/**
 * Why something was not computed. Each stops a line, the statement of one lease, or the whole; the rest goes on. The
 * sentences stand in messages/ (`CostStatement.problems.<code>`).
 */
export const statementProblems = [
  'agreed_line_unknown',
  'area_missing',
  'bill_lease_unknown',
  'bill_unit_unknown',
  'by_hand_lease_unknown',
  'by_hand_reason_missing',
  'by_hand_sum',
  'circle_empty',
  'circle_unit_unknown',
  'direct_nobody',
  'heat_reading_missing',
  'key_without_base',
  'keys_exceed_total',
  'labour_group_missing',
  'lease_twice',
  'lease_unit_unknown',
  'leases_overlap',
  'line_twice',
  'main_meter_twice',
  'meter_missing',
  'meter_twice',
  'meter_unknown',
  'meters_missing',
  'nothing_agreed',
  'own_use_overlaps',
  'payment_day_missing',
  'period_too_long',
  'persons_missing',
  'pre_deduction_too_large',
  'pre_deduction_units_missing',
  'range_backwards',
  'reading_goes_down',
  'reading_missing',
  'readings_on_one_day',
  'receipt_outside_period',
  'service_period_missing',
  'share_missing',
  'sub_meters_exceed_main',
  'swap_end_missing',
  'swap_start_missing',
  'too_much_not_recoverable',
  'unit_twice',
] as const;
export type ProblemCode = (typeof statementProblems)[number];

export type Problem = {
  code: ProblemCode;
  /** Where it is in the input: `lines.0.bills.2.paidOn`. */
  field: string;
  stops: 'statement' | 'line' | 'lease';
  /** The names and days its sentence speaks of. */
  params: Record<string, string>;
};

/** Thrown inside the computation of a line and caught at its border. */
export class LineStop extends Error {
  override readonly name = 'LineStop';
  readonly code: ProblemCode;
  readonly field: string;
  readonly params: Record<string, string>;

  constructor(code: ProblemCode, field: string, params: Record<string, string> = {}) {
    super(code);
    this.code = code;
    this.field = field;
    this.params = params;
  }
}

/** What a person should look at before sending; nothing is stopped by it. */
export const statementWarnings = [
  'cable_after_june_2024',
  'calibration_expired',
  'caretaker_beside_labour',
  'commercial_without_pre_deduction',
  'consumption_jump',
  'cost_jump',
  'cost_unusual_per_sqm',
  'deadline_near',
  'landlord_keeps_unmetered',
  'main_meter_differs',
  'not_agreed',
  'not_recoverable',
  'principle_changed',
  'read_by_days',
  'reading_off_boundary',
  'too_late',
  'vacancy',
] as const;
export type WarningCode = (typeof statementWarnings)[number];

export type Warning = { code: WarningCode; params: Record<string, string | number> };
