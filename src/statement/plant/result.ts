import type { Trace } from '../../domain/trace.ts';
import type { CalendarDate } from '../../lib/calendar.ts';
import type { Period } from '../../lib/period.ts';
import type { AnnexResult } from './annex.ts';
import type { PlantByDevices, ServiceCo2Way } from './block.ts';
import type { Co2Split } from './co2.ts';
import type { FuelStock } from './fuel-stock.ts';
import type { CutReason, HeatingCosts, HeatingInput } from './heating-costs.ts';

/** What somebody used of a unit and what it costs; with a service only its sum, without days of its own. */
export type PlantUser = {
  unitId: string;
  /** Null: vacancy or own use. */
  leaseId: string | null;
  from: CalendarDate;
  to: CalendarDate;
  costsCents: number;
  co2LandlordCents: number;
};

/** How the costs of a plant were shared out: what its letter, its annex and its explanation need. */
export type PlantResult = {
  period: Period;
  /** Of its units, over the days; null with a service that needs none. */
  areaSqm100: number | null;
  /** What is shared out, before the landlord's part of the CO₂ costs is taken off. */
  costs: HeatingInput['costs'];
  fuel: FuelStock | null;
  /** The four pots and whether estimates sent one to the area alone (§ 9a (2)); null with a service. */
  pots: Omit<HeatingCosts, 'co2' | 'users' | 'totalCents'> | null;
  rules: Pick<PlantByDevices, 'heatBp' | 'hotWaterBp' | 'fixedBy' | 'groups'> | null;
  /** Units of which a value was found by § 9a (1). */
  estimated: { unitId: string; heat: boolean; hotWater: boolean }[];
  co2Way: ServiceCo2Way | null;
  /** The landlord's own split, step and all; null where the service split them, or nobody. */
  co2: Co2Split | null;
  /** What of the CO₂ costs is the landlord's: never among the shares. */
  co2LandlordCents: number;
  users: PlantUser[];
  /** At risk: what each lease may cut of its share (§ 12 HeizkostenV, § 7 (4) CO2KostAufG). */
  cuts: { leaseId: string; reason: CutReason; amountCents: number }[];
  /** What is told beside the bill; null where nobody asks for it, or the metering service tells it. */
  annex: AnnexResult | null;
  trace: Trace | null;
};
