/** So many of a text are looked at. */
export const HEAD_LETTERS = 4_096;

const namespaces = {
  CrossIndustryInvoice: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  Invoice: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  CreditNote: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
} as const;

/** Whether a text begins as an electronic invoice does: the element, in its name space. Its first letters are enough. */
export function beginsInvoice(text: string): boolean {
  const tag = /<(?:[\w.-]+:)?(CrossIndustryInvoice|Invoice|CreditNote)\b[^>]*>/.exec(text);
  if (!tag) return false;
  // What comes before it may be nothing that names a style sheet or declares letters of its own.
  const before = text.slice(0, tag.index).replace(/^\uFEFF/, '');
  const isPlain = /^\s*(?:<\?xml\s[^>]*\?>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*$/.test(before);
  return isPlain && tag[0].includes(namespaces[tag[1] as keyof typeof namespaces]);
}
