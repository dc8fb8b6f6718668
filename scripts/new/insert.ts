/** Where a line goes in a file that lists things: found by what stands there, so that a file that changed says so. */

function placeOf(text: string, anchor: string): number {
  const at = text.indexOf(anchor);
  if (at < 0) throw new Error(`There is no "${anchor.trim()}" any more.`);
  if (text.includes(anchor, at + 1)) throw new Error(`There is more than one "${anchor.trim()}".`);
  return at;
}

/** Puts text in front of what stands there once. */
export function insertBefore(text: string, anchor: string, addition: string): string {
  const at = placeOf(text, anchor);
  return text.slice(0, at) + addition + text.slice(at);
}

/** Puts text behind what stands there once. */
export function insertAfter(text: string, anchor: string, addition: string): string {
  const at = placeOf(text, anchor) + anchor.length;
  return text.slice(0, at) + addition + text.slice(at);
}

/** What an entry is sorted by: `  'rent.agree',`, `  meter: edited,`, `export * from './lease.ts';`. */
const entry = /^(?: {2}|export \* from '\.\/)'?([\w.-]+?)(?:\.ts)?'?(?::|,|;|$)/;
const isComment = (line: string) => /^\s*(\/\*\*|\*|\/\/)/.test(line);

/**
 * Adds a line to a list in the order of its entries; the comment above an entry stays with it.
 * @param bounds the text before the first entry and after the last one; without them the file is the list
 */
export function insertSorted(
  text: string,
  line: string,
  bounds?: readonly [start: string, end: string],
): string {
  const from = bounds ? placeOf(text, bounds[0]) + bounds[0].length : 0;
  const to = bounds ? text.indexOf(bounds[1], from) : text.length;
  if (to < from) throw new Error(`There is no "${bounds?.[1].trim()}" any more.`);
  const key = entry.exec(line)?.[1];
  if (!key) throw new Error(`"${line}" is no entry of a list.`);
  const lines = text.slice(from, to).split('\n');
  if (lines.some((one) => entry.exec(one)?.[1] === key)) throw new Error(`There is ${key} already.`);
  let at = lines.findIndex((one) => (entry.exec(one)?.[1] ?? '') > key);
  if (at < 0) at = lines.length - (lines.at(-1) === '' ? 1 : 0);
  while (at > 0 && isComment(lines[at - 1] ?? '')) at -= 1;
  return text.slice(0, from) + lines.toSpliced(at, 0, line).join('\n') + text.slice(to);
}

/** Adds words under a key like `Explain.rules.age` to a file of messages/: in order where those there are in order, else behind them. */
export function insertWords(text: string, words: Readonly<Record<string, string>>): string {
  const messages: unknown = JSON.parse(text);
  for (const [key, value] of Object.entries(words)) {
    const steps = key.split('.');
    let branch = messages as Record<string, unknown>;
    for (const step of steps.slice(0, -1)) {
      branch[step] ??= {};
      branch = branch[step] as Record<string, unknown>;
    }
    const last = steps.at(-1) ?? '';
    if (last in branch) throw new Error(`There is ${key} already.`);
    const keys = Object.keys(branch);
    branch[last] = value;
    if (keys.length < 2 || keys.some((one, at) => at > 0 && one < (keys[at - 1] ?? ''))) continue;
    // Everything behind it is taken out and put back.
    for (const later of keys.filter((one) => one > last)) {
      const moved = branch[later];
      delete branch[later];
      branch[later] = moved;
    }
  }
  return `${JSON.stringify(messages, null, 2)}\n`;
}
