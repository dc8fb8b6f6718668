/**
 * Why something was not computed. Each stops a line, the statement of one lease, or the whole; the rest goes on. The
 * sentences stand in messages/ (`CostStatement.problems.<code>`).
 */
export const statementProblems = [
  'agreed_line_unknown',
  'area_missing',
  'association_part_exceeds_line',
  'association_part_missing',
  'association_total_differs',
  'association_unit_missing',
  'bill_lease_unknown',
  'bill_unit_unknown',
  'by_hand_lease_unknown',
  'by_hand_reason_missing',
  'by_hand_sign',
  'by_hand_sum',
  'cable_days_missing',
  'circle_empty',
  'circle_unit_unknown',
  'co2_cost_missing',
  'co2_exceeds_costs',
  'co2_kilograms_missing',
  'co2_line_unknown',
  'co2_price_unknown',
  'consumption_share_out_of_range',
  'device_undated',
  'direct_nobody',
  'estimate_twice',
  'gas_calorific_value_missing',
  'hands_leave_gap',
  'hands_readings_differ',
  'heat_group_not_one',
  'heat_not_read',
  'heat_reading_missing',
  'heating_by_consumption',
  'heating_two_dwellings',
  'hot_water_exceeds_heat',
  'hot_water_not_read',
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
  'more_left_than_there_was',
  'nothing_agreed',
  'nothing_counted',
  'own_use_overlaps',
  'own_use_persons_missing',
  'payment_day_missing',
  'period_too_long',
  'persons_missing',
  'plant_area_missing',
  'plant_line_pre_deducted',
  'plant_line_twice',
  'plant_line_unknown',
  'plant_meter_elsewhere',
  'plant_period_outside',
  'plant_twice',
  'plant_unit_without_heat_meter',
  'plant_unit_without_water_meter',
  'plant_without_costs',
  'pre_deduction_too_large',
  'pre_deduction_units_missing',
  'principle_open',
  'range_backwards',
  'reading_goes_down',
  'reading_missing',
  'readings_on_one_day',
  'receipt_outside_period',
  'service_co2_deducted',
  'service_co2_differs',
  'service_co2_missing',
  'service_co2_not_deducted',
  'service_co2_twice',
  'service_not_vacant',
  'service_period_missing',
  'service_sum_differs',
  'service_unit_not_served',
  'service_user_missing',
  'service_user_not_there',
  'service_users_missing',
  'service_vacancy_missing',
  'share_missing',
  'sub_meters_exceed_main',
  'swap_end_missing',
  'swap_start_missing',
  'too_much_labour',
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
  params: Record<string, string | number>;
};

/** Thrown inside the computation of a line and caught at its border. */
export class LineStop extends Error {
  override readonly name = 'LineStop';
  readonly code: ProblemCode;
  readonly field: string;
  readonly params: Record<string, string | number>;

  constructor(code: ProblemCode, field: string, params: Record<string, string | number> = {}) {
    super(code);
    this.code = code;
    this.field = field;
    this.params = params;
  }
}

/** What a person should look at before sending; nothing is stopped by it. */
export const statementWarnings = [
  'annex_incomplete',
  'antenna_after_june_2024',
  'bill_of_other_owner',
  'cable_after_june_2024',
  'calibration_expired',
  'caretaker_beside_labour',
  'change_not_read',
  'co2_bills_overlap',
  'commercial_without_pre_deduction',
  'consumption_jump',
  'cost_jump',
  'cost_unusual_per_sqm',
  'deadline_near',
  'fuel_billed_twice',
  'kept_back',
  'landlord_keeps_unmetered',
  'main_meter_differs',
  'not_agreed',
  'not_recoverable',
  'number_missing',
  'other_cost_not_named',
  'plant_bill_by_days',
  'plant_by_payment',
  'plant_former_lease',
  'plant_without_co2',
  'principle_changed',
  'read_by_days',
  'reading_off_boundary',
  'service_co2_class_differs',
  'service_total_differs',
  'service_without_co2',
  'sold_within',
  'too_late',
  'vacancy',
  'vat_not_stated',
  'vat_rates_differ',
  'vat_without_tax_number',
] as const;
export type WarningCode = (typeof statementWarnings)[number];

export type Warning = { code: WarningCode; params: Record<string, string | number> };
