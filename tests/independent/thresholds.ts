/** The thresholds of §§ 543 (2) no. 3, 569 (3) no. 1 BGB, asked of every pair of months. */

export type Arrears = { month: string; open: number; rent: number };

const numberOf = (month: string) => 12 * Number(month.slice(0, 4)) + Number(month.slice(5));

export function reached(arrears: readonly Arrears[]): { twoDates: boolean; longerTime: boolean } {
  // Several debts of one month are one date; what nothing is agreed for or nothing is open of is none.
  const months = [
    ...new Set(arrears.filter((one) => one.open > 0 && one.rent > 0).map((one) => one.month)),
  ].map((month) => {
    const of = arrears.filter((one) => one.month === month && one.open > 0 && one.rent > 0);
    return {
      at: numberOf(month),
      open: of.reduce((sum, one) => sum + one.open, 0),
      rent: of.reduce((most, one) => Math.max(one.rent, most), 0),
    };
  });
  let twoDates = false;
  for (const one of months) {
    for (const other of months) {
      // A month's rent of two dates is in doubt the higher one.
      const limit = Math.max(one.rent, other.rent);
      if (other.at === one.at + 1 && one.open + other.open > limit) twoDates = true;
    }
  }
  // Two months' rent, over more than two dates: whatever two of them one takes.
  const total = months.reduce((sum, one) => sum + one.open, 0);
  let enough = months.length > 1;
  for (const one of months) {
    for (const other of months) if (one !== other && total < one.rent + other.rent) enough = false;
  }
  const places = months.map((one) => one.at);
  const isLong = months.length > 1 && Math.max(...places) - Math.min(...places) >= 2;
  return { twoDates, longerTime: isLong && enough };
}
