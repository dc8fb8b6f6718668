/** As much of a zod schema as its bounds are read from. */
type Definition = {
  type: string;
  shape?: Record<string, Bounded>;
  element?: Bounded;
  innerType?: Bounded;
  in?: Bounded;
  out?: Bounded;
  options?: readonly Bounded[];
};
type Bounded = { readonly _zod: { readonly def: Definition }; readonly maxLength?: number | null };

const within = (schema: Bounded, step: string): readonly Bounded[] => {
  const { shape, element, innerType, in: typed, options = [] } = schema._zod.def;
  if (shape) return shape[step] ? [shape[step]] : [];
  if (element) return [element];
  return [innerType, typed, ...options].flatMap((inner) => (inner ? within(inner, step) : []));
};

function longest({ _zod: { def }, maxLength }: Bounded): number | undefined {
  if (def.type === 'string') return maxLength ?? undefined;
  if (def.innerType) return longest(def.innerType);
  // What a text is turned into may be shorter than what is typed; only where both are texts is it the same one.
  const isText = def.in?._zod.def.type === 'string' && def.out?._zod.def.type === 'string';
  return (def.in && longest(def.in)) ?? (isText && def.out ? longest(def.out) : undefined);
}

/** How many characters a schema takes at a path like `lines.0.note`; undefined where it does not say. */
export function longestAt(schema: unknown, path: string): number | undefined {
  const found = path
    .split('.')
    .reduce((at, step) => at.flatMap((one) => within(one, step)), [schema as Bounded])
    .flatMap((one) => longest(one) ?? []);
  return found.length > 0 ? Math.max(...found) : undefined;
}
