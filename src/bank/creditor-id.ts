import { type Explained, inputs, none, number, text } from '../domain/trace.ts';
import { remainderBy97 } from '../lib/iban.ts';

export type CreditorId = {
  isValid: boolean;
  country: string;
  checkDigits: string;
  businessCode: string;
  national: string;
};

/**
 * Checks a SEPA creditor identifier: country, two check digits, three letters or digits that the creditor may choose and that
 * do not count, and the national part, of 11 digits in Germany. Check digits as for an IBAN (ISO 7064 MOD 97-10) over the
 * national part and the country.
 */
export function checkCreditorId(written: string): Explained<CreditorId | null> {
  const id = written.replace(/\s+/g, '').toUpperCase();
  const parts = /^([A-Z]{2})(\d{2})([A-Z0-9]{3})([A-Z0-9]{1,28})$/.exec(id);
  const [, country = '', checkDigits = '', businessCode = '', national = ''] = parts ?? [];
  const isShaped = parts !== null && (country !== 'DE' || /^\d{11}$/.test(national));
  const remainder = isShaped ? remainderBy97(country, national) : null;
  const expected = remainder === null ? null : 98 - remainder;
  return {
    result: isShaped
      ? { isValid: Number(checkDigits) === expected, country, checkDigits, businessCode, national }
      : null,
    trace: {
      rule: 'creditor_id',
      formula: '98 − {remainder}',
      sources: ['EPC262-08', 'ISO 7064 MOD 97-10'],
      inputs: inputs({
        creditor_id: text(id),
        check_digits: isShaped ? text(checkDigits) : none,
        national_part: isShaped ? text(national) : none,
        remainder: number(remainder),
      }),
      steps: [],
      result: number(expected),
    },
  };
}

/** Whether two identifiers are of one creditor: the three letters or digits that it may choose do not count (EPC262-08). */
export const isSameCreditor = (one: string, other: string): boolean => nationalOf(one) === nationalOf(other);

const nationalOf = (id: string) => `${id.slice(0, 2)}${id.slice(7)}`;
