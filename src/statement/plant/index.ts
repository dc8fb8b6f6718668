export { type AssociationLine, associationStatement } from './association.ts';
export { plantShares, type ServiceCo2Way, type StatementPlant, serviceCo2Ways } from './block.ts';
export { type Co2Input, type Co2Split, co2Models, co2Obstacles, co2Split, co2Uses } from './co2.ts';
export { co2Fuels, co2OfFuel } from './co2-factors.ts';
export { explainDegreeDays, type Hand, SUMMER } from './degree-days.ts';
export { fuelStock, stockMethods } from './fuel-stock.ts';
export { type CutReason, cutReasons, fixedMethods, heatingCosts, plantUses } from './heating-costs.ts';
export { type HotWater, heatSources, hotWaterWays } from './hot-water.ts';
