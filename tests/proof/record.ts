export interface Ran {
  name: string;
  seconds: number;
  code: number;
  /** What it said last. */
  summary: string;
}

const [begin, end] = ['<!-- proof: begin -->', '<!-- proof: end -->'];

export const inWords = (seconds: number) =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

const cell = (text: string) => text.replaceAll('|', '·').replaceAll(/\s+/g, ' ').trim();

/** The page with the table of this run in the place of the one before. */
export function recorded(page: string, heading: string, ran: readonly Ran[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The page has no place for the table: ${begin} … ${end}`);
  const rows = ran.map(
    ({ name, seconds, code, summary }) =>
      `| ${cell(name)} | ${inWords(seconds)} | ${code === 0 ? 'passed' : `failed (${code})`} | ${cell(summary)} |`,
  );
  const table = ['| What | Time | | What it said |', '|---|---|---|---|', ...rows].join('\n');
  return `${page.slice(0, from)}${begin}\n${heading}\n\n${table}\n${page.slice(to)}`;
}
