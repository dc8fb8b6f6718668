import path from 'node:path';

/**
 * A walk is the same in each of its forms: a language, a width, a light. `npm test` takes one of them for each file, half of
 * the files in one and half in the other; `npm test -- e2e every-form`, a step of `npm run proof`, all of them. The first rent
 * is walked in each form on every run and names them without this.
 * @param file where the walk stands, which decides its form: the same on every run
 */
export function inTurn<const T>(file: string, forms: readonly T[]): readonly T[] {
  if (process.env.EVERY_FORM) return forms;
  const sum = [...path.basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return forms.slice(sum % forms.length, (sum % forms.length) + 1);
}
