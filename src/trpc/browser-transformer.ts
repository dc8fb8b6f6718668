import type { SuperJSONResult } from 'superjson';
import { isPlain } from './plain';

/*
 * What `transformer` writes, read without SuperJSON, which weighs 4 kB in every page: the kinds of values that answers have
 * beside those of JSON (`browser-transformer.test.ts` holds the types of all answers against it), and no others.
 */

type Tree = readonly [kind: string, inner?: Branches] | Branches;
type Branches = { readonly [path: string]: Tree };

const readers: Record<string, (written: unknown) => unknown> = {
  undefined: () => undefined,
  // What stood twice in an answer may be one thing here, too, and is then read already.
  Date: (written) => (written instanceof Date ? written : new Date(String(written))),
  number: Number,
};

const isLeaf = (tree: Tree): tree is Exclude<Tree, Branches> => Array.isArray(tree);
/** The names on the way to a value: joined by dots, those within a name and backslashes behind a backslash. */
const namesOf = (path: string) =>
  [...`.${path}`.matchAll(/\.((?:\\.|[^\\.])*)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'));

/** Puts what stands in an object at a path into its place. */
function place(into: object, path: string, tree: Tree): void {
  const names = namesOf(path);
  const last = names.pop() ?? '';
  let parent: unknown = into;
  for (const name of names) parent = Reflect.get(Object(parent), name);
  const holder = Object(parent);
  Object.defineProperty(holder, last, {
    value: readTree(Reflect.get(holder, last), tree),
    ...{ enumerable: true, configurable: true, writable: true },
  });
}

function readTree(written: unknown, tree: Tree): unknown {
  if (isLeaf(tree)) {
    const read = readers[tree[0]];
    if (!read || tree[1]) throw new TypeError(`nothing here reads a ${tree[0]}`);
    return read(written);
  }
  for (const [path, branch] of Object.entries(tree)) place(Object(written), path, branch);
  return written;
}

const named = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

export const browserTransformer = {
  /**
   * Inputs are JSON; none at all is said as SuperJSON says it. What is no number, `NaN`, goes as its name, so that the field
   * refuses it; an exception here would leave all calls of its batch without an answer.
   */
  serialize(value: unknown): SuperJSONResult {
    if (value === undefined) return { json: null, meta: { values: ['undefined'], v: 1 } };
    const json = isPlain(value) ? value : JSON.parse(JSON.stringify(value, named));
    return { json };
  },
  deserialize(written: unknown): unknown {
    const { json, meta } = Object(written);
    // What was written stays as it is: a page hands the same to each of its parts.
    return meta?.values ? readTree(structuredClone(json), meta.values) : json;
  },
};
