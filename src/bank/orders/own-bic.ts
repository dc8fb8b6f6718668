/** Where banks of another code keep accounts of a country, too (ISO 3166: Åland, overseas France, the Channel Islands, Man). */
const within: Readonly<Record<string, readonly string[]>> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
};

/**
 * The BIC of an account where it is of the country of the IBAN; empty otherwise, so that none is said: in the EEA the bank is found by
 * the IBAN (Regulation (EU) No 260/2012, Art. 5 (7)), and what names one of another country is refused.
 */
export function ownBic({ iban, bic }: { iban: string; bic: string | null }): string {
  const [country, ofBank] = [iban.slice(0, 2), bic?.slice(4, 6) ?? ''];
  return bic !== null && (ofBank === country || within[country]?.includes(ofBank)) ? bic : '';
}
