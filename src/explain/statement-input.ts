import type { z } from 'zod';
import { numberByName } from '../statement/cost-names.ts';
import type { StatementInput, StatementLease, StatementMeter, StatementUnit } from '../statement/index.ts';
import type { BlockStop } from './block-stops.ts';
import { withBlocks } from './statement-plants.ts';
import type { device, statementShape, unit } from './statement-shapes.ts';

type Given = z.output<typeof statementShape>;

const ided = <One extends { id?: string | undefined; name: string }>(one: One) => ({
  ...one,
  id: one.id ?? one.name,
});

export const thousandths = (reading: number): number => Math.round(reading * 1_000);

export const readUnit = (given: z.output<typeof unit>): StatementUnit => ided(given);

export const readDevices = (given: readonly z.output<typeof device>[]): StatementMeter['devices'] =>
  given.map((one) => ({
    ...one,
    readings: one.readings.map(({ on, reading }) => ({ on, thousandths: thousandths(reading) })),
  }));

export const readHolding = (units: Given['leases'][number]['units']): StatementLease['units'] =>
  units.map(({ unit: unitId, ...days }) => ({ ...days, unitId }));

function readLine(
  { meters, preDeduction, bills, byHand, betrkvNo, ...line }: Given['lines'][number],
  isGerman: boolean,
) {
  const named = isGerman && betrkvNo === undefined ? numberByName(line.name) : null;
  return {
    ...ided(line),
    betrkvNo: betrkvNo ?? named?.betrkvNo ?? null,
    isCable: line.isCable || named?.isCable === true,
    meterIds: meters,
    preDeduction: preDeduction && { ...preDeduction, unitIds: preDeduction.units },
    bills: bills.map(({ unit: unitId, lease: leaseId, ...bill }) => ({ ...bill, unitId, leaseId })),
    byHand: byHand.map(({ lease: leaseId, amountCents }) => ({ leaseId, amountCents })),
  };
}

/** What was typed, as the engine takes it: ids where none was given are the names. `stops`: blocks nothing can be made of. */
export function readStatement(given: Given): { input: StatementInput; stops: BlockStop[] } {
  const { heating, co2, association } = given;
  return withBlocks(readHouse(given), { heating, co2, association });
}

function readHouse(given: Given): StatementInput {
  const { units, leases, lines, meters, heating: _, co2: __, association: ___, ...rest } = given;
  return {
    ...rest,
    units: units.map(readUnit),
    leases: leases.map((lease) => ({
      ...ided(lease),
      units: readHolding(lease.units),
      agreed: lease.agreed.map(({ line: lineId, key }) => ({ lineId, key })),
    })),
    lines: lines.map((line) => readLine(line, given.isGerman)),
    meters: meters.map(({ unit: unitId, lastYear, devices, ...meter }) => ({
      ...ided(meter),
      unitId,
      devices: readDevices(devices),
      lastYearThousandths: lastYear === null ? null : thousandths(lastYear),
    })),
  };
}
