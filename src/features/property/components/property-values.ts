import { streetLine } from '@/i18n/regions';

type Values = Record<string, unknown>;

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** A year is typed as text: a grouped `1.998` would be no year. What is no number stays for the schema to refuse. */
export function withYear(values: Values): Values {
  const text = textOf(values.yearBuilt);
  return /^\d{1,4}$/.test(text) ? { ...values, yearBuilt: Number(text) } : values;
}

/** Without a name of its own a property is called by its address. */
export function withNameFromAddress(values: Values): Values {
  if (textOf(values.name) !== '') return values;
  const [street, houseNumber, country] = [values.street, values.houseNumber, values.country].map(textOf);
  const address = streetLine({ street, houseNumber, country });
  return { ...values, name: address === '' ? textOf(values.city) : address };
}
