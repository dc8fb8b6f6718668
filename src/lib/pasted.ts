/** Signs that are not to be seen, which address books and tables copy along: marks of direction, blanks of no width. */
export const withoutUnseen = (text: string): string => text.replace(/\p{Cf}/gu, '');

/** The address alone of what mail programs copy: `Anna Roth <anna@example.com>`, `mailto:anna@example.com?subject=…`. */
export function bareEmail(text: string): string {
  const seen = withoutUnseen(text).trim();
  const within = /^[^<>]*<([^<>]*)>[\s,;.]*$/.exec(seen)?.[1] ?? seen;
  return within.trim().replace(/^mailto:([^?]*).*$/i, '$1');
}

/** The number alone: `Tel.: 030 123456`, `tel:+4930123456`. */
export const barePhone = (text: string): string =>
  withoutUnseen(text)
    .trim()
    .replace(/^tel(?:efon|ephone)?(?:\.:?|:|(?=\s))\s*/i, '');

/** Without blanks, in capitals, and without its name: `IBAN: de89 3704 …`. */
export const bareIban = (text: string): string =>
  withoutUnseen(text)
    .replace(/\s+/g, '')
    .toUpperCase()
    .replace(/^IBAN:?/, '');
