import type { Language } from '../domain/vocabulary.ts';

/**
 * What people write, as the rules read it: days as 15.03.2026, months as 03.2026, amounts as `…Euro`, rates as
 * `…Percent`, areas as `…Sqm`, a state as `DE-BE` or by its name. A number in quotation marks is read in one language:
 * `1.234` is a thousand in German and one and a bit in English, so that what is written as in the other stays as it is.
 * That, as everything else, is judged by the rule's own shape.
 */
export const conventions =
  'Days: 2026-03-15 or 15.03.2026. Months: 2026-03 or 03.2026. Amounts: …Cents as whole cents, or …Euro as 850.5 or ' +
  '"1.234,56" (with --language=en "1,234.56"). Rates: …Bp in hundredths of a per cent, or …Percent as 5.12. Areas: …Sqm100 in hundredths of m², or …Sqm. ' +
  'Names of fields may be written with_underscores.';

const units = [
  { written: /(Euros?|Eur)$/, read: 'Cents', factor: 100 },
  { written: /Percent$/, read: 'Bp', factor: 100 },
  { written: /Sqm$/, read: 'Sqm100', factor: 100 },
] as const;

const states: Record<string, string> = {
  'baden-württemberg': 'BW',
  bayern: 'BY',
  bavaria: 'BY',
  berlin: 'BE',
  brandenburg: 'BB',
  bremen: 'HB',
  hamburg: 'HH',
  hessen: 'HE',
  hesse: 'HE',
  'mecklenburg-vorpommern': 'MV',
  niedersachsen: 'NI',
  'lower saxony': 'NI',
  'nordrhein-westfalen': 'NW',
  'north rhine-westphalia': 'NW',
  'rheinland-pfalz': 'RP',
  saarland: 'SL',
  sachsen: 'SN',
  saxony: 'SN',
  'sachsen-anhalt': 'ST',
  'schleswig-holstein': 'SH',
  thüringen: 'TH',
  thuringia: 'TH',
};

export function readGiven(value: unknown, language: Language = 'de', key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => readGiven(one, language, key));
  if (typeof value === 'object' && value !== null) {
    const read: Record<string, unknown> = {};
    for (const [written, own] of Object.entries(value)) {
      const camel = written.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      const unit = units.find((one) => one.written.test(camel));
      const name = unit ? camel.replace(unit.written, unit.read) : camel;
      // Given twice, it stays under its written name, which the rule's shape refuses.
      if (name in read) read[written] = own;
      else read[name] = unit ? scaled(own, unit.factor, language) : readGiven(own, language, name);
    }
    return read;
  }
  if (typeof value !== 'string') return value;
  if (key.endsWith('Index')) return Number(plainNumber(value, language) ?? Number.NaN) || value;
  if (key === 'state') {
    return states[value.toLowerCase()] ?? value.toUpperCase().replace(/^DE-/, '');
  }
  return readDay(value) ?? value;
}

function readDay(text: string): string | null {
  const two = (part = '') => part.padStart(2, '0');
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (german) return `${german[3]}-${two(german[2])}-${two(german[1])}`;
  const iso = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text);
  if (iso) return `${iso[1]}-${two(iso[2])}${iso[3] === undefined ? '' : `-${two(iso[3])}`}`;
  const month = /^(\d{1,2})[./](\d{4})$/.exec(text);
  return month ? `${month[2]}-${two(month[1])}` : null;
}

/** A decimal number times the factor, exactly; what is none, or has more decimals, stays as it is. */
function scaled(value: unknown, factor: 100, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one) => scaled(one, factor, language));
  const plain =
    typeof value === 'number'
      ? String(value)
      : typeof value === 'string'
        ? plainNumber(value, language)
        : null;
  const parts = plain === null ? null : /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(plain);
  if (!parts) return value;
  const [, sign, whole = '', fraction = ''] = parts;
  const size = Number(whole + fraction.padEnd(2, '0'));
  return sign && size !== 0 ? -size : size;
}

/** `1.234,56 €` in German, `1,234.56` in English, without signs and groups; null when it is no number of the language. */
function plainNumber(text: string, language: Language): string | null {
  const digits = text.replace(/[\s€%']|EUR/g, '');
  const [shape, group, decimal] =
    language === 'de'
      ? [/^-?(\d{1,3}(\.\d{3})+|\d+)(,\d{1,2})?$/, '.', ',']
      : [/^-?(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?$/, ',', '.'];
  return shape.test(digits) ? digits.replaceAll(group, '').replace(decimal, '.') : null;
}
