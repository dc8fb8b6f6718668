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

/** Takes a name from a file, too, be it one that names are taken from already or not; the formatter puts it in its place. */
export function alsoFrom(text: string, file: string, name: string): string {
  const line = new RegExp(`(import \\{[^}]*?),?(\\s*\\} from '${file.replaceAll(/[./]/g, '\\$&')}';)`);
  const found = line.exec(text)?.[1];
  if (found === undefined) return text.replace(/^import /m, `import { ${name} } from '${file}';\nimport `);
  return new RegExp(`\\b${name}\\b`).test(found) ? text : text.replace(line, `$1, ${name}$2`);
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

/**
 * Adds words under a key like `Explain.rules.age` to a file of messages/: behind the key that `beside` names for theirs, else
 * in order where those there are in order, else behind them. New ones of one branch keep their own order.
 */
export function insertWords(
  text: string,
  words: Readonly<Record<string, string>>,
  beside: Readonly<Record<string, string>> = {},
): string {
  const messages: Record<string, unknown> = JSON.parse(text);
  const made = new Set<unknown>();
  for (const [key, value] of Object.entries(words)) {
    const steps = key.split('.');
    let branch = messages;
    for (const [at, step] of steps.slice(0, -1).entries()) {
      if (!(step in branch)) {
        const fresh = {};
        made.add(fresh);
        put(branch, step, fresh, beside[steps.slice(0, at + 1).join('.')]);
      }
      branch = branch[step] as Record<string, unknown>;
    }
    const last = steps.at(-1) ?? '';
    if (last in branch) throw new Error(`There is ${key} already.`);
    const keys = Object.keys(branch);
    const isSorted = keys.length > 1 && keys.every((one, at) => at === 0 || one >= (keys[at - 1] ?? ''));
    const smaller = isSorted && !made.has(branch) ? keys.findLast((one) => one < last) : keys.at(-1);
    put(branch, last, value, beside[key] ?? smaller ?? null);
  }
  return `${JSON.stringify(messages, null, 2)}\n`;
}

/** Behind a key, first behind none, last where there is no such key. */
function put(branch: Record<string, unknown>, key: string, value: unknown, behind?: string | null): void {
  const keys = Object.keys(branch);
  const at = behind === null ? 0 : keys.indexOf(behind ?? '') + 1 || keys.length;
  branch[key] = value;
  // Everything behind it is taken out and put back.
  for (const later of keys.slice(at)) {
    const moved = branch[later];
    delete branch[later];
    branch[later] = moved;
  }
}
