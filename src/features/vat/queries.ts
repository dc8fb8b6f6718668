import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { listVatClaims } from '@/ledger';
import { eachMonth, type Month, monthOf, yearOf } from '@/lib/calendar';
import { listReturners, listSplits, listUses, listVatBills, unitsOf, type VatBill } from './bill-queries';
import { listVatLeases } from './lease-queries';
import {
  inputVat,
  sumVat,
  undecidedReason,
  type VatBasis,
  type VatClaim,
  type VatFigures,
  type VatRate,
  type VatUnit,
  vatBases,
  vatParts,
} from './rules';

type Returner = { key: string; names: string[]; country: string | null };
type Taxed = Returner & { rateBp: number; claims: Record<VatBasis, VatClaim> };

/**
 * The VAT of a year, month by month, of everybody who returns it: what was let with VAT by fees agreed and by fees received,
 * and what of the VAT of bills may be deducted. Null where nobody lets with VAT.
 */
export async function getVatYear(tx: Tx, scope: Scope, { year }: { year: number }) {
  const propertyOf = await listVatLeases(tx, scope);
  if (propertyOf.size === 0) return null;
  const [claims, bills, returnerOf] = await Promise.all([
    listVatClaims(tx, scope, [...propertyOf.keys()]),
    listVatBills(tx, scope),
    listReturners(tx, scope),
  ]);
  const expenses = bills.filter(({ direction }) => direction === 'expense');
  const [houses, splits] = await Promise.all([
    listUses(tx, scope, [...new Set(expenses.flatMap(({ propertyId }) => propertyId ?? []))]),
    listSplits(tx, scope, expenses),
  ]);
  const taxed: Taxed[] = [
    ...claims.map(({ leaseId, rateBp, agreed, received }) => ({
      ...returnerOf(propertyOf.get(leaseId) ?? null),
      rateBp,
      claims: { agreed, received },
    })),
    ...bills
      .filter(({ direction }) => direction === 'income')
      .map((bill) => ({
        ...returnerOf(bill.propertyId),
        rateBp: bill.rateBp,
        claims: incomeClaims(bill),
      })),
  ];
  const parts = taxed.flatMap(({ rateBp, claims: own, ...returner }) =>
    vatBases.flatMap((basis) =>
      vatParts({ basis, claim: own[basis] }).result.map((part) => ({ ...returner, basis, rateBp, ...part })),
    ),
  );
  const billed = expenses.map((bill) => {
    const units = unitsOf(bill, houses, splits.get(bill.id));
    return {
      ...returnerOf(bill.propertyId),
      bill,
      units,
      deductedCents: inputVat({ ...bill, units }).result,
    };
  });
  const years = new Set([
    yearOf(scope.today),
    ...parts.map(({ month }) => yearOf(month)),
    ...billed.filter(isShown).map(({ bill }) => yearOf(bill.month)),
  ]);
  const months = eachMonth(`${year}-01`, `${year}-12`);
  const returners = new Map(
    [...parts, ...billed.filter(isShown)].map(({ key, names, country }) => [key, { names, country }]),
  );
  return {
    year,
    years: [...years].toSorted((a, b) => b - a),
    returners: [...returners]
      .map(([key, { names, country }]) => {
        const own = billed.filter((one) => one.key === key && yearOf(one.bill.month) === year);
        const figures = (basis: VatBasis) =>
          months.map((month) => ({
            month,
            ...sumVat([
              ...parts
                .filter((part) => part.key === key && part.basis === basis && part.month === month)
                .map((part): VatFigures => ({ rates: [rateOf(part)], inputCents: 0 })),
              ...own
                .filter(({ bill }) => bill.month === month)
                .map((one): VatFigures => ({ rates: [], inputCents: one.deductedCents ?? 0 })),
            ]),
          }));
        return {
          key,
          names,
          /** Null: the portfolio's own. */
          country,
          agreed: figures('agreed'),
          received: figures('received'),
          bills: own.filter(isShown).map(toldOf),
        };
      })
      .toSorted((a, b) => sortKey(a).localeCompare(sortKey(b))),
  };
}

export type VatYear = NonNullable<Awaited<ReturnType<typeof getVatYear>>>;

/** One's own country first. */
const sortKey = ({ country, names }: Omit<Returner, 'key'>) => [country ?? '', ...names].join();

const rateOf = ({ rateBp, netCents, vatCents }: VatRate): VatRate => ({ rateBp, netCents, vatCents });

/** Other income with VAT: supplied with the end of its service, or when it came, if that was earlier. */
function incomeClaims({ amountCents, vatCents, bookedOn, serviceTo }: VatBill): Taxed['claims'] {
  const paid: Month = monthOf(bookedOn);
  const supplied = serviceTo !== null && serviceTo < bookedOn ? monthOf(serviceTo) : paid;
  const line = { amountCents, vatCents };
  const receipts = [{ month: paid, cents: amountCents }];
  const claim = { line, amountCents, vatCents };
  return {
    agreed: { ...claim, month: supplied, receipts },
    received: { ...claim, month: paid, receipts },
  };
}

type Billed = { bill: VatBill; units: VatUnit[]; deductedCents: number | null };

/** A bill of a house without any let with VAT deducts nothing, and nobody asks. */
const isShown = ({ deductedCents }: Billed) => deductedCents !== 0;

const toldOf = ({ bill, units, deductedCents }: Billed) => ({
  id: bill.id,
  title: bill.title,
  month: bill.month,
  vatCents: bill.vatCents,
  deductedCents,
  units,
  reason: undecidedReason(units),
});
