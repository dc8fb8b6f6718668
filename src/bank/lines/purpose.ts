import { parseRfReference } from '../../lib/iban.ts';
import { parseAmount } from '../files/amount.ts';
import type { LineReferences } from '../statement.ts';

/** What German banks pack into the purpose of a payment, by its marks. Amounts in cents, null where none is given. */
export type Purpose = {
  text: string;
  references: Omit<LineReferences, 'bank' | 'batch'>;
  /** `ABWA` paid for somebody else, `ABWE` was paid for somebody else. */
  onBehalfOf: string | null;
  /** Account of the other side, where it is written into the purpose. */
  account: string | null;
  originalCents: number | null;
  chargeCents: number | null;
};

export const noReferences = {
  endToEnd: null,
  mandate: null,
  creditorId: null,
  structured: null,
  bank: null,
  batch: null,
} as const satisfies LineReferences;

const marks = /(?<![A-Z0-9])(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)[+:]\s?/g;

/** Null for what banks write where there is none. */
export function given(text: string | null | undefined): string | null {
  const plain = text?.replace(/\s+/g, ' ').trim() ?? '';
  return plain === '' || /^(NOT ?PROVIDED|n\/a|nicht angegeben|NONREF|-)$/i.test(plain) ? null : plain;
}

/** References lose the blanks that wrapping put into them. */
const givenReference = (text: string | null | undefined) => given(text)?.replaceAll(' ', '') ?? null;

/**
 * Reads `EREF+… MREF+… SVWZ+…` (also with colons). What stands before the first mark belongs to the text; a text without
 * marks is all text. `IBAN` and `BIC` are marks only beside others: in a plain text people write them themselves.
 */
export function readPurpose(joined: string): Purpose {
  const found = [...joined.matchAll(marks)];
  const isMarked = found.some(([, mark = '']) => !/^(IBAN|BIC)$/.test(mark));
  const fields = new Map<string, string>();
  let text = joined;
  if (isMarked) {
    text = joined.slice(0, found[0]?.index);
    for (const [index, match] of found.entries()) {
      const value = joined.slice(match.index + match[0].length, found[index + 1]?.index);
      const mark = match[1] ?? '';
      if (mark === 'SVWZ') text = `${text} ${value}`;
      else if (!fields.has(mark)) fields.set(mark, value);
    }
  }
  const amount = (mark: string) => {
    // Padded with blanks, with a currency before or behind it.
    const value = /\d[\d.,]*/.exec(fields.get(mark) ?? '')?.[0];
    return value === undefined ? null : parseAmount(value, ',');
  };
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    references: {
      endToEnd: givenReference(fields.get('EREF')),
      mandate: givenReference(fields.get('MREF')),
      creditorId: givenReference(fields.get('CRED')),
      structured: structuredReference(text),
    },
    onBehalfOf: given(fields.get('ABWA')) ?? given(fields.get('ABWE')),
    account: givenReference(fields.get('IBAN')),
    originalCents: amount('OAMT'),
    chargeCents: amount('COAM'),
  };
}

/** 25 letters and digits, with a sign between any two. */
const LONGEST_REFERENCE = 50;

/** A creditor reference (RF…) that stands in a text with right check digits, also in groups of four. */
export function structuredReference(text: string): string | null {
  const upper = text.toUpperCase();
  for (const start of upper.matchAll(/(?<![A-Z0-9])RF\d{2}/g)) {
    // Words are added as long as they could belong to it; the longest that its check digits allow wins.
    let best: string | null = null;
    const words = upper.slice(start.index, start.index + LONGEST_REFERENCE).split(/[^A-Z0-9]+/);
    let joined = '';
    for (const word of words) {
      joined += word;
      if (joined.length > 25) break;
      best = parseRfReference(joined) ?? best;
    }
    if (best) return best;
  }
  return null;
}

/** Codes of ISO 20022 by which a payment comes back. */
const reasons =
  /(?<![A-Z0-9])(AC0[1346]|AC13|AG0[12]|AM0[45]|BE0[145]|CNOR|DNOR|DUPL|FOCR|FRAD|MD0[1267]|MS0[23]|RC01|RR0[1-4]|SL01|SL1[1-4]|TECH|UPAY|CUST)(?![A-Z0-9])/;

export const returnReason = (text: string): string | null => reasons.exec(text.toUpperCase())?.[1] ?? null;

const returnWords =
  /r(ü|ue|u)ck(lastschrift|buchung|belastung|(ü|ue|u)berweisung|gabe)|lastschrift ?retoure|retoure|return ?\/ ?refund|r-?transaktion|nicht eingel(ö|oe)st/i;

export const saysReturn = (text: string) => returnWords.test(text);

/** In a purpose banks write these, and people `Rückgabe Kaution` or `Rücklastschrift Mai nachgezahlt`. */
const banksReturnWords = /return ?\/ ?refund|retoure|r-transaktion/i;
const returnedDebitWords =
  /r(ü|ue|u)ck(lastschrift|buchung|belastung)|lastschrift-?r(ü|ue|u)ckgabe|nicht eingel(ö|oe)st/i;
const writtenPostings = /gutschr|(ü|ue)berw|dauerauftrag|transfer/i;

/** Whether a purpose says that something came back, where the bank's own posting text does not. Money in is positive. */
export function textSaysReturn(text: string, posting: string, amountCents: number): boolean {
  if (banksReturnWords.test(text)) return true;
  return amountCents < 0 && !writtenPostings.test(posting) && returnedDebitWords.test(text);
}

/**
 * What of an amount that came back was paid once and what the bank takes for it. Both are without sign and add up to the
 * amount; where a bank names neither, or more than the amount, nothing counts as its charge.
 */
export function returnedParts(
  amountCents: number,
  originalCents: number | null,
  chargeCents: number | null,
): { originalCents: number; chargeCents: number } {
  const whole = Math.abs(amountCents);
  const [original, charge] = [Math.abs(originalCents ?? 0), Math.abs(chargeCents ?? 0)];
  if (original > 0 && original <= whole) return { originalCents: original, chargeCents: whole - original };
  if (original === 0 && charge > 0 && charge < whole) {
    return { originalCents: whole - charge, chargeCents: charge };
  }
  return { originalCents: whole, chargeCents: 0 };
}
