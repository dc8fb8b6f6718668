export interface Ran {
  name: string;
  seconds: number;
  code: number;
  /** What it said last. */
  summary: string;
}

/** When it ran, and what of. */
export interface Occasion {
  /** YYYY-MM-DD. */
  day: string;
  /** The commit's short name, with a plus where the checkout had changes of its own. */
  commit: string;
  /** Of the machine over the last minute, at the end. */
  load: number;
}

const [begin, end] = ['<!-- proof: begin -->', '<!-- proof: end -->'];
const head = ['| What | Day, commit, load | Time | | What it said |', '|---|---|---|---|---|'];

export const inWords = (seconds: number) =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

const cell = (text: string) => text.replaceAll('|', '·').replaceAll(/\s+/g, ' ').trim();
const nameOf = (row: string) => row.split('|')[1]?.trim() ?? '';

/**
 * The page with a row for what ran, in the place of the row it had: all of it takes hours, and what was run alone since is
 * no less true. Each row says of which commit it speaks.
 */
export function recorded(page: string, { day, commit, load }: Occasion, ran: Ran): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The page has no place for the table: ${begin} … ${end}`);
  const former = page
    .slice(from, to)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  const { name, seconds, code, summary } = ran;
  const result = code === 0 ? 'passed' : `failed (${code})`;
  const row = `| ${cell(name)} | ${day}, ${commit}, ${load.toFixed(1)} | ${inWords(seconds)} | ${result} | ${cell(summary)} |`;
  const at = former.findIndex((line) => nameOf(line) === nameOf(row));
  const rows = at === -1 ? [...former, row] : former.with(at, row);
  return `${page.slice(0, from)}${[begin, ...head, ...rows].join('\n')}\n${page.slice(to)}`;
}
