import type { RuleName } from '@/domain/trace-names';
import { rules } from '@/explain/registry';
import type { LeaseVat } from '@/statement/index';

/** The statement as `npm run -s explain` runs it. */
export type ShownStatement = {
  problems: { code: string; field: string; stops: string; sentence: { en: string; de: string } }[];
  warnings: { code: string }[];
  deadline: string | null;
  lines: {
    name: string;
    totalCents: number;
    sharedCents: number;
    notRecoverableCents: number;
    shares: {
      of: string;
      amountCents: number;
      labourCents: number;
      landlordReason: string | null;
      parts: { weight: number }[];
    }[];
  }[];
  leases: {
    name: string;
    missingLines: string[];
    costsCents: number;
    vat: { result: LeaseVat } | null;
    resultCents: number | null;
    claimableCents: number | null;
    advancesPaidCents: number;
    advancesArrearsCents: number;
    labour: { group: string; amountCents: number }[];
    newAdvance: { result: { monthlyCents: number; validFrom: string | null } } | null;
  }[];
  landlord: Record<string, number>;
  rows: { lease: string; line: string; amountCents: number }[];
};

export const result = (name: RuleName, input: unknown): unknown => rules[name].explain(input).result;
export const statement = (input: object) =>
  result('operating_cost_statement', {
    period: year,
    units: [],
    leases: [],
    lines: [],
    ...input,
  }) as ShownStatement;

export const year = { from: '2025-01-01', to: '2025-12-31' };
export const flat = (name: string, areaSqm: number, more: object = {}) => ({
  name,
  facts: [{ areaSqm }],
  ...more,
});
export const lease = (name: string, unit: string, more: object = {}, days: object = {}) => ({
  name,
  units: [{ unit, ...days }],
  agreesAll: true,
  ...more,
});
/** Of a number that everyone who agreed on operating costs agreed on. */
export const line = (name: string, amountEuro: number, more: object = {}) => ({
  name,
  betrkvNo: 1,
  key: 'area',
  bills: [{ amountEuro, ...year }],
  ...more,
});
export const shares = (found: ShownStatement, at = 0) =>
  Object.fromEntries((found.lines[at]?.shares ?? []).map((share) => [share.of, share.amountCents / 100]));
