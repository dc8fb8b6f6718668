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
  const isNumberFirst = values.country === 'US' || values.country === 'GB';
  const parts = [textOf(values.street), textOf(values.houseNumber)];
  const address = (isNumberFirst ? parts.reverse() : parts).filter(Boolean).join(' ');
  return { ...values, name: address === '' ? textOf(values.city) : address };
}
