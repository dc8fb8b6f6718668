/** What the piece of work below costs of the processor where the limits of tests were found, in ms. */
const REFERENCE_MS = 50;

/** Objects, text, sorting and numbers, as what is measured has them. */
function pieceOfWork(): number {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: `row ${(at * 7_919) % 20_000}`, cents: at }));
  const read: typeof rows = JSON.parse(JSON.stringify(rows));
  read.sort((one, other) => (one.id < other.id ? -1 : 1));
  const byId = new Map(read.map((row) => [row.id, row]));
  return rows.reduce((sum, { id }) => (sum + (byId.get(id)?.cents ?? 0) * 31) % 1_000_003, 0);
}

/** The processor's own time since: what else the machine does is not counted. In ms. */
export function spentSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/**
 * How many times slower this machine computes, just now, than the one where the limits were found; never less than 1. Beside
 * others on one core the same work takes more of the processor's time, too.
 */
export function slowness(): number {
  const spent = Array.from({ length: 5 }, () => {
    const began = process.cpuUsage();
    pieceOfWork();
    return spentSince(began);
  });
  // The first warms up; what was interrupted is longer.
  return Math.max(1, (spent.toSorted((one, other) => one - other)[2] ?? 0) / REFERENCE_MS);
}
