/** One order of names for everybody, of the program and not of a reader: 9 before 12, and ä beside a. */
export const { compare: compareNames } = new Intl.Collator('de', { numeric: true });
