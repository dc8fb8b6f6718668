import { parseIban } from '../../lib/iban.ts';
import type { StatementAccount } from '../statement.ts';

/** An account as a file names it: its IBAN, or the number as written. */
export function accountOf(written: string | null | undefined, currency: string | null): StatementAccount {
  const text = written?.trim() ?? '';
  const iban = parseIban(text);
  if (iban.ok) return { iban: iban.iban, number: null, currency };
  return { iban: null, number: text === '' ? null : text, currency };
}

/** The other side: an IBAN without blanks, else the number as written; null for none and for zeros. */
export function otherAccount(written: string | null | undefined): string | null {
  const text = written?.trim() ?? '';
  const iban = parseIban(text);
  if (iban.ok) return iban.iban;
  return /^[0\s]*$/.test(text) || /^(n\/a|-)$/i.test(text) ? null : text.replace(/\s+/g, '').toUpperCase();
}

/**
 * The IBAN that a German `:25:` of bank code and account number stands for (ISO 13616: DE, check digits, 8 and 10 digits);
 * null for another shape. A currency may follow the number.
 */
export function ibanOfBankCode(written: string): string | null {
  const parts = /^(\d{8})\/(\d{1,10})(?:[A-Z]{3})?$/.exec(written.replace(/\s+/g, ''));
  if (!parts) return null;
  const body = `${parts[1]}${(parts[2] ?? '').padStart(10, '0')}`;
  const digits = 98n - (BigInt(`${body}131400`) % 97n);
  return `DE${String(digits).padStart(2, '0')}${body}`;
}
