import encodeQR from 'qr';
import { isIban, isInEea } from '@/lib/iban';

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

/**
 * What the QR code of a credit transfer says: European Payments Council, EPC069-12 version 3.1 (“Quick Response Code:
 * Guidelines to enable data capture for the initiation of a SEPA credit transfer”), version 002, UTF-8. Null for what no
 * code may hold: no amount or more than 999,999,999.99 €, no IBAN, outside the EEA without a BIC.
 */
export function paymentCodeText(order: PaymentOrder): string | null {
  const { iban, bic, amountCents, reference } = order;
  if (!isIban(iban) || !Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > maxCents)
    return null;
  if (bic === null && !isInEea(iban)) return null;
  const holder = oneLine(order.holder, 70);
  if (holder === '') return null;
  const amount = `${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', holder, iban, `EUR${amount}`, '', reference ?? ''];
  // The last element that is used ends the text, without a line break.
  const text = (reference === null ? [...lines, oneLine(order.purpose, 140)] : lines).join('\n');
  return new TextEncoder().encode(text).length > maxBytes ? null : text;
}

/**
 * A QR code as a path, a square of one unit for each dark module, with the quiet zone of four around it (error correction
 * M and bytes, as EPC069-12 asks).
 */
export function paymentCodePath(text: string): { path: string; size: number } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 });
  const squares = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { path: squares.join(''), size: modules.length };
}
