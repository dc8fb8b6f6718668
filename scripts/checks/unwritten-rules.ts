import { type Finding, lineAt } from './source.ts';

const mark = 'Still to be written: ';

/** A line of code that stands where somebody's own is to come, so that the rest can be looked at before. */
export const asUnwritten = (what: string) => `// ${mark}${what}`;

/** What `npm run new` left to be written, and nobody has: with it a page says something that is not so. */
export const findUnwritten = (sources: readonly { path: string; text: string }[]): Finding[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`^\\s*// (${mark}.+)$`, 'gm'))].map((match) => ({
      path,
      line: lineAt(text, match.index + match[0].search(/\S/)),
      message: `${match[1]}. Write it in the place of what follows, and take this line away`,
    })),
  );
