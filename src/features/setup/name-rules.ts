type Names = {
  kind: 'person' | 'company';
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
};

/** How companies sign, in the countries this knows. */
const companyMark =
  /(?:^|\s)(?:gmbh|mbh|ag|kg|ohg|gbr|ug|se|e\.\s?k\.|e\.\s?v\.|eg|inc\.?|llc|ltd\.?|llp|plc|corp\.?|sàrl|sarl|sa)(?:\s|$|\))/i;

/**
 * A tenant's name as it stands in one cell of a table: `Anna Schmidt`, `Schmidt, Anna`, `Bäckerei Krume GmbH`. The last
 * word is the last name, with the small words before it (`Ludwig van der Berg`); what is meant otherwise is mended on
 * the tenant's page.
 */
export function namesOf(text: string): Names {
  const name = text.replaceAll(/\s+/g, ' ').trim();
  const person = { kind: 'person', companyName: null } as const;
  if (companyMark.test(name)) {
    return { kind: 'company', firstName: null, lastName: null, companyName: name };
  }
  const [last = '', ...behind] = name.split(',').map((part) => part.trim());
  if (behind.length === 1 && last !== '') return { ...person, firstName: behind[0] || null, lastName: last };
  const parts = /^(.*?)\s((?:(?:von|vom|zu|van|der|den|de|del|da|di|le|la)\s)*\S+)$/i.exec(name);
  return { ...person, firstName: parts?.[1] ?? null, lastName: parts?.[2] ?? name };
}
