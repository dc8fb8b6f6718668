/**
 * A connection keeps every statement it has prepared, with its plan, until it is closed (the pool closes each within
 * the hour): so many texts at most, and none that grows with its list of values.
 */
const maxTexts = 300;
export const MAX_PARAMETERS = 50;
/** What is asked only once or twice is not worth keeping. */
const timesBefore = 2;

const asked = new Map<string, number>();

/**
 * Whether a statement comes often enough to be prepared. Drizzle asks for each statement as if it were new, so that
 * Postgres parses, rewrites and plans it every time: more work than carrying it out. And the driver waits for the
 * types of an unknown statement before it sends the values, which makes two ways to the server of one.
 */
export function isWorthPreparing(text: string, parameters: number): boolean {
  if (parameters === 0 || parameters > MAX_PARAMETERS) return false;
  const times = asked.get(text);
  if (times === undefined && asked.size >= maxTexts) return false;
  if (times !== timesBefore) asked.set(text, (times ?? 0) + 1);
  return times === timesBefore;
}
