/** Lengths by country: SWIFT IBAN registry (ISO 13616), release 97 of May 2024. */
const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 ' +
    'EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 ' +
    'KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 ' +
    'PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 ' +
    'UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
);

export type IbanFault = 'empty' | 'characters' | 'country' | 'length' | 'checksum';
export type IbanResult = { ok: true; iban: string } | { ok: false; reason: IbanFault };

/** Reads an IBAN as people type it; `iban` is the form to store: upper case, no spaces. */
export function parseIban(text: string): IbanResult {
  const iban = compact(text);
  if (iban === '') return { ok: false, reason: 'empty' };
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return { ok: false, reason: 'characters' };
  const length = IBAN_LENGTHS.get(iban.slice(0, 2));
  if (length === undefined) return { ok: false, reason: 'country' };
  if (iban.length !== length) return { ok: false, reason: 'length' };
  return hasCheckDigits(iban) ? { ok: true, iban } : { ok: false, reason: 'checksum' };
}

export function isIban(text: string): boolean {
  return parseIban(text).ok;
}

const eea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Whether an account is in the European Economic Area, where SEPA asks for no BIC and no address. */
export const isInEea = (iban: string): boolean => eea.has(iban.slice(0, 2));

/** As much of an account as its owner knows it again by, should somebody else read it. */
export const shortIban = (iban: string): string => `${iban.slice(0, 4)} … ${iban.slice(-4)}`;

/** In groups of four, as on paper. */
export function formatIban(iban: string): string {
  return inFours(compact(iban));
}

/**
 * An ISO 11649 creditor reference: `RF`, two check digits and the body of 1–21 letters or digits.
 * RangeError for a body that is empty, too long or has other characters.
 */
export function makeRfReference(body: string): string {
  const text = compact(body);
  if (!/^[A-Z0-9]{1,21}$/.test(text)) throw new RangeError('a reference has 1 to 21 letters or digits');
  return `RF${checkDigits('RF', text)}${text}`;
}

/** Reads a reference as people type it; null when it is none or its check digits are wrong. */
export function parseRfReference(text: string): string | null {
  const reference = compact(text);
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(reference) && hasCheckDigits(reference) ? reference : null;
}

/** In groups of four, as on paper. */
export function formatRfReference(reference: string): string {
  return inFours(compact(reference));
}

function compact(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Recomputed, not only congruent: 01 and 98 leave the same remainder, but only 02–98 are ever issued. */
function hasCheckDigits(text: string): boolean {
  return checkDigits(text.slice(0, 2), text.slice(4)) === text.slice(2, 4);
}

function checkDigits(prefix: string, body: string): string {
  return String(98 - remainderBy97(prefix, body)).padStart(2, '0');
}

/** ISO 7064 MOD 97-10: what is left of body + prefix + 00 divided by 97, letters as A=10 … Z=35. */
export function remainderBy97(prefix: string, body: string): number {
  let remainder = 0;
  for (const character of `${body}${prefix}00`) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
