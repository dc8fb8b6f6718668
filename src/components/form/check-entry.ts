import type { FieldProblem } from '@/i18n/failure';
import { fieldCodes } from '@/lib/errors';
import { askingEveryRule } from '@/lib/every-rule';
import { nestValues } from './form-values';
import { boundAt } from './longest';

type Schema = {
  safeParse: (
    value: unknown,
  ) => { success: true } | { success: false; error: Parameters<typeof fieldCodes>[0] };
};

/** What the fields of a form hold, as its schema reads it, and all that is wrong with it. */
export function checkEntry({
  schema,
  values,
  unreadable,
  prepare,
}: {
  schema: Schema;
  values: readonly (readonly [name: string, value: unknown])[];
  /** What its fields cannot read themselves. */
  unreadable: Readonly<Record<string, FieldProblem>>;
  prepare?: ((values: Record<string, unknown>) => Record<string, unknown>) | undefined;
}): { input: unknown; found: Record<string, FieldProblem>; isAccepted: boolean } {
  const nested = nestValues(values);
  const input = prepare ? prepare(nested) : nested;
  const parsed = askingEveryRule(schema).safeParse(input);
  const found: Record<string, FieldProblem> = { ...unreadable };
  if (!parsed.success) {
    const empty = new Set(
      values.filter(([, value]) => value === null || value === undefined).map(([name]) => name),
    );
    for (const [path, code] of Object.entries(fieldCodes(parsed.error))) {
      found[path] ??= {
        // To a choice nobody made zod says that it is not among the choices.
        code: code === 'invalid' && empty.has(path) ? 'required' : code,
        ...(code === 'too_long' && { params: tooLong(schema, path, input) }),
      };
    }
  }
  return { input, found, isAccepted: parsed.success };
}

/** How long a text may be and how long it is. */
function tooLong(schema: unknown, path: string, input: unknown): FieldProblem['params'] {
  const bound = boundAt(schema, path);
  const text = path.split('.').reduce<unknown>((node, step) => Reflect.get(Object(node), step), input);
  return bound && typeof text === 'string' ? { most: bound.most, count: bound.lengthOf(text) } : {};
}
