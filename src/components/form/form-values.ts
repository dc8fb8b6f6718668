import type { FieldProblem } from '@/i18n/failure';

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Field paths to the nested value a schema reads: `lines.0.amountCents` → `{ lines: [{ amountCents }] }`. */
export function nestValues(values: Iterable<readonly [path: string, value: unknown]>): Tree {
  const root = emptyTree();
  for (const [path, value] of values) {
    const steps = path.split('.');
    const last = steps.pop() ?? path;
    let node = root;
    for (const step of steps) {
      const present = node[step];
      if (isTree(present)) {
        node = present;
      } else {
        const next = emptyTree();
        node[step] = next;
        node = next;
      }
    }
    // A list may register itself beside its rows, to show what is wrong with all of them: it has no value.
    if (value !== undefined || !isTree(node[last])) node[last] = value;
  }
  return arraysIn(root);
}

/** Without a prototype, so that no path can reach one. */
const emptyTree = (): Tree => Object.create(null);

const arraysIn = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, withArrays(value)]));

const isOurs = (value: unknown): value is Tree => isTree(value) && Object.getPrototypeOf(value) === null;

function withArrays(value: unknown): unknown {
  if (!isOurs(value)) return value;
  const keys = Object.keys(value);
  const isList = keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
  if (!isList) return arraysIn(value);
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => withArrays(value[key]));
}

/**
 * Gives every problem to the field that can show it: the one of that path, else the nearest above it
 * (`owners.1.share` → `owners`). What no field can show is returned apart, for the form's own message.
 */
export function placeProblems(
  problems: Record<string, FieldProblem>,
  fieldNames: ReadonlySet<string>,
): { placed: Record<string, FieldProblem>; homeless: FieldProblem[] } {
  const placed: Record<string, FieldProblem> = {};
  const homeless: FieldProblem[] = [];
  for (const [path, problem] of Object.entries(problems)) {
    let name = path;
    while (name !== '' && !fieldNames.has(name)) name = name.slice(0, Math.max(0, name.lastIndexOf('.')));
    if (name === '') homeless.push(problem);
    else placed[name] ??= problem;
  }
  return { placed, homeless };
}
