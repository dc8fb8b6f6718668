import type { Period } from '../../lib/period.ts';
import type { PlantAnnex } from './annex.ts';
import type { Co2Input } from './co2.ts';
import type { Delivery, StockMethod } from './fuel-stock.ts';
import type { CutReason, fixedMethods, plantUses } from './heating-costs.ts';
import type { HotWater } from './hot-water.ts';

/** Who shares the costs of a plant out: the statement by what devices counted, or a metering service. */
export const plantShares = ['devices', 'service'] as const;

/** Fuel out of a stock: what was burnt is the cost, not what was delivered. Quantities are thousandths of its unit. */
export type PlantFuel = {
  of: (typeof plantUses)[number];
  opening: { quantity: number; amountCents: number };
  deliveries: readonly Delivery[];
  closingQuantity: number;
  method: StockMethod;
};

/** The CO₂ of the supplier's bill; the living area is that of the units of the plant. */
export type PlantCo2 = Omit<Co2Input, 'period' | 'areaSqm100' | 'ownContract'>;

/** Shared out here, by what the meters of the units counted. */
export type PlantByDevices = {
  by: 'devices';
  /** Null: the plant makes no hot water. */
  hotWater: HotWater | null;
  /** By consumption: 50 to 70 % (§§ 7, 8 HeizkostenV), more only where it was agreed (§ 10). */
  heatBp: number;
  hotWaterBp: number;
  isMoreAgreed: boolean;
  fixedBy: (typeof fixedMethods)[number];
  /** Units whose value was found by § 9a (1) instead of read: thousandths. */
  estimates: readonly { unitId: string; heat: number | null; hotWater: number | null }[];
  co2: PlantCo2 | null;
  /**
   * Users whose devices differ (allocators here, heat meters there): each group is measured first (§ 5 (7) HeizkostenV), and
   * half of the costs at least goes by that (§ 6 (2)). Thousandths; left out: one kind of device.
   */
  groups?: {
    byUseBp: number;
    of: readonly { name: string; unitIds: readonly string[]; heat: number; hotWater: number | null }[];
  } | null;
};

/**
 * How a metering service's bill treats the landlord's part of the CO₂ costs: taken off its costs before they are shared
 * out (`deducted`: its users' sum and that part are what was spent); told to each user beside full costs (`shown`: it has
 * yet to be taken off each); not at all (`none`: the landlord splits them himself by `co2`, or tenants may cut 3 %).
 */
export const serviceCo2Ways = ['deducted', 'shown', 'none'] as const;
export type ServiceCo2Way = (typeof serviceCo2Ways)[number];

/** Shared out by a metering service: its figures for each of its users. */
export type PlantByService = {
  by: 'service';
  /** All costs of the plant on its bill, the landlord's part of the CO₂ costs included. */
  totalCents: number;
  co2Way: ServiceCo2Way;
  /** The landlord's part of the CO₂ costs as its bill states it; null with `none`. */
  co2LandlordCents: number | null;
  users: readonly {
    unitId: string;
    /** Null: vacancy or own use. */
    leaseId: string | null;
    amountCents: number;
    /** With `shown`: what of it is the landlord's. Null: in proportion. */
    co2LandlordCents: number | null;
  }[];
  /** With `none`: the landlord's own split, taken off in proportion. */
  co2: PlantCo2 | null;
  /** Else: what its bill says its split rests on. It is told (§ 7 (3) CO2KostAufG), and nothing is taken off by it. */
  told?: PlantCo2 | null;
};

/** What heats several units, one year of it: one line of the statement, whose costs are the bills of its lines. */
export type StatementPlant = {
  id: string;
  name: string;
  /** The units it serves; null: all. */
  circle: readonly string[] | null;
  /** Lines of the statement whose bills are costs of the plant, and what each is for; they are not shared out by themselves. */
  lines: readonly { lineId: string; of: (typeof plantUses)[number] }[];
  /** Its own year where that is another: it ends in the period of the statement (BGH 30 Apr 2008, VIII ZR 240/07). Null: the period. */
  period: Period | null;
  fuel: PlantFuel | null;
  shared: PlantByDevices | PlantByService;
  cuts: readonly CutReason[];
  /** Meters of the statement that count for it, with `devices`; several of one kind in a unit add up. */
  meters: readonly { meterId: string; of: 'heat' | 'hot_water' }[];
  /** With `devices`: what is told beside the bill (§ 6a (3) HeizkostenV). Left out: nobody asks for it here. */
  annex?: PlantAnnex | null;
};
