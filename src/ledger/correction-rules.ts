import { allocateCents, sumCents } from '../lib/money.ts';

/** A line of a charge as it stands: what is owed on it. */
type Standing = { lineId: string; totalCents: number; isAdvance: boolean } & Key;
type Key = { component: string; settlement: string; vatRateBp: number };
/** `id` is its own, should it become a line of its own. */
type Delta = Key & { id: string; amountCents: number; vatCents: number; correctsLineId?: string | null };

/**
 * Which lines of a charge the lines of its correction meet, so that none is owed less than nothing. One that names its
 * line meets it; another the line of its component, settlement and VAT rate: what is added the first of them, or none
 * (null), and is then owed as a line of its own; what is taken off each of them as far as it goes. What is taken off
 * beyond that lowers what would be settled last: the other lines before the advances. VAT goes with the amounts.
 * RangeError where all lines together cannot bear it.
 */
export function meetLines<D extends Delta>(
  standing: readonly Standing[],
  deltas: readonly D[],
): (D & { correctsLineId: string | null })[] {
  const met = deltas.map((delta) => ({ delta, parts: new Map<string | null, number>() }));
  const lines = standing.map((line) => ({ ...line }));
  for (const { delta, parts } of met.filter(({ delta }) => delta.amountCents >= 0)) {
    const line = standing.find((one) => isMetBy(one, delta));
    const owed = lines.find((one) => one.lineId === line?.lineId);
    parts.set(line?.lineId ?? null, delta.amountCents);
    if (owed) owed.totalCents += delta.amountCents;
    else {
      const { id, component, settlement, vatRateBp, amountCents } = delta;
      const isAdvance = settlement === 'advance';
      lines.push({ lineId: id, totalCents: amountCents, isAdvance, component, settlement, vatRateBp });
    }
  }
  const takeOff = (parts: Map<string | null, number>, from: readonly Standing[], cents: number): number => {
    let rest = cents;
    for (const line of from) {
      const taken = Math.min(rest, line.totalCents);
      if (taken === 0) continue;
      parts.set(line.lineId, (parts.get(line.lineId) ?? 0) - taken);
      line.totalCents -= taken;
      rest -= taken;
    }
    return rest;
  };
  // First what each line can bear itself, so that no other is lowered in its place.
  const rests = met
    .filter(({ delta }) => delta.amountCents < 0)
    .map(({ delta, parts }) => {
      const own = lines.filter((one) => isMetBy(one, delta));
      return { parts, cents: takeOff(parts, own, -delta.amountCents) };
    });
  const lastSettled = lines.toSorted((a, b) => Number(a.isAdvance) - Number(b.isAdvance));
  const unborne = sumCents(rests.map(({ parts, cents }) => takeOff(parts, lastSettled, cents)));
  if (unborne > 0) throw new RangeError('a charge below zero');
  return met.flatMap(({ delta, parts }) => {
    const cents = [...parts.values()];
    const vat = cents.length > 1 ? allocateCents(delta.vatCents, cents.map(Math.abs)) : [delta.vatCents];
    return [...parts].map(([correctsLineId, amountCents], index) => ({
      ...delta,
      id: correctsLineId === null ? delta.id : crypto.randomUUID(),
      amountCents,
      vatCents: vat[index] ?? 0,
      correctsLineId,
    }));
  });
}

const isMetBy = (line: Standing, delta: Delta) =>
  delta.correctsLineId
    ? line.lineId === delta.correctsLineId
    : line.component === delta.component &&
      line.settlement === delta.settlement &&
      line.vatRateBp === delta.vatRateBp;
