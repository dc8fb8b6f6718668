/** Who somebody says they are: an address, or a number. */
export type Identifier = { kind: 'email'; value: string } | { kind: 'phone'; value: string };

/** Longest an e-mail address can be (RFC 5321 §4.5.3.1 less the brackets). */
const longestEmail = 254;
const emailForm = /^[^\s@<>()[\],;:\\"]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** E.164: plus, country code, at most fifteen digits in all. */
const phoneForm = /^\+[1-9]\d{6,14}$/;

/** Brackets, dashes, blanks and the international `00` as people write them; null for what is no such number. */
export function readPhone(text: string): string | null {
  // A zero in brackets is dialled inside the country only: +49 (0)170 …
  const bare = text.replaceAll(/\(0\)|[\s()/.\-‐‑–]/g, '');
  const international = bare.replace(/^00/, '+');
  return phoneForm.test(international) ? international : null;
}

/** Reads what was typed into "e-mail address or phone number"; else the code of what is wrong with it. */
export function readIdentifier(text: string): Identifier | 'required' | 'email' | 'phone_international' {
  const trimmed = text.trim();
  if (trimmed === '') return 'required';
  if (/[a-z@]/i.test(trimmed)) {
    const email = trimmed.toLowerCase();
    return email.length <= longestEmail && emailForm.test(email) ? { kind: 'email', value: email } : 'email';
  }
  const phone = readPhone(trimmed);
  return phone === null ? 'phone_international' : { kind: 'phone', value: phone };
}
