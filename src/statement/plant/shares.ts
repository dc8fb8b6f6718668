import type { CalendarDate } from '../../lib/calendar.ts';
import type { MeterUse } from '../consumption.ts';
import type { Fraction } from '../fraction.ts';
import type { Warning } from '../problems.ts';
import type { CutReason } from './heating-costs.ts';
import type { PlantResult } from './result.ts';

/** Of what a share of a plant consists; the landlord's part of the CO₂ costs is taken off. */
export const heatRoles = [
  'heat_fixed',
  'heat_used',
  'hot_water_fixed',
  'hot_water_used',
  'by_service',
  'co2_of_landlord',
] as const;
export type HeatRole = (typeof heatRoles)[number];

/** The costs of a plant shared out; weights and parts of every pot are in the order of the places. */
export type HeatShares = {
  pots: { role: HeatRole; cents: number; weights: readonly Fraction[]; parts: readonly number[] }[];
  places: {
    party: number;
    unitId: string;
    from: CalendarDate;
    to: CalendarDate;
    costsCents: number;
    co2LandlordCents: number;
  }[];
  uses: MeterUse[];
  warnings: Warning[];
  result: Pick<PlantResult, 'areaSqm100' | 'pots' | 'rules' | 'estimated' | 'co2Way' | 'co2' | 'trace'>;
  cuts: readonly CutReason[];
};
