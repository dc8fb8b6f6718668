/** Under ten thousand million: sums of many stay exact numbers. */
const MAX_DIGITS = 10;

/** Cents of digits before and after a decimal sign; null for more than two decimals that are not noughts, and for what is larger. */
export function plainCents(whole: string, fraction: string, isNegative: boolean): number | null {
  if (/[^0]/.test(fraction.slice(2)) || whole.replace(/^0+/, '').length > MAX_DIGITS) return null;
  const cents = Number(whole + fraction.slice(0, 2).padEnd(2, '0'));
  return isNegative && cents !== 0 ? -cents : cents;
}
