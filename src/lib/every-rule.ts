/** As much of zod's schemas as their rules are found by. */
type Check = {
  readonly _zod: { readonly def: CheckDefinition; readonly check: (payload: Payload) => unknown };
};
type CheckDefinition = { readonly check: string; when?: ((payload: Payload) => boolean) | undefined };
type Issue = {
  readonly code?: string;
  readonly path?: PropertyKey[] | undefined;
  readonly continue?: boolean | undefined;
};
type Payload = { value: unknown; issues: Issue[] };
type Definition = {
  readonly checks?: readonly Check[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
} & { readonly [Part in (typeof parts)[number]]?: Schema };
type Schema = { readonly _zod: { readonly def: Definition } };

/** Where schemas stand within others. */
const parts = ['element', 'innerType', 'in', 'out', 'left', 'right', 'keyType', 'valueType'] as const;

/** What a rule is stopped by that reads a value which is none. */
const UNREADABLE = Symbol();
const asked = new WeakSet<object>();

/**
 * Has the rules over several fields (`refine`, `superRefine`) of a schema, and of all within it, asked in the first round: zod asks
 * them only where every field is valid, so that who made two mistakes learnt of the second after mending the first. A rule
 * is asked as soon as all that it reads is valid; where it comes upon a value that is none, what it said before counts.
 * The schema itself is changed, and answered.
 */
export function askingEveryRule<S>(schema: S): S {
  if (isSchema(schema)) open(schema);
  return schema;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value;

function open(schema: Schema): void {
  if (asked.has(schema)) return;
  asked.add(schema);
  const { def } = schema._zod;
  for (const check of def.checks ?? []) {
    if (check._zod.def.check === 'custom') check._zod.def.when ??= (payload) => mayAsk(check, payload);
  }
  for (const inner of [...Object.values(def.shape ?? {}), ...(def.options ?? [])]) open(inner);
  for (const part of parts) if (isSchema(def[part])) open(def[part]);
}

function mayAsk(check: Check, { value, issues }: Payload): boolean {
  const wrong = issues.filter((issue) => issue.continue !== true);
  if (wrong.length === 0) return true;
  // An unknown part is none that a rule reads; what is no object at all, or no list, has no parts.
  const paths = wrong.flatMap(({ code, path = [] }) => (code === 'unrecognized_keys' ? [] : [path]));
  if (!isTree(value) || paths.some((path) => path.length === 0)) return false;
  // A rule may look at what is wrong already.
  const said = [...issues];
  try {
    check._zod.check({ value: readable(value, paths), issues: said });
  } catch (error) {
    if (error !== UNREADABLE) throw error;
    issues.push(...said.slice(issues.length));
    return false;
  }
  return true;
}

const isTree = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** The value, of which reading what is wrong throws; each part of it is the same object whenever it is read. */
function readable(tree: object, wrong: readonly PropertyKey[][]): object {
  const known = new Map<PropertyKey, object>();
  return new Proxy(tree, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      const below = wrong.flatMap(([first, ...rest]) => (String(first) === String(key) ? [rest] : []));
      if (below.some((path) => path.length === 0)) throw UNREADABLE;
      if (below.length === 0 || !isTree(value)) return value;
      const part = known.get(key) ?? readable(value, below);
      known.set(key, part);
      return part;
    },
  });
}
