import { z } from 'zod';
import { checkCreditorId } from '@/bank/creditor-id';
import { isAccountNumber, isRoutingNumber, isSortCode } from '@/domain/bank-account';
import {
  accountSchemes,
  bankAccountPurposes,
  currencies,
  jurisdictions,
  letterPictures,
  partyKinds,
  prorationMethods,
} from '@/domain/vocabulary';
import { isTimeZone } from '@/lib/calendar';
import * as field from '@/lib/field';
import { isLetterPicture, MOST_PICTURE } from './picture-rules';

const portfolioFields = {
  name: field.name,
  jurisdiction: z.enum(jurisdictions),
  timeZone: z.string().max(64).refine(isTimeZone, { error: 'time_zone' }),
  prorationMethod: z.enum(prorationMethods).default('calendar_days'),
};

/** The landlord's name, when given, becomes the portfolio's first landlord. */
export const createPortfolioInput = z.strictObject({
  id: field.id,
  ...portfolioFields,
  currency: z.enum(currencies),
  landlordName: field.optionalText(),
});
export type CreatePortfolioInput = z.input<typeof createPortfolioInput>;

/** The currency stays: amounts are not converted. */
export const updatePortfolioInput = z.strictObject({ version: field.version, ...portfolioFields });

export const locateInput = z.strictObject({ entity: z.enum(['property', 'tenant']), id: field.id });

const landlordFields = {
  kind: z.enum(partyKinds),
  name: field.name,
  ...field.addressFields,
  state: field.state,
  country: field.country.nullable().default(null),
  taxNumber: field.optionalText(40),
  email: field.email.nullable().default(null),
};

export const createLandlordInput = field.withPostalCode(z.strictObject({ id: field.id, ...landlordFields }));
export type CreateLandlordInput = z.input<typeof createLandlordInput>;
export const updateLandlordInput = field.withPostalCode(
  z.strictObject({ id: field.id, version: field.version, ...landlordFields }),
);

/** Base64 of a small JPEG, as the page draws it of whatever picture was chosen. */
const letterPicture = z
  .string()
  .max(MOST_PICTURE, { error: 'too_long', abort: true })
  .refine(isLetterPicture, { error: 'invalid' })
  .nullable();

/** What stands on a landlord's letters beside the words; null takes it away. */
export const setPictureInput = z.strictObject({
  id: field.id,
  version: field.version,
  which: z.enum(letterPictures),
  picture: letterPicture,
});
export const picturesInput = z.strictObject({ id: field.id });

/** Without what people put between the groups of a number: 20-30-02. */
const withoutGroups = (between: RegExp) =>
  field.optionalText(40).transform((value) => value?.replace(between, '') ?? null);

const bankAccountFields = {
  landlordId: field.id.nullable().default(null),
  holder: field.name,
  scheme: z.enum(accountSchemes).default('iban'),
  iban: field.iban.nullable().default(null),
  bankCode: withoutGroups(/(?<=\d)[\s-]+(?=\d)/g),
  // A hyphen may be part of it, as in New Zealand.
  accountNumber: withoutGroups(/(?<=\d)\s+(?=\d)/g),
  bic: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/, { error: 'bic' })
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .default(null),
  creditorIdentifier: z
    .string()
    .transform((value) => value.replace(/\s+/g, '').toUpperCase())
    .refine((value) => value === '' || checkCreditorId(value).result?.isValid === true, {
      error: 'creditor_id',
    })
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .default(null),
  booksCertain: z.boolean().default(false),
  purpose: z.enum(bankAccountPurposes),
};

type Numbered = {
  scheme: (typeof accountSchemes)[number];
  iban: string | null;
  bankCode: string | null;
  accountNumber: string | null;
  creditorIdentifier: string | null;
};

/** An account has an IBAN, or a number that is one where it is kept. */
const withNumber = <S extends z.ZodType<Numbered>>(account: S): S =>
  account.superRefine(({ scheme, iban, bankCode, accountNumber, creditorIdentifier }, context) => {
    const isIban = scheme === 'iban';
    const isCode = scheme === 'us' ? isRoutingNumber : isSortCode;
    const asksCode = scheme === 'us' || scheme === 'gb';
    const wrong: [keyof Numbered, string | false][] = [
      ['iban', isIban ? iban === null && 'required' : iban !== null && 'unexpected'],
      [
        'bankCode',
        isIban
          ? bankCode !== null && 'unexpected'
          : asksCode && (bankCode === null ? 'required' : !isCode(bankCode) && `bank_code_${scheme}`),
      ],
      [
        'accountNumber',
        isIban
          ? accountNumber !== null && 'unexpected'
          : accountNumber === null
            ? 'required'
            : !isAccountNumber(scheme, accountNumber) && `account_number_${scheme}`,
      ],
      // Only from an account with an IBAN direct debits are collected.
      ['creditorIdentifier', !isIban && creditorIdentifier !== null && 'unexpected'],
    ];
    for (const [path, message] of wrong)
      if (message !== false) context.addIssue({ code: 'custom', message, path: [path] });
  });

export const createBankAccountInput = withNumber(z.strictObject({ id: field.id, ...bankAccountFields }));
export type CreateBankAccountInput = z.input<typeof createBankAccountInput>;
export const updateBankAccountInput = withNumber(
  z.strictObject({ id: field.id, version: field.version, ...bankAccountFields }),
);

/** One row as its editor saw it: for archive, restore and delete. */
export const rowInput = z.strictObject({ id: field.id, version: field.version });
