import type { LetterBlock } from '@/domain/letter';
import { vatContained } from '@/domain/vat';
import type { Outputs } from '@/trpc/outputs';
import { saidTaxNumbers } from '../portfolio/tax-number-rules';
import type { CostStatementWords } from './words';

type Letters = Outputs['costStatement']['letters'];
type Own = Omit<Letters['letters'][number], 'letterId'>;

/**
 * What makes the statement of a lease with VAT a bill beside what it says anyway (§ 14 (4) nos. 2 and 4 UStG): a number given
 * once, of the last day, the lease and the version, and the tax numbers of whoever lets. A draft is no bill.
 */
export function billRows(all: Letters, own: Own, { t }: CostStatementWords): [string, string][] {
  const { view, taxNumbers } = all;
  if (!own.result.vat || view.sent === null) return [];
  const lease = own.reference ?? own.result.leaseId.slice(0, 8).toUpperCase();
  const number = [view.period.to.replaceAll('-', ''), lease, view.version].join('-');
  const numbers = saidTaxNumbers(taxNumbers);
  return [
    [t('vat.billNumber'), number],
    ...(numbers === '' ? [] : [[t('vat.taxNumber'), numbers] satisfies [string, string]]),
  ];
}

/** Each share without the VAT of its bills, which comes back to the landlord. */
export function netTable(own: Own, { t, money, numbered }: CostStatementWords): LetterBlock[] {
  const { vat, lines } = own.result;
  if (!vat) return [];
  const borne = lines.filter(({ amountCents }) => amountCents !== 0);
  const shares = borne.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    {
      kind: 'table',
      head: [t('vat.line'), t('vat.share'), t('vat.inputVat'), t('vat.net')],
      rows: borne.map(({ lineId, amountCents, inputVatCents }) => [
        numbered(lineId),
        money(amountCents),
        money(inputVatCents),
        money(amountCents - inputVatCents),
      ]),
      total: [t('together'), money(shares), money(shares - vat.netCents), money(vat.netCents)],
    },
    { kind: 'note', text: t('vat.netNote') },
  ];
}

/** From the net costs to what was paid in advance; null without VAT. */
export function resultRows({ result }: Own, { t, money, percent }: CostStatementWords) {
  const { vat, costsCents, advancesPaidCents } = result;
  if (!vat) return null;
  const [rate, contained] = [percent(vat.rateBp), money(vat.advancesVatCents)];
  return [
    [t('vat.netCosts'), money(vat.netCents)],
    [t('vat.onTop', { rate }), money(vat.vatCents)],
    [t('vat.gross'), money(costsCents)],
    [t('vat.advances', { contained }), money(-advancesPaidCents)],
  ];
}

/** The VAT in what is asked for now, or given back (§ 14 (4) no. 8 UStG). */
export function vatNote(
  { result }: Own,
  askedCents: number,
  { t, money, percent }: CostStatementWords,
): LetterBlock[] {
  if (!result.vat || askedCents === 0) return [];
  const cents = vatContained(Math.abs(askedCents), result.vat.rateBp);
  const said = {
    rate: percent(result.vat.rateBp),
    vat: money(cents),
    net: money(Math.abs(askedCents) - cents),
  };
  return [{ kind: 'note', text: t(askedCents > 0 ? 'vat.inBackPayment' : 'vat.inCredit', said) }];
}
