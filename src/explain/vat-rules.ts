import { z } from 'zod';
import { percent } from '../domain/trace.ts';
import type { RuleName } from '../domain/trace-names.ts';
import { sumOf } from '../features/statistics/cash-rules.ts';
import { inputVat, undecidedReason, vatBases, vatDue, vatParts } from '../features/vat/rules.ts';
import { cents, month, positive, type RegisteredRule, rule } from './define.ts';

const rates = z.array(z.strictObject({ rateBp: positive, netCents: cents, vatCents: cents }));

/** What a landlord returns of VAT. */
export const vatRules = {
  vat_parts: rule(
    z.strictObject({
      basis: z.enum(vatBases).describe('By fees agreed, or by fees received.'),
      claim: z.strictObject({
        month: month.describe('In which it was supplied.'),
        line: z.strictObject({ amountCents: cents, vatCents: cents }).describe('As it was posted.'),
        amountCents: cents.describe('As it stands.'),
        vatCents: cents,
        receipts: z.array(z.strictObject({ month, cents })).default([]),
      }),
    }),
    {
      basis: 'agreed',
      claim: {
        month: '2026-03',
        line: { amountCents: 119_000, vatCents: 19_000 },
        amountCents: 119_000,
        vatCents: 19_000,
        receipts: [{ month: '2026-02', cents: 59_500 }],
      },
    },
    vatParts,
  ),
  input_vat: rule(
    z
      .strictObject({
        vatCents: cents,
        units: z.array(
          z.strictObject({
            name: z.string(),
            weight: positive.nullable().describe('Area in hundredths of m², or cents of the bill.'),
            use: z.enum(['taxed', 'exempt']).nullable().describe('How it is let; null: never so far.'),
          }),
        ),
      })
      .refine(({ units }) => undecidedReason(units) === null, {
        error: 'how it is split cannot be said: no unit, one that was never let, or one without its area',
        path: ['units'],
      }),
    {
      vatCents: 19_000,
      units: [
        { name: 'Laden', weight: 14_000, use: 'taxed' },
        { name: 'Wohnung', weight: 6_000, use: 'exempt' },
      ],
    },
    inputVat,
  ),
  output_vat: rule(
    z.strictObject({ rates }),
    { rates: [{ rateBp: 1_900, netCents: 100_000, vatCents: 19_000 }] },
    ({ rates: all }) =>
      sumOf(
        'output_vat',
        all.map(({ rateBp, vatCents }) => ({ of: percent(rateBp), cents: vatCents })),
      ),
  ),
  vat_due: rule(
    z.strictObject({ rates, inputCents: cents }),
    { rates: [{ rateBp: 1_900, netCents: 100_000, vatCents: 19_000 }], inputCents: 13_300 },
    vatDue,
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
