import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  handoverKinds,
  keyKinds,
  mendingParties,
  meterKinds,
  meterMeasures,
  roomConditions,
} from '../../domain/vocabulary.ts';
import {
  belongsTo,
  choice,
  created,
  day,
  edited,
  hausbuch,
  instant,
  keyed,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { lease } from './lease.ts';
import { property, unit } from './property.ts';

/** A meter of a unit, or of the whole house where it names no unit. */
export const meter = hausbuch.table(
  'meter',
  {
    ...keyed(),
    propertyId: uuid().notNull(),
    unitId: uuid(),
    kind: choice(meterKinds).notNull(),
    /** As it stands on the meter. */
    number: text(),
    location: text(),
    measure: choice(meterMeasures).notNull(),
    /** Of an allocator whose display counts alike on every radiator: what one unit of it weighs, in thousandths. */
    factorThousandths: integer(),
    /** When it was taken out; a new one counts on. */
    removedOn: day(),
    /** The last day of its calibration (MessEV, § 34 and annex 7). */
    calibratedUntil: day(),
    /** Where nobody read it when tenants changed, days divide what it counted; heat never. */
    isByDays: boolean().notNull().default(false),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('meter', t),
    ...belongsTo('meter_property', t.portfolioId, t.propertyId, property),
    ...belongsTo('meter_unit', t.portfolioId, t.unitId, unit),
    oneOf('meter_kind_check', t.kind, meterKinds),
    oneOf('meter_measure_check', t.measure, meterMeasures),
    check('meter_factor_check', sql`${t.factorThousandths} between 1 and 1000000`),
    check('meter_text_check', sql`length(${t.number}) <= 100 and length(${t.location}) <= 200`),
  ],
);

/**
 * The record of a hand-over: how a unit, its meters and its keys were when a tenant moved in or out. A unit
 * may have several of a kind; one that was entered by mistake is voided, not removed.
 */
export const handover = hausbuch.table(
  'handover',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    unitId: uuid().notNull(),
    kind: choice(handoverKinds).notNull(),
    heldOn: day().notNull(),
    /** `HH:MM` on the wall of the flat. */
    heldAt: text(),
    /** Who was there, by name. */
    persons: text().array().notNull().default(sql`'{}'::text[]`),
    /** Who agrees with the record, by name; each gets a line to sign on. */
    confirmedBy: text().array().notNull().default(sql`'{}'::text[]`),
    remarks: text(),
    voidedAt: instant(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('handover', t),
    ...belongsTo('handover_lease', t.portfolioId, t.leaseId, lease),
    ...belongsTo('handover_unit', t.portfolioId, t.unitId, unit, t.heldOn),
    oneOf('handover_kind_check', t.kind, handoverKinds),
    check('handover_time_check', sql`${t.heldAt} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
  ],
);

export const handoverKey = hausbuch.table(
  'handover_key',
  {
    ...keyed(),
    handoverId: uuid().notNull(),
    position: integer().notNull(),
    kind: choice(keyKinds).notNull(),
    /** What tells it from others of its kind, such as the number on it. */
    label: text(),
    /** Handed over when moving in, returned when moving out. */
    count: integer().notNull(),
    ...created(),
  },
  (t) => [
    ...portfolioTable('handover_key', t),
    ...belongsTo('handover_key_handover', t.portfolioId, t.handoverId, handover),
    unique('handover_key_position_key').on(t.portfolioId, t.handoverId, t.position),
    oneOf('handover_key_kind_check', t.kind, keyKinds),
    check('handover_key_count_check', sql`${t.count} between 0 and 999`),
  ],
);

export const handoverRoom = hausbuch.table(
  'handover_room',
  {
    ...keyed(),
    handoverId: uuid().notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    condition: choice(roomConditions).notNull(),
    note: text(),
    ...created(),
  },
  (t) => [
    ...portfolioTable('handover_room', t),
    ...belongsTo('handover_room_handover', t.portfolioId, t.handoverId, handover),
    unique('handover_room_position_key').on(t.portfolioId, t.handoverId, t.position),
    oneOf('handover_room_condition_check', t.condition, roomConditions),
    check('handover_room_name_check', sql`length(${t.name}) between 1 and 200`),
  ],
);

export const handoverDefect = hausbuch.table(
  'handover_defect',
  {
    ...keyed(),
    roomId: uuid().notNull(),
    position: integer().notNull(),
    description: text().notNull(),
    mendedBy: choice(mendingParties).notNull(),
    mendUntil: day(),
    /** It was there when the tenant moved in. */
    isKnown: boolean().notNull().default(false),
    ...created(),
  },
  (t) => [
    ...portfolioTable('handover_defect', t),
    ...belongsTo('handover_defect_room', t.portfolioId, t.roomId, handoverRoom),
    unique('handover_defect_position_key').on(t.portfolioId, t.roomId, t.position),
    oneOf('handover_defect_mended_by_check', t.mendedBy, mendingParties),
    check('handover_defect_description_check', sql`length(${t.description}) between 1 and 1000`),
    check('handover_defect_until_check', sql`${t.mendUntil} is null or ${t.mendedBy} <> 'nobody'`),
  ],
);

/** What a meter showed on a day. One that was read at a hand-over changes with its record only. */
export const meterReading = hausbuch.table(
  'meter_reading',
  {
    ...keyed(),
    meterId: uuid().notNull(),
    readOn: day().notNull(),
    /** Thousandths of the meter's measure. */
    readingThousandths: bigint({ mode: 'number' }).notNull(),
    handoverId: uuid(),
    recordedBy: uuid(),
    ...created(),
  },
  (t) => [
    ...portfolioTable('meter_reading', t),
    ...belongsTo('meter_reading_meter', t.portfolioId, t.meterId, meter, t.readOn),
    ...belongsTo('meter_reading_handover', t.portfolioId, t.handoverId, handover),
    unique('meter_reading_once_key').on(t.portfolioId, t.meterId, t.handoverId),
    check('meter_reading_check', sql`${t.readingThousandths} between 0 and 1000000000000`),
  ],
);
