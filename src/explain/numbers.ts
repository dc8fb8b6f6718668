import { type Explained, inputs, none, number, text } from '../domain/trace.ts';
import { makeRfReference, parseIban, remainderBy97 } from '../lib/iban.ts';

const sources = ['ISO 7064 MOD 97-10'];

/** Whether an IBAN is one, and the check digits its other signs ask for (ISO 13616). */
export function explainIban(written: string): Explained<ReturnType<typeof parseIban>> {
  const iban = written.replace(/\s+/g, '').toUpperCase();
  const [, country = '', digits = '', national = ''] = /^([A-Z]{2})(\d{2})([A-Z0-9]+)$/.exec(iban) ?? [];
  const remainder = national === '' ? null : remainderBy97(country, national);
  return {
    result: parseIban(written),
    trace: {
      rule: 'iban',
      formula: '98 − {remainder}',
      sources: ['ISO 13616', ...sources],
      inputs: inputs({
        iban: text(iban),
        check_digits: digits === '' ? none : text(digits),
        national_part: national === '' ? none : text(national),
        remainder: number(remainder),
      }),
      steps: [],
      result: number(remainder === null ? null : 98 - remainder),
    },
  };
}

/** The reference a tenant pays by: `RF`, check digits and what the lease is known by (ISO 11649). */
export function explainPaymentReference(body: string): Explained<string> {
  const remainder = remainderBy97('RF', body.toUpperCase());
  return {
    result: makeRfReference(body),
    trace: {
      rule: 'payment_reference',
      formula: '98 − {remainder}',
      sources: ['ISO 11649', ...sources],
      inputs: inputs({ reference_body: text(body.toUpperCase()), remainder: number(remainder) }),
      steps: [],
      result: number(98 - remainder),
    },
  };
}
