import { oneLine } from '../../domain/letter.ts';

/** The tax numbers that are entered, as a bill names them: of several landlords each with whose it is; none is ''. */
export function saidTaxNumbers(numbers: readonly { name: string; taxNumber: string | null }[]): string {
  const known = numbers.filter(({ taxNumber }) => taxNumber);
  return known
    .map(({ name, taxNumber }) => (known.length === 1 ? taxNumber : `${taxNumber} (${oneLine(name)})`))
    .join(', ');
}
