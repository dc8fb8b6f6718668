import { z } from 'zod';
import { type LegalFigureKind, legalFigureKinds } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { RENT_BRAKES_BP, RENT_CAPS_BP } from './ordinance-rules';

/** Least and most of what may be entered, in the unit of the kind: hundredths of a per cent, or thousandths. */
const bounds: Record<LegalFigureKind, [least: number, most: number]> = {
  base_rate: [-1_000, 3_000],
  consumer_price_index: [1_000, 1_000_000],
  own_interest_rate: [0, 10_000],
  own_deposit_months: [0, 24_000],
  rent_cap: [1_500, 2_000],
  rent_brake: [0, 1_000],
};

const fields = {
  kind: z.enum(legalFigureKinds),
  /** The town of an ordinance; of other kinds empty. */
  place: field.text(200).default(''),
  validFrom: field.calendarDate,
  validUntil: field.optionalDate,
  value: z.int(),
  /** Where it was published or agreed. */
  source: field.name,
};

type Figure = {
  kind: LegalFigureKind;
  place: string;
  validFrom: string;
  validUntil: string | null;
  value: number;
};

const placeRules: Partial<Record<LegalFigureKind, readonly number[]>> = {
  rent_cap: RENT_CAPS_BP,
  rent_brake: RENT_BRAKES_BP,
};

/**
 * A base rate begins with a half-year, an index with a month, an ordinance has a place and may end; and each lies where
 * such figures lie.
 */
const plausible = <S extends z.ZodType<Figure>>(schema: S): S =>
  field.withRules(
    schema,
    ({ kind, validFrom }, refuse) => {
      if (kind === 'base_rate' && !/-(01|07)-01$/.test(validFrom)) refuse('half_year_start', 'validFrom');
      if (kind === 'consumer_price_index' && !validFrom.endsWith('-01')) refuse('month_start', 'validFrom');
    },
    ({ kind, place }, refuse) => {
      if (placeRules[kind] && place === '') refuse('required', 'place');
      if (!placeRules[kind] && place !== '') refuse('unexpected', 'place');
    },
    ({ kind, validUntil }, refuse) => {
      if (!placeRules[kind] && validUntil !== null) refuse('unexpected', 'validUntil');
    },
    ({ validFrom, validUntil }, refuse) => {
      if (validUntil !== null && validUntil < validFrom) refuse('end_before_start', 'validUntil');
    },
    ({ kind, value }, refuse) => {
      const [least, most] = bounds[kind];
      const isKnown = placeRules[kind]?.includes(value) !== false;
      if (value < least || value > most || !isKnown) refuse('out_of_range', 'value');
    },
  );

export const createFigureInput = plausible(z.strictObject({ id: field.id, ...fields }));

export const updateFigureInput = plausible(
  z.strictObject({ id: field.id, version: field.version, ...fields }),
);

/** What is known of the place of units, for the rent of a new lease. */
export const placeInput = z.strictObject({ unitIds: z.array(field.id).min(1).max(500) });

export const deleteFigureInput = z.strictObject({ id: field.id, version: field.version });

/** Takes over what the Bundesbank publishes; `replaces`: also where something else was typed. */
export const takeFiguresInput = z.strictObject({ replaces: z.boolean().default(false) });
