import { z } from 'zod';
import { makeIban } from './records.ts';

/** As much of a JSON schema as the inputs of procedures need. */
export const shapeSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  format: z.string().optional(),
  get anyOf() {
    return z.array(shapeSchema).optional();
  },
  get items() {
    return shapeSchema.optional();
  },
  get properties() {
    return z.record(z.string(), shapeSchema).optional();
  },
});
export type Shape = z.output<typeof shapeSchema>;
export type Path = readonly (string | number)[];

const partOf = (shape: Shape): Shape => shape.anyOf?.find((part) => part.type !== 'null') ?? shape;
const typesOf = (shape: Shape) => [shape, ...(shape.anyOf ?? [])].flatMap((part) => part.type ?? []);

/** All that can be filled in of an input: the fields of objects, and those of the first row of a list. */
export function leavesOf(shape: Shape, path: Path = []): { path: Path; shape: Shape }[] {
  const { properties, items } = partOf(shape);
  if (properties) return Object.entries(properties).flatMap(([key, part]) => leavesOf(part, [...path, key]));
  return items && partOf(items).properties ? leavesOf(items, [...path, 0]) : [{ path, shape }];
}

/** Values that may fit a leaf, the likeliest first; `salt` makes those of two fields differ. */
export function candidatesFor(shape: Shape, salt: number, ids: readonly string[]): unknown[] {
  const part = partOf(shape);
  if (part.items) return candidatesFor(part.items, salt, ids).map((value) => [value]);
  return [...(part.enum ?? (part.const === undefined ? valuesOf(part, salt, ids) : [part.const])), null];
}

function valuesOf(shape: Shape, salt: number, ids: readonly string[]): unknown[] {
  const types = typesOf(shape);
  if (types.includes('boolean')) return [true, false];
  if (types.includes('integer')) {
    const least = Math.max(shape.minimum ?? 0, 0);
    return [least + 1_000 + salt, least + salt, least + 2, least + 1];
  }
  if (shape.format === 'uuid') return [...ids];
  const two = String(10 + (salt % 18));
  const month = String(1 + (salt % 12)).padStart(2, '0');
  return [
    `Text ${salt}`,
    `2025-03-${two}`,
    `2025-${month}-01`,
    `2031-${month}-01`,
    `09:${two}`,
    `506${two}`,
    `feld-${salt}@example.com`,
    `+49 30 12345${two}`,
    makeIban(),
    `COBADEFF${two}X`,
    'US',
    'DE-BY',
    'Europe/Zurich',
  ];
}

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((node, key) => (Object(node) === node ? Reflect.get(Object(node), key) : undefined), value);

/** The same input with another value at a path; rows and objects on the way are made. */
export function withValueAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  if (typeof key === 'number') return [withValueAt(Array.isArray(value) ? value[0] : undefined, rest, put)];
  const node = Object(value) === value ? { ...Object(value) } : {};
  return { ...node, [key]: withValueAt(Reflect.get(node, key), rest, put) };
}

/** Every object within an answer. */
export function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
