import encodeQR from 'qr';
import { ownBic } from '../../bank/orders/own-bic.ts';
import type { Currency } from '../../domain/vocabulary.ts';
import { isIban, isInEea, parseRfReference } from '../../lib/iban.ts';

export type PaymentOrder = {
  holder: string;
  iban: string;
  bic: string | null;
  /** Euro cents. */
  amountCents: number;
  /** ISO 11649 creditor reference; takes the place of words. */
  reference: string | null;
  /** What it is for, in words, where there is no reference. */
  purpose: string;
};

const maxCents = 99_999_999_999;
const maxBytes = 331;

const oneLine = (text: string, length: number) =>
  [...text.replace(/\s+/g, ' ').trim()].slice(0, length).join('').trim();

/** Why there is no code. */
export const paymentCodeProblems = ['iban', 'amount', 'bic', 'holder', 'reference', 'too_long'] as const;
export type PaymentCodeProblem = (typeof paymentCodeProblems)[number];

/**
 * What the QR code of a credit transfer says: European Payments Council, EPC069-12 version 3.1 (“Quick Response Code:
 * Guidelines to enable data capture for the initiation of a SEPA credit transfer”), version 002, UTF-8; at most 331 bytes. There
 * is none without an amount or for more than 999,999,999.99 €, without an IBAN, outside the EEA without a BIC of its country, and
 * for a reference that is none of ISO 11649. `lines` is what it would say.
 */
export function paymentCode(order: PaymentOrder): {
  text: string | null;
  lines: string[];
  bytes: number;
  problems: PaymentCodeProblem[];
} {
  const { iban, amountCents, reference } = order;
  const bic = ownBic(order);
  const holder = oneLine(order.holder, 70);
  const isPayable = Number.isSafeInteger(amountCents) && amountCents >= 1 && amountCents <= maxCents;
  const amount = `${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
  const head = ['BCD', '002', '1', 'SCT', bic, holder, iban, isPayable ? `EUR${amount}` : '', ''];
  // The last element that is used ends the text, without a line break.
  const lines = reference === null ? [...head, '', oneLine(order.purpose, 140)] : [...head, reference];
  const text = lines.join('\n');
  const bytes = new TextEncoder().encode(text).length;
  const isWrong: Record<PaymentCodeProblem, boolean> = {
    iban: !isIban(iban),
    amount: !isPayable,
    bic: bic === '' && !isInEea(iban),
    holder: holder === '',
    reference: reference !== null && parseRfReference(reference) !== reference,
    too_long: bytes > maxBytes,
  };
  const problems = paymentCodeProblems.filter((problem) => isWrong[problem]);
  return { text: problems.length > 0 ? null : text, lines, bytes, problems };
}

export const paymentCodeText = (order: PaymentOrder): string | null => paymentCode(order).text;

/** The text for what is asked for: none in another currency than the euro or for an account without IBAN. */
export const codeOfRequest = ({
  iban,
  currency,
  ...order
}: Omit<PaymentOrder, 'iban'> & { iban: string | null; currency: Currency }): string | null =>
  iban === null || currency !== 'EUR' ? null : paymentCodeText({ ...order, iban });

/**
 * A QR code as a path, a square of one unit for each dark module, with the quiet zone of four around it (error correction
 * M and bytes, as EPC069-12 asks).
 */
export function paymentCodePath(text: string): { path: string; size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 });
  const squares = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { path: squares.join(''), size: modules.length };
}
