import { type BuiltInCode, isBuiltInCode } from './built-in-facts';

export type Named = { code: string | null; name: string | null };

/** What a category is called: the user's own name for it, else the words of the built-in one. */
export function categoryName({ code, name }: Named, builtIn: (code: BuiltInCode) => string): string {
  if (name !== null) return name;
  // One that a later edition brought and this page does not know yet.
  return code !== null && isBuiltInCode(code) ? builtIn(code) : (code ?? '');
}
