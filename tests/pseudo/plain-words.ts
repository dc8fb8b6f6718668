/** What may stand on a page without being a message: signs, units, and what Intl and React Aria write themselves. */
const known = new Set(
  'kWh kWh/ kg IBAN BIC PDF CSV EUR USD CHF GBP ISO BGB Hausbuch kB MB GB AM PM mm dd yyyy yy XA Dismiss Previous Next Today selected'.split(
    ' ',
  ),
);

function intlWords(): string[] {
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 1 + day)));
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
  const written = (['long', 'short'] as const).flatMap((style) => [
    ...days.map((at) => at.toLocaleString('en', { weekday: style, timeZone: 'UTC' })),
    ...months.map((at) => at.toLocaleString('en', { month: style, timeZone: 'UTC' })),
  ]);
  const regions = new Intl.DisplayNames(['en'], { type: 'region' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const named = letters.flatMap((one) =>
    letters.map((other) => regions.of(one + other) ?? '').filter((name) => name.length > 2),
  );
  const languages = new Intl.DisplayNames(['en'], { type: 'language' });
  const own = ['en', 'de', 'en-XA'].flatMap((tag) => [
    languages.of(tag) ?? '',
    new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? '',
    tag.slice(0, 2).toUpperCase(),
  ]);
  return [...written, ...named, ...own];
}
const byIntl = intlWords().sort((one, other) => other.length - one.length);

/** A text without its messages: brackets may lie within brackets. */
export function outsideBrackets(text: string): string {
  let depth = 0;
  let rest = '';
  for (const sign of text) {
    if (sign === '⟦') depth += 1;
    else if (sign === '⟧') depth = Math.max(0, depth - 1);
    else if (depth === 0) rest += sign;
  }
  return rest;
}

/** Addresses of mail, IBANs and references of payments: the user's, however a page spells them. */
const given = /\S+@\S+|\b[A-Z]{2}\d{2}( ?[0-9A-Z]{1,4})+\b/g;

/** The words of a text that no message has said and that are none of the user's. */
export function plainWords(text: string, data: readonly string[]): string[] {
  let rest = outsideBrackets(text).replace(given, ' ');
  for (const value of [...data, ...byIntl]) {
    if (value === '' || !rest.includes(value)) continue;
    rest = rest.replace(new RegExp(`(?<!\\p{L})${RegExp.escape(value)}(?!\\p{L})`, 'gu'), ' ');
  }
  return (rest.match(/\p{L}[\p{L}/]+/gu) ?? []).filter((word) => !known.has(word));
}
