declare const valueAt: unique symbol;

/**
 * Path of a value in what a form sends, such as `lastName` or `lines.0.amountCents`. `fieldsOf` and `within` make it from
 * the schema: what shows a field does not compile once the schema calls it otherwise.
 */
export type FieldName<Value = unknown> = string & { readonly [valueAt]: Value };

type Leaf = string | number | boolean | Date | null | undefined;

/** Every path into a value; a place in a list is a number. */
export type PathIn<Value> = Value extends Leaf
  ? never
  : Value extends readonly (infer Item)[]
    ? `${number}` | `${number}.${PathIn<Item>}`
    : { [Key in keyof Value & string]-?: Key | `${Key}.${PathIn<Value[Key]>}` }[keyof Value & string];

type Step<Value, Key extends string> = Value extends readonly (infer Item)[]
  ? Item
  : Key extends keyof Value
    ? Value[Key]
    : never;

type At<Value, Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? At<Step<NonNullable<Value>, First>, Rest>
  : Step<NonNullable<Value>, Path>;

/** Names the fields below a value. */
type Names<Value> = <Path extends PathIn<Value>>(path: Path) => FieldName<NonNullable<At<Value, Path>>>;

/**
 * Names the fields of a schema's input, also where no form is in sight:
 *
 *   const field = fieldsOf<typeof createTenantInput>();
 *   <TextField name={field('lastName')} … />
 */
export function fieldsOf<Schema extends { readonly _zod: { readonly input: unknown } }>() {
  return nameAs as Names<Schema['_zod']['input']>;
}

/** Names the fields of one value of a form: `within(lines)('0.amountCents')`. */
export function within<Value>(name: FieldName<Value>): Names<Value> {
  return (path) => nameAs(`${name}.${path}`);
}

/** The only place where text becomes a name. */
const nameAs = <Value>(path: string) => path as FieldName<Value>;
