/** As much of a zod schema as its bounds are read from. */
type Definition = {
  type: string;
  shape?: Record<string, Bounded>;
  element?: Bounded;
  innerType?: Bounded;
  in?: Bounded;
  out?: Bounded;
  options?: readonly Bounded[];
  checks?: readonly { readonly _zod: { readonly def: { check: string; tx?: (text: string) => unknown } } }[];
};
type Bounded = { readonly _zod: { readonly def: Definition }; readonly maxLength?: number | null };

/** How many characters a text may have at most, and how many of one count: zod counts code points, after it has trimmed. */
export type Bound = { most: number; lengthOf: (text: string) => number };

const codePoints = (text: string) => [...text].length;

/** The bound of a text that no schema of its form knows; the blanks around it are taken off. */
export const boundOf = (most: number): Bound => ({ most, lengthOf: (text) => codePoints(text.trim()) });

const within = (schema: Bounded, step: string): readonly Bounded[] => {
  const { shape, element, innerType, in: typed, options = [] } = schema._zod.def;
  if (shape) return shape[step] ? [shape[step]] : [];
  if (element) return [element];
  return [innerType, typed, ...options].flatMap((inner) => (inner ? within(inner, step) : []));
};

/** What a text schema makes of what is typed before it looks how long that is, e.g. trims it. */
function tidied({ _zod: { def } }: Bounded, text: string): string {
  let tidy = text;
  for (const { _zod: check } of def.checks ?? []) {
    const next = check.def.check === 'overwrite' ? check.def.tx?.(tidy) : tidy;
    if (typeof next === 'string') tidy = next;
  }
  return tidy;
}

function bounds(schema: Bounded): Bound[] {
  const { _zod, maxLength } = schema;
  const { def } = _zod;
  if (def.type === 'string') {
    return maxLength == null
      ? []
      : [{ most: maxLength, lengthOf: (text) => codePoints(tidied(schema, text)) }];
  }
  if (def.innerType) return bounds(def.innerType);
  if (!def.in) return [];
  const typed = bounds(def.in);
  // What a text is turned into may be shorter than what is typed; only where both are texts is it the same one.
  const isText = def.in._zod.def.type === 'string' && def.out?._zod.def.type === 'string';
  if (typed.length > 0 || !isText || !def.out) return typed;
  const { in: before } = def;
  return bounds(def.out).map(({ most, lengthOf }) => ({
    most,
    lengthOf: (text) => lengthOf(tidied(before, text)),
  }));
}

/** How long a text may be at a path like `lines.0.note`, the longest of several kinds; undefined where its schema does not say. */
export function boundAt(schema: unknown, path: string): Bound | undefined {
  return path
    .split('.')
    .reduce((at, step) => at.flatMap((one) => within(one, step)), [schema as Bounded])
    .flatMap(bounds)
    .sort((one, other) => other.most - one.most)[0];
}
