import { formatIban } from '../lib/iban.ts';
import type { AccountScheme, Jurisdiction } from './vocabulary.ts';

/** What an account is known by. */
export type AccountNumber = {
  scheme: AccountScheme;
  iban: string | null;
  bankCode: string | null;
  accountNumber: string | null;
};

/** In one line: the IBAN in groups of four, or the code of the bank and the number. */
export const accountText = (account: AccountNumber): string =>
  account.iban === null
    ? [bankCodeText(account), account.accountNumber].filter((part) => part !== null).join(' / ')
    : formatIban(account.iban);

/** A sort code stands in pairs. */
export const bankCodeText = ({ scheme, bankCode }: AccountNumber): string | null =>
  scheme === 'gb' ? (bankCode?.replace(/(\d\d)(?=\d)/g, '$1-') ?? null) : bankCode;

/** By what accounts are known where a landlord is. */
export function usualScheme(jurisdiction: Jurisdiction): AccountScheme {
  if (jurisdiction === 'US') return 'us';
  return jurisdiction === 'GB' ? 'gb' : 'iban';
}

/**
 * Nine digits whose sum, weighted 3, 7, 1, ends in 0: American Bankers Association, Routing Number Policy and Procedures.
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || /^0+$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** Six digits: Pay.UK, Sort Code Directory. */
export const isSortCode = (text: string): boolean => /^\d{6}$/.test(text);

/**
 * At most 17 digits and letters in the United States (Nacha Operating Rules, appendix 3), six to eight digits in Britain.
 */
export function isAccountNumber(scheme: AccountScheme, written: string): boolean {
  const text = written.replace(/\s/g, '');
  if (scheme === 'us') return /^[0-9A-Z]{1,17}$/i.test(text);
  return scheme === 'gb' ? /^\d{6,8}$/.test(text) : text !== '';
}

// Banks fill numbers up with noughts, and write hyphens and strokes as they like.
const bare = (text: string) => text.replace(/[^0-9A-Z]/gi, '').toUpperCase();
const filledUp = /^0+(?=.)/;

/** Whether a bank's file means this account of ours: by its number, with the code of the bank before it or without. */
export function isNamedBy({ bankCode, accountNumber }: AccountNumber, written: string): boolean {
  if (accountNumber === null) return false;
  const [text, own] = [bare(written), bare(accountNumber).replace(filledUp, '')];
  const code = bare(bankCode ?? '');
  const numbers = [text, ...(code !== '' && text.startsWith(code) ? [text.slice(code.length)] : [])];
  return own !== '' && numbers.some((number) => number.replace(filledUp, '') === own);
}
