import { distributionKeys, type UnitKind } from '../domain/vocabulary.ts';
import type { CalendarDate, DateRange } from '../lib/calendar.ts';
import type { Period } from '../lib/period.ts';
import type { StatementPlant } from './plant/block.ts';

/** How a cost is shared out; `by_hand`: amounts that somebody set, with the reason. */
export const statementKeys = [...distributionKeys, 'by_hand'] as const;
export type StatementKey = (typeof statementKeys)[number];

/**
 * Which bills belong to a period: those for what was done in it, or those paid in it. Either may be chosen, one per
 * line and the same year over year (BGH 20 Feb 2008, VIII ZR 49/07 and 27/07).
 */
export const costPrinciples = ['service', 'payment'] as const;
export type CostPrinciple = (typeof costPrinciples)[number];

/**
 * Why heat or hot water of a line is shared out otherwise than half and more by consumption: a house of two dwellings
 * lived in by the landlord (§ 2 HeizkostenV), a building or rooms of § 11, devices of each flat instead of a common plant
 * (§ 1 (1); § 2 nos. 4 d and 5 c BetrKV), more than 70 % by consumption because all contracts agree on it (§ 10).
 */
export const heatingExceptions = [
  'two_dwellings',
  'exempt_building',
  'own_devices',
  'more_by_consumption',
] as const;
export type HeatingException = (typeof heatingExceptions)[number];

/** The groups of the certificate for the tenant's tax return (§ 35a EStG; BMF 9 Nov 2016, annex 2). */
export const labourGroups = ['mini_job', 'employment', 'service', 'craft'] as const;
export type LabourGroup = (typeof labourGroups)[number];

/** What is true of a unit from a day on, until the next such row. */
export type UnitFacts = {
  validFrom: CalendarDate;
  areaSqm100: number | null;
  coOwnershipNumerator: number | null;
  coOwnershipDenominator: number | null;
};

export type StatementUnit = {
  /** By which the rest of the input speaks of it; nothing is ever ordered by it. */
  id: string;
  name: string;
  kind: UnitKind;
  /** First and last day it belongs to the house. */
  availableFrom: CalendarDate;
  availableTo: CalendarDate | null;
  facts: readonly UnitFacts[];
  ownUse: readonly (DateRange & { persons: number | null })[];
  /** Persons that count while it is vacant; null: the setting of the statement for dwellings, none for the rest. */
  vacantPersons: number | null;
};

export type StatementLease = {
  id: string;
  name: string;
  units: readonly (DateRange & { unitId: string })[];
  persons: readonly { validFrom: CalendarDate; count: number }[];
  /** A lump sum is never settled: its share stays with the landlord (§ 556 (2) BGB). */
  settlement: 'advances' | 'lump_sum';
  /** The contract speaks of operating costs as a whole: numbers 1 to 16 of § 2 BetrKV, never 17, never a line without a number. */
  agreesAll: boolean;
  /** Lines that the contract names, with their key where it is another than that of the line. */
  agreed: readonly { lineId: string; key: StatementKey | null }[];
  /** What fell due and what the ledger says was paid on it. */
  advances: readonly { of: string; dueCents: number; paidCents: number }[];
  /** What is paid a month by now. */
  monthlyAdvanceCents: number | null;
  /** What was agreed for later on, by day; left out: nothing. */
  advancesAhead?: readonly { from: CalendarDate; monthlyCents: number }[];
  /** Its advances bear VAT, and so do its costs: hundredths of a per cent; left out: none. */
  vatRateBp?: number;
  /** Changes of cost that are certain, a year: part of the new advance. */
  expectedYearlyCents: number;
  /** Of a correction: what the first statement said; negative is a credit. */
  firstResultCents: number | null;
  /** When that reached the tenant; left out: in time. */
  firstReceivedOn?: CalendarDate | null;
  /** The first one had a slip that the tenant could see at once: what is right may be asked for after the deadline, too. */
  isObviousSlip?: boolean;
};

export type Bill = {
  name: string;
  amountCents: number;
  /** VAT it states, contained in the amount; left out: none. */
  vatCents?: number;
  /** What of it may not be passed on: repair and administration in a caretaker's bill. */
  notRecoverableCents: number;
  /** Labour, machines and travel with VAT, without material (§ 35a EStG). */
  labourCents: number;
  labourGroup: LabourGroup | null;
  provider: string | null;
  /** The days it is for. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  paidOn: CalendarDate | null;
  /** With the key `direct`: whose it is. */
  unitId: string | null;
  leaseId: string | null;
};

/** Taken out before the rest is shared out: what commercial units cost beyond the others (Vorwegabzug). */
export type PreDeduction = {
  amountCents: number;
  /** Who bears it; null: the commercial units of the circle. */
  unitIds: readonly string[] | null;
  /** Who bears what is left: the other units alone, or all of the circle where only the additional cost was taken out. */
  restFor: 'others' | 'all';
  reason: string;
};

export type StatementLine = {
  id: string;
  name: string;
  /** Number in § 2 BetrKV; null outside Germany. A German line without one counts only where a contract names it. */
  betrkvNo: number | null;
  key: StatementKey;
  /** The units that bear it; null: all. */
  circle: readonly string[] | null;
  principle: CostPrinciple;
  /** Counted like this a bill would stand in two statements, or in none: nothing of the line is computed. */
  isPrincipleOpen?: boolean;
  isRecoverable: boolean;
  /** Cable fees: their days after 30 June 2024 are the landlord's (§ 2 no. 15 BetrKV). */
  isCable: boolean;
  /** Of numbers 4 to 6; left out: heat and hot water have to be reckoned by consumption, and come as amounts. */
  heatingException?: HeatingException | null;
  bills: readonly Bill[];
  preDeduction: PreDeduction | null;
  /** With the key `consumption`: the meters that measure it. */
  meterIds: readonly string[];
  /** With the key `by_hand`; what names no lease stays with the landlord. */
  byHand: readonly { leaseId: string | null; amountCents: number }[];
  byHandReason: string | null;
  /** What the amounts leave of the cost is the landlord's; left out: they have to add up to it. */
  isByHandRestKept?: boolean;
  /** What it cost, and what of that was not passed on. */
  lastYear: {
    amountCents: number;
    notRecoverableCents?: number | null;
    /** VAT its bills stated. */
    vatCents?: number;
    principle: CostPrinciple | null;
  } | null;
  /** What is usual a year and square metre, if somebody has said. */
  usualByArea: { fromCents: number; toCents: number } | null;
};

export type MeterDevice = {
  number: string;
  installedOn: CalendarDate | null;
  removedOn: CalendarDate | null;
  /** The last day of its calibration (MessEV, § 34 and annex 7). */
  calibratedUntil: CalendarDate | null;
  readings: readonly { on: CalendarDate; thousandths: number }[];
  /** Of a heat-cost allocator: by what its readings here are multiplied already, in thousandths; left out: by nothing. */
  factorThousandths?: number | null;
};

/** A place where something is measured; its devices follow each other. */
export type StatementMeter = {
  id: string;
  name: string;
  /** Null: the main meter. */
  unitId: string | null;
  /** Heat and heat-cost allocators are never divided by days (§ 9b HeizkostenV). */
  isHeat: boolean;
  /** What to do with a change of tenant nobody read: stop the line, or divide by days. */
  unread: 'stop' | 'by_days';
  devices: readonly MeterDevice[];
  lastYearThousandths: number | null;
};

export type StatementInput = {
  period: Period;
  /** German law with its deadlines; elsewhere the same arithmetic without paragraphs. */
  isGerman: boolean;
  /** Persons that count for a vacant dwelling: the landlord bears them (BGH 31 May 2006, VIII ZR 159/05). */
  vacantPersons: number;
  units: readonly StatementUnit[];
  leases: readonly StatementLease[];
  lines: readonly StatementLine[];
  meters: readonly StatementMeter[];
  /** Plants for heat and hot water of several units; left out: none. */
  plants?: readonly StatementPlant[];
  today: CalendarDate | null;
  receivedOn: CalendarDate | null;
  /** It is late without the landlord's fault: the day on which the last cost it waited for was known. */
  obstacleEndedOn?: CalendarDate | null;
  /** The day on which the house became the buyer's; left out: it was not sold. */
  soldOn?: CalendarDate | null;
};
