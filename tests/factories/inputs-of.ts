import fc from 'fast-check';
import { z } from 'zod';

/** Days over a few years, so that leap years, half-years and the turn of law of 2014 are all met. */
const dayArbitrary = fc
  .integer({ min: Date.UTC(2013, 0) / 86_400_000, max: Date.UTC(2026, 11, 31) / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

const schemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    minimum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    items: schemaNode.optional(),
    properties: z.record(z.string(), schemaNode).optional(),
    required: z.array(z.string()).optional(),
    anyOf: z.array(schemaNode).optional(),
    oneOf: z.array(schemaNode).optional(),
  }),
);
type SchemaNode = {
  type?: string | string[] | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  minimum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  maximum?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  items?: SchemaNode | undefined;
  properties?: Record<string, SchemaNode> | undefined;
  required?: string[] | undefined;
  anyOf?: SchemaNode[] | undefined;
  oneOf?: SchemaNode[] | undefined;
};

function arbitraryOf(node: SchemaNode): fc.Arbitrary<unknown> {
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return fc.oneof(...choices.map(arbitraryOf));
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.const !== undefined) return fc.constant(node.const);
  if (Array.isArray(node.type)) return fc.oneof(...node.type.map((type) => arbitraryOf({ ...node, type })));
  switch (node.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      if (node.format === 'date') return dayArbitrary;
      // The one pattern among the inputs is that of a month.
      return node.pattern ? dayArbitrary.map((day) => day.slice(0, 7)) : fc.constantFrom('a', 'b', 'c', 'd');
    case 'integer': {
      const [min, max] = [Math.max(node.minimum ?? -1e6, -1e6), Math.min(node.maximum ?? 1e6, 1e6)];
      return fc.oneof(
        fc.integer({ min, max }),
        fc.integer({ min, max: Math.max(min, Math.min(max, 3_000)) }),
      );
    }
    case 'number':
      return fc.integer({ min: 80_000, max: 140_000 }).map((milli) => milli / 1_000);
    case 'array':
      return fc.array(arbitraryOf(node.items ?? {}), {
        minLength: node.minItems ?? 0,
        maxLength: node.maxItems ?? 5,
      });
    case 'object': {
      const fields = Object.entries(node.properties ?? {});
      const required = fields.flatMap(([key]) => (node.required?.includes(key) ? [key] : []));
      return fc.record(Object.fromEntries(fields.map(([key, field]) => [key, arbitraryOf(field)])), {
        requiredKeys: required,
      });
    }
    default:
      throw new Error(`no inputs of ${JSON.stringify(node)}`);
  }
}

/** Inputs of the shape a rule asks for; what its refinements refuse comes out, too. */
export const inputsOf = (shape: z.ZodType): fc.Arbitrary<unknown> =>
  arbitraryOf(schemaNode.parse(z.toJSONSchema(shape, { io: 'input' })));
