export { annexParts, disputeWays, type PlantAnnex } from './annex.ts';
export { type AssociationLine, associationStatement } from './association.ts';
export { plantShares, type ServiceCo2Way, type StatementPlant, serviceCo2Ways } from './block.ts';
export {
  type Co2Bill,
  type Co2Input,
  type Co2Split,
  co2Models,
  co2Obstacles,
  co2Split,
  co2Uses,
} from './co2.ts';
export { co2Fuels, co2OfFuel } from './co2-factors.ts';
export { consumptionComparison } from './comparison.ts';
export { explainDegreeDays, type Hand, SUMMER } from './degree-days.ts';
export { fuelStock, stockMethods } from './fuel-stock.ts';
export { type CutReason, cutReasons, fixedMethods, heatingCosts, plantUses } from './heating-costs.ts';
export { type HotWater, heatSources, hotWaterEnergy, hotWaterWays } from './hot-water.ts';
export {
  explainServiceRecords,
  type RecordProblem,
  readServiceRecords,
  type ServiceRecord,
} from './service-records.ts';
export { serviceSumFault } from './service-sum.ts';
