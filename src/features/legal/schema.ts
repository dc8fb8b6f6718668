import { z } from 'zod';
import { type LegalFigureKind, legalFigureKinds } from '@/domain/vocabulary';
import * as field from '@/lib/field';

/** Least and most of what may be entered, in the unit of the kind: hundredths of a per cent, or thousandths. */
const bounds: Record<LegalFigureKind, [least: number, most: number]> = {
  base_rate: [-1_000, 3_000],
  consumer_price_index: [1_000, 1_000_000],
  own_interest_rate: [0, 10_000],
  own_deposit_months: [0, 24_000],
};

const fields = {
  kind: z.enum(legalFigureKinds),
  validFrom: field.calendarDate,
  value: z.int(),
  /** Where it was published or agreed. */
  source: field.name,
};

type Figure = { kind: LegalFigureKind; validFrom: string; value: number };

/** A base rate begins with a half-year, an index with a month; and each lies where such figures lie. */
const plausible = <S extends z.ZodType<Figure>>(schema: S): S =>
  schema.superRefine(({ kind, validFrom, value }, context) => {
    const issue = (path: string, code: string) =>
      context.addIssue({ code: 'custom', message: code, path: [path] });
    if (kind === 'base_rate' && !/-(01|07)-01$/.test(validFrom)) issue('validFrom', 'half_year_start');
    if (kind === 'consumer_price_index' && !validFrom.endsWith('-01')) issue('validFrom', 'month_start');
    const [least, most] = bounds[kind];
    if (value < least || value > most) issue('value', 'out_of_range');
  });

export const createFigureInput = plausible(z.strictObject({ id: field.id, ...fields }));

export const updateFigureInput = plausible(
  z.strictObject({ id: field.id, version: field.version, ...fields }),
);

export const deleteFigureInput = z.strictObject({ id: field.id, version: field.version });

/** Takes over what the Bundesbank publishes; `replaces`: also where something else was typed. */
export const takeFiguresInput = z.strictObject({ replaces: z.boolean().default(false) });
