type Names = {
  kind: 'person' | 'company';
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
};

/** How companies sign, in the countries this knows. */
const signatures =
  /(?:^|\s)(?:g?gmbh|mbh|ohg|gbr|e\.\s?k\.|e\.\s?v\.|inc\.?|llc|ltd\.?|llp|plc|corp\.?|sàrl|sarl)(?:\s|$|\)|,)/i;
/** Signatures that are names of people, too, where they are written like names: Nguyen Sa is nobody's company. */
const shortSignatures = /(?:^|\s)(?:AG|KG|UG|SE|SA|S\.A\.|eG)(?:\s|$|\)|,)/;

export const isCompany = (name: string): boolean => signatures.test(name) || shortSignatures.test(name);

/**
 * A tenant's name as it stands in one cell of a table: `Anna Schmidt`, `Schmidt, Anna`, `Bäckerei Krume GmbH`. The last
 * word is the last name, with the small words before it (`Ludwig van der Berg`); what is meant otherwise is mended on
 * the tenant's page.
 */
export function namesOf(text: string): Names {
  const name = text.replaceAll(/\s+/g, ' ').trim();
  const person = { kind: 'person', companyName: null } as const;
  if (isCompany(name)) {
    return { kind: 'company', firstName: null, lastName: null, companyName: name };
  }
  const [last = '', ...behind] = name.split(',').map((part) => part.trim());
  if (behind.length === 1 && last !== '') return { ...person, firstName: behind[0] || null, lastName: last };
  const parts = /^(.*?)\s((?:(?:von|vom|zu|van|der|den|de|del|da|di|le|la)\s)*\S+)$/i.exec(name);
  return { ...person, firstName: parts?.[1] ?? null, lastName: parts?.[2] ?? name };
}
